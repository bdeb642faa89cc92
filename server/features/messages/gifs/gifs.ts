import { api } from '@palabre/common/contract/index.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { askAs, endTurn } from '../../../platform/http/asking.ts';
import { fail } from '../../../platform/http/errors.ts';
import { inPieces } from '../../../platform/http/floods/departures.ts';
import { createOutgoing } from '../../../platform/http/outgoing/outgoing.ts';
import { type Handlers, serve } from '../../../platform/http/route.ts';
import type { Services } from '../../../platform/services.ts';
import { demoCategories, demoPicture, demoSearch } from './demo.ts';
import { GifProvider } from './provider.ts';

const { media, ...asked } = api.gifs;

const handlers = (provider: GifProvider | null): Handlers<typeof asked> => {
  /** Logs the provider's failure; the page learns only that GIFs are unavailable. */
  const told = async <T>(services: Services, what: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      services.logger.warn({ err: error }, `GIF provider: ${what}`);
      return fail('gif_unavailable');
    }
  };
  return {
    async search({ actor, query: { q, limit }, language, services }) {
      if (!provider) return { results: demoSearch(q, limit, language) };
      await services.limits.spend('gifSearch', actor.userId);
      return { results: await told(services, 'search', () => provider.search(q, limit, language)) };
    },

    async categories({ actor, language, services }) {
      if (!provider) return { tags: demoCategories() };
      await services.limits.spend('gifSearch', actor.userId);
      return { tags: await told(services, 'categories', () => provider.categories(language)) };
    },
  };
};

function send(reply: FastifyReply, type: string, picture: Buffer | string) {
  const bytes = typeof picture === 'string' ? Buffer.from(picture) : picture;
  return reply
    .headers({
      'content-type': type,
      'content-length': bytes.length,
      'cache-control': 'private, max-age=31536000, immutable',
      // Opened as a page of its own, a drawing may be animated and nothing else.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    .send(inPieces(bytes));
}

/**
 * Serves GIFs from the provider, or Palabre's own drawings without a provider. Pictures have a route of their own, as
 * files do: it answers bytes and accepts the cookie `token`.
 */
export function serveGifs(app: FastifyInstance, services: Services): void {
  const { gif } = services.env;
  const out = createOutgoing(gif ? [gif.url] : []);
  const provider = gif ? new GifProvider(gif, services.lastingKeys, out) : null;
  app.addHook('onClose', () => out.close());
  serve(app, services, asked, handlers(provider));
  app.withTypeProvider<ZodTypeProvider>().get(
    media.path,
    {
      schema: { querystring: media.query },
      config: { ownTurn: true },
      onRequest: async (request, reply) => {
        await askAs(services, request, reply, 'downloads', { cookie: true });
      },
      onSend: endTurn,
    },
    async (request, reply) => {
      const { url, sign, demo } = request.query;
      if (demo !== undefined)
        return send(reply, 'image/svg+xml; charset=utf-8', demoPicture(demo) ?? fail('not_found'));
      if (!provider || !url || !sign || !(await provider.isSigned(url, sign))) fail('not_found');
      const known = provider.known(url);
      if (known) return send(reply, known.type, known.bytes);
      await services.limits.spend('gifMedia', request.actor?.userId ?? '');
      // Ends the request's turn: waiting for the provider must not delay other pictures.
      request.turn?.answered();
      try {
        const { type, bytes } = await provider.picture(url);
        return send(reply, type, bytes);
      } catch (error) {
        services.logger.warn({ err: error }, 'GIF provider: picture');
        return fail('gif_unavailable');
      }
    },
  );
}

import { api } from '@palabre/common/contract/index.ts';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { fail } from '../../platform/http/errors.ts';
import { bearerOf } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { findFile } from './files.store.ts';

/** Types shown in the page: only what `images.ts` has written itself. */
const shown = new Set(['image/webp']);

const disposition = (type: string, name: string): string =>
  `${shown.has(type) ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, escape)}`;

/**
 * Serves files below `/api/file`. Apart from the other endpoints, because it answers bytes, and because here the
 * cookie `token` counts (contract.md, « HTTP »): a GET that changes nothing, whose answer other sites can't read.
 */
export function serveFiles(app: FastifyInstance, services: Services): void {
  const { one } = api.files;
  app.withTypeProvider<ZodTypeProvider>().get(
    one.path,
    {
      schema: { params: one.params },
      onRequest: async request => {
        const token = bearerOf(request) ?? request.cookies.token;
        request.actor = (token && (await services.sessions.verify(token))) || fail('unauthorized');
      },
    },
    async (request, reply) => {
      const file = (await findFile(services.database.kysely, request.params.id)) ?? fail('not_found');
      const etag = `"${file.id}"`;
      reply.headers({
        'cache-control': 'private, max-age=31536000, immutable',
        etag,
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      });
      if (request.headers['if-none-match'] === etag) return reply.status(304).send();
      const bytes = await services.storage.read(file.id);
      return reply
        .headers({
          'content-type': file.type,
          'content-length': file.size,
          'content-disposition': disposition(file.type, file.name),
        })
        .send(bytes);
    },
  );
}

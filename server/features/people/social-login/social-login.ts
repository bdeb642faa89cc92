import type { api } from '@palabre/common/contract/index.ts';
import { type SocialRefusal, socialProviders } from '@palabre/common/contract/people/social-login.ts';
import { arrivalCookie } from '@palabre/common/rules/people/arrival.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '../../../env.ts';
import { addressKey } from '../../../platform/http/address.ts';
import { cookiesOf } from '../../../platform/http/cookies.ts';
import { languageOf } from '../../../platform/http/errors.ts';
import { createOutgoing } from '../../../platform/http/outgoing/outgoing.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import { createSparing } from '../../../platform/pacing/sparing.ts';
import type { Services } from '../../../platform/services.ts';
import { deviceOf } from '../../../platform/sessions/device.ts';
import { keepAttempt, newAttempt, takeAttempt } from './attempt.ts';
import { type Entered, enter } from './enter.ts';
import { Provider } from './provider.ts';
import { Refused } from './refused.ts';
import { endAttempt } from './social-login.store.ts';

/** Lists the configured providers, in the order of their buttons. */
const chosenOf = ({ social }: Env) =>
  socialProviders.flatMap(id => {
    const chosen = social[id];
    return chosen ? [{ id, chosen }] : [];
  });

/** Handler of the list of providers. */
export const socialLogin: Handlers<typeof api.socialLogin> = {
  async providers({ ip, services }) {
    await services.limits.spend('providers', ip);
    return { providers: chosenOf(services.env).map(({ id, chosen }) => ({ id, name: chosen.name })) };
  },
};

/** Page on which every login by a provider ends. */
const page = '/login';
const arrivalSeconds = 60;

/**
 * Serves the login by a provider: `/auth/{provider}` redirects to the provider, which redirects to
 * `/auth/{provider}/callback`. Both are pages, which only answer redirects.
 */
export function serveSocialLogin(fastify: FastifyInstance, services: Services): void {
  const { env } = services;
  const log = createSparing(services.logger);
  const secure = env.publicUrl.startsWith('https:');
  const arrival = arrivalCookie(secure);

  /**
   * Ends a login on its page. The result stands in the address and in a cookie of this browser; the page trusts only
   * the cookie, since anybody can make an address.
   */
  const end = (reply: FastifyReply, said: Entered | { error: string; reason?: SocialRefusal }): string => {
    const given = Object.entries(said).filter(([, value]) => value !== undefined);
    const query = String(new URLSearchParams(given as [string, string][]));
    void reply.setCookie(arrival, query, { path: '/', maxAge: arrivalSeconds, sameSite: 'lax', secure });
    return `${page}?${query}`;
  };

  /** Redirects failures to the page too; their cause is logged. */
  const served =
    (id: string, work: (request: FastifyRequest, reply: FastifyReply) => Promise<string>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('cache-control', 'no-store');
      try {
        await services.limits.spend('socialLogin', addressKey(request.ip));
        return reply.redirect(await work(request, reply), 302);
      } catch (error) {
        const reason = error instanceof Refused ? error.reason : undefined;
        const { message, code } = error as Error & { code?: string };
        log('warn', `login by ${id} failed`, { why: error instanceof Refused ? message : (code ?? message) });
        return reply.redirect(end(reply, { error: id, reason }), 302);
      }
    };

  for (const { id, chosen } of chosenOf(env)) {
    const provider = new Provider(id, chosen, `${env.publicUrl}/auth/${id}/callback`);
    const outgoing = createOutgoing([chosen.issuer]);
    fastify.addHook('onClose', () => outgoing.close());

    fastify.get(
      `/auth/${id}`,
      served(id, async (_request, reply) => {
        const attempt = newAttempt(id);
        const { href } = await provider.address(attempt);
        keepAttempt(reply, services, attempt);
        return href;
      }),
    );

    fastify.get(
      `/auth/${id}/callback`,
      served(id, async (request, reply) => {
        const attempt = takeAttempt(request.cookies, reply, services);
        const [, query = ''] = request.url.split('?');
        const state = new URLSearchParams(query).get('state');
        const entered = await services.logins.count('provider', async () => {
          if (!attempt || attempt.provider !== id || attempt.state !== state) throw new Refused('a foreign state');
          if (!(await endAttempt(services.database.kysely, attempt.state))) throw new Refused('answered already');
          const identity = await provider.identity(query, attempt);
          const from = { device: deviceOf(request.headers['user-agent']), address: addressKey(request.ip) };
          const cookies = cookiesOf(request, reply, env.publicUrl);
          const language = languageOf(request.headers['accept-language']);
          return enter({ services, outgoing, provider: id, from, cookies, language }, identity);
        });
        return end(reply, entered);
      }),
    );
  }

  // Drops the token of another site's link from the address: the page would ignore it.
  fastify.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith(`${page}?`)) return;
    const query = request.url.slice(page.length + 1);
    const site = request.headers['sec-fetch-site'];
    if (!new URLSearchParams(query).has('token') || (site !== 'cross-site' && site !== 'same-site')) return;
    if (request.cookies[arrival] !== query) return reply.redirect(page, 302);
  });
}

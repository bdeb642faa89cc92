import type { api } from '@palabre/common/contract/index.ts';
import { type SocialRefusal, socialProviders } from '@palabre/common/contract/people/social-login.ts';
import { arrivalCookie } from '@palabre/common/rules/arrival.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '../../../env.ts';
import { addressKey } from '../../../platform/http/address.ts';
import { cookiesOf } from '../../../platform/http/cookies.ts';
import { languageOf } from '../../../platform/http/errors.ts';
import { createOutgoing } from '../../../platform/http/outgoing.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import { createSparing } from '../../../platform/pacing/sparing.ts';
import type { Services } from '../../../platform/services.ts';
import { deviceOf } from '../../../platform/sessions/device.ts';
import { keepAttempt, newAttempt, takeAttempt } from './attempt.ts';
import { type Entered, enter } from './enter.ts';
import { Provider } from './provider.ts';
import { Refused } from './refused.ts';
import { endAttempt } from './social-login.store.ts';

/** Those that are configured, in the order of their buttons. */
const chosenOf = ({ social }: Env) =>
  socialProviders.flatMap(id => {
    const chosen = social[id];
    return chosen ? [{ id, chosen }] : [];
  });

export const socialLogin: Handlers<typeof api.socialLogin> = {
  async providers({ ip, services }) {
    await services.limits.spend('providers', ip);
    return { providers: chosenOf(services.env).map(({ id, chosen }) => ({ id, name: chosen.name })) };
  },
};

/** The page a login by a provider ends on, whatever comes of it. */
const page = '/login';
const arrivalSeconds = 60;

/**
 * Logging in by a provider: the browser is sent to `/auth/{provider}`, from there to the provider, and comes back to
 * `/auth/{provider}/callback`. These are pages and no calls: all that they answer is where to go next.
 */
export function serveSocialLogin(fastify: FastifyInstance, services: Services): void {
  const { env } = services;
  const log = createSparing(services.logger);
  const secure = env.publicUrl.startsWith('https:');
  const arrival = arrivalCookie(secure);

  /**
   * The page it ends on. What that is told stands in its address, and in a cookie of this browser, which alone is
   * believed: an address can be anybody's.
   */
  const end = (reply: FastifyReply, said: Entered | { error: string; reason?: SocialRefusal }): string => {
    const given = Object.entries(said).filter(([, value]) => value !== undefined);
    const query = String(new URLSearchParams(given as [string, string][]));
    void reply.setCookie(arrival, query, { path: '/', maxAge: arrivalSeconds, sameSite: 'lax', secure });
    return `${page}?${query}`;
  };

  /** A provider's answer that fails leads to the page as well, which says so; why is the log's. */
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
    const outgoing = createOutgoing(chosen.issuer);
    fastify.addHook('onClose', () => outgoing.close());

    fastify.get(
      `/auth/${id}`,
      served(id, async (_request, reply) => {
        const attempt = newAttempt(id);
        const { href } = await provider.address(attempt);
        keepAttempt(reply, env, attempt);
        return href;
      }),
    );

    fastify.get(
      `/auth/${id}/callback`,
      served(id, async (request, reply) => {
        const attempt = takeAttempt(request.cookies, reply, env);
        const [, query = ''] = request.url.split('?');
        const state = new URLSearchParams(query).get('state');
        if (!attempt || attempt.provider !== id || attempt.state !== state) throw new Refused('a foreign state');
        if (!(await endAttempt(services.database.kysely, attempt.state))) throw new Refused('answered already');
        const identity = await provider.identity(query, attempt);
        const from = { device: deviceOf(request.headers['user-agent']), address: addressKey(request.ip) };
        const cookies = cookiesOf(request, reply, env.publicUrl);
        const language = languageOf(request.headers['accept-language']);
        return end(reply, await enter({ services, outgoing, provider: id, from, cookies, language }, identity));
      }),
    );
  }

  // The page takes nothing of what a link of another site says, and need not be shown it.
  fastify.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith(`${page}?`)) return;
    const query = request.url.slice(page.length + 1);
    const site = request.headers['sec-fetch-site'];
    if (!new URLSearchParams(query).has('token') || (site !== 'cross-site' && site !== 'same-site')) return;
    if (request.cookies[arrival] !== query) return reply.redirect(page, 302);
  });
}

import { createHash } from 'node:crypto';
import type { api } from '@palabre/common/contract/index.ts';
import { type SocialRefusal, socialProviders } from '@palabre/common/contract/social-login.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '../../env.ts';
import { deviceOf } from '../../platform/device.ts';
import { addressKey } from '../../platform/http/address.ts';
import { createOutgoing } from '../../platform/http/outgoing.ts';
import type { Handlers } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { createSparing } from '../../platform/sparing.ts';
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

/** The page a login by a provider ends on, whatever comes of it (contract.md, « Sessions and codes »). */
const page = '/login';
const arrival = { name: 'arrival', seconds: 60 };
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * Logging in by a provider: the browser is sent to `/auth/{provider}`, from there to the provider, and comes back to
 * `/auth/{provider}/callback` (spec 1 §7). These are pages and no calls: all that they answer is where to go next.
 */
export function serveSocialLogin(fastify: FastifyInstance, services: Services): void {
  const { env } = services;
  const log = createSparing(services.logger);
  const secure = env.publicUrl.startsWith('https:');

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
        return reply.redirect(pageWith({ error: id, reason }), 302);
      }
    };

  const arrive = (reply: FastifyReply, entered: Entered): string => {
    // The code of two-step is asked for as after a password.
    if ('pending' in entered) return pageWith(entered);
    const { name, seconds } = arrival;
    const kept = { path: page, maxAge: seconds, httpOnly: true, sameSite: 'lax', secure } as const;
    void reply.setCookie(name, hashOf(entered.token), kept);
    return pageWith(entered);
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
        return arrive(reply, await enter({ services, outgoing, provider: id, from }, identity));
      }),
    );
  }

  // A link on another site must not open the session of whoever made it: a token that this browser was not given just
  // now is taken from no such link.
  fastify.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith(`${page}?`)) return;
    const token = new URLSearchParams(request.url.slice(page.length)).get('token');
    const site = request.headers['sec-fetch-site'];
    if (token === null || (site !== 'cross-site' && site !== 'same-site')) return;
    if (request.cookies[arrival.name] !== hashOf(token)) return reply.redirect(page, 302);
  });
}

function pageWith(said: Entered | { error: string; reason?: SocialRefusal }): string {
  const given = Object.entries(said).filter(([, value]) => value !== undefined);
  return `${page}?${new URLSearchParams(given as [string, string][])}`;
}

import type { Endpoint } from '@palabre/common/contract/define.ts';
import { idleHeader } from '@palabre/common/contract/people/presence.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import type { Services } from '../services.ts';
import type { Actor } from '../sessions/session.ts';
import { addressOf } from './address.ts';
import { fail } from './errors.ts';
import type { Kind, Shares, Turn } from './floods/shares.ts';
import { demandTwoStep } from './two-step.ts';

/**
 * Makes requests without an actor wait for their turn among the people of their address, before their body is read:
 * public endpoints, pages and their files, missing routes. Must be called before any route is added; a route with
 * `ownTurn` in its config takes its turn itself.
 */
export function takeTurns(fastify: FastifyInstance, shares: Shares): void {
  fastify.decorateRequest('turn', null);
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config?.ownTurn) return void done();
    const kind = request.routeOptions.config?.ofPage ? 'downloads' : 'readings';
    shares.enter({ userId: null, address: addressOf(request) }, kind, reply.raw).then(turn => {
      request.turn = turn;
      done();
    }, done);
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (request.routeOptions.config?.ownTurn) done(null, payload);
    else endTurn.call(fastify, request, reply, payload, done);
  });
}

/** Tells whether the client says that a reading can wait (RFC 9218: urgency 7 is for the background). */
const isBackground = ({ headers: { priority } }: FastifyRequest): boolean =>
  typeof priority === 'string' && /(?:^|[\s,])u=7(?:$|[\s,])/.test(priority);

/** Reads the session token from the Authorization header. */
export function bearerOf(request: FastifyRequest): string | undefined {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' ? token : undefined;
}

/** Reads the time since the person last touched the device, as of the request, in milliseconds; 0 by default. */
function idleMsOf({ headers: { [idleHeader]: said } }: FastifyRequest): number {
  return typeof said === 'string' && /^\d{1,15}$/.test(said) ? Number(said) : 0;
}

/**
 * Authenticates a session token and waits for the person's turn. Refuses a request without a session, after a turn
 * among strangers, and a person without required two-step, unless `options.opening` says otherwise. A token in the
 * header counts as a use of the session.
 * @param options.cookie accepts the token of the cookie too, which browsers send by themselves
 */
export async function askAs(
  services: Pick<Services, 'sessions' | 'shares'>,
  request: FastifyRequest,
  reply: FastifyReply,
  kind: Kind,
  { cookie = false, opening }: { cookie?: boolean; opening?: Pick<Endpoint, 'beforeTwoStep'> } = {},
): Promise<Actor> {
  const bearer = bearerOf(request);
  const token = bearer ?? (cookie ? request.cookies.token : undefined);
  request.actor = (token && (await services.sessions.verify(token))) || null;
  const asker = { userId: request.actor?.userId ?? null, address: addressOf(request) };
  const turn = kind === 'readings' && asker.userId && isBackground(request) ? 'refreshes' : kind;
  request.turn = await services.shares.enter(asker, turn, reply.raw);
  const actor = request.actor ?? fail(await services.sessions.refusalOf(token));
  if (bearer) services.sessions.seen.note(actor.sid, () => addressOf(request), idleMsOf(request));
  demandTwoStep(actor, opening);
  return actor;
}

/** Spends the time of a request once it is answered; runs after the compression. */
export const endTurn: onSendHookHandler = ({ turn, since }, _reply, payload, done) => {
  turn?.answered(since);
  done(null, payload);
};

declare module 'fastify' {
  interface FastifyRequest {
    turn: Turn | null;
  }
  interface FastifyContextConfig {
    /** Whether the route takes the turn of its person itself, or needs none. */
    ownTurn?: boolean;
    /** The route serves a file of the page, which people with a session request without it. */
    ofPage?: boolean;
  }
}

import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import type { Services } from '../services.ts';
import type { Actor } from '../sessions/session.ts';
import { addressOf } from './address.ts';
import { fail } from './errors.ts';
import type { Kind, Shares, Turn } from './floods/shares.ts';

/**
 * Makes what has no actor wait for its turn among the people of its address, before anything of it is read: public endpoints,
 * pages and their files, what does not exist. Before all routes; those whose config says `ownTurn` see to it themselves.
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

/** Finds whose session a token names and waits for their turn; whoever has none waits as nobody does, to be refused. */
export async function askAs(
  services: Pick<Services, 'sessions' | 'shares'>,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string | undefined,
  kind: Kind,
): Promise<Actor> {
  request.actor = (token && (await services.sessions.verify(token))) || null;
  const asker = { userId: request.actor?.userId ?? null, address: addressOf(request) };
  request.turn = await services.shares.enter(asker, kind, reply.raw);
  return request.actor ?? fail('unauthorized');
}

/** Counts what a request took once it is answered; after what makes its answer shorter. */
export const endTurn: onSendHookHandler = ({ turn, since }, _reply, payload, done) => {
  turn?.answered(since);
  done(null, payload);
};

declare module 'fastify' {
  interface FastifyRequest {
    turn: Turn | null;
  }
  interface FastifyContextConfig {
    /** It finds its person and takes their turn, or is answered without any. */
    ownTurn?: boolean;
    /** A file of the page, which who has a session asks for without it. */
    ofPage?: boolean;
  }
}

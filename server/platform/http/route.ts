import type { Access, AccessKind, Endpoint } from '@palabre/common/contract/define.ts';
import { type Sentence, sentences } from '@palabre/common/contract/sentences.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Loaded, load } from '../access.ts';
import type { Db, Tx } from '../postgres/db.ts';
import { type Emit, Outbox, Turns } from '../realtime/events.ts';
import type { Services } from '../services.ts';
import type { Actor } from '../session.ts';
import { fail, type Language, languageOf } from './errors.ts';
import { acceptImage, refuseMultipart, type UploadedImage } from './multipart.ts';

/** What a handler gets: typed input, who asks, the record its access loaded, and a transaction. */
export interface Context<E extends Endpoint> {
  actor: E['access']['kind'] extends 'public' ? null : Actor;
  record: Loaded[E['access']['kind']];
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
  /** The image of a multipart request, when the endpoint takes one and the client sent one. */
  image: UploadedImage | null;
  /** A transaction for what changes something, committed when the handler returns; else plain reads. */
  db: E['method'] extends 'GET' ? Db : Tx;
  /** See {@link Outbox}: said after the commit only. */
  emit: Emit;
  rightsChanged: Outbox['rightsChanged'];
  afterCommit: Outbox['afterCommit'];
  /** Address of the client, for limits. */
  ip: string;
  language: Language;
  /** The sentence in the language of the request. */
  say: (sentence: Sentence) => string;
  /** Overrides the endpoint's status of success: 200 for what existed already. */
  status: (status: 200 | 201) => void;
  services: Services;
}

export type Handler<E extends Endpoint> = (context: Context<E>) => Promise<z.input<E['output']>>;

/** A handler for each endpoint of a feature: one missing does not compile. */
export type Handlers<F extends Record<string, Endpoint>> = { [N in keyof F]: Handler<F[N]> };

const ownTransaction = new WeakSet<object>();
const ownLoading = new WeakSet<object>();

type Direct<E extends Endpoint, Missing extends keyof Context<E> = never> = (
  context: Omit<Context<E>, 'db' | 'emit' | 'rightsChanged' | 'afterCommit' | Missing> & { db: Db },
) => Promise<z.input<E['output']>>;

/**
 * Marks a handler that opens its transactions itself, because it does slow work that must not hold one (hashing
 * a password), or waits for its turn in a place. Its `db` is the pool's.
 */
export function withoutTransaction<E extends Endpoint>(handler: Direct<E>): Handler<E> {
  ownTransaction.add(handler);
  return handler as Handler<E>;
}

/**
 * Marks a handler that also loads and checks its record itself, for many requests at once: posting. It must do
 * so through `access.ts`.
 */
export function withoutLoading<E extends Endpoint>(handler: Direct<E, 'record'>): Handler<E> {
  ownLoading.add(handler);
  return withoutTransaction(handler as Direct<E>);
}

/** Runs work in a transaction, and sends what it emitted once it has committed. */
export async function inTransaction<T>(services: Services, work: (db: Tx, outbox: Outbox) => Promise<T>): Promise<T> {
  const outbox = new Outbox();
  let turn: ReturnType<Turns['take']> | undefined;
  try {
    const result = await services.database.kysely.transaction().execute(async db => {
      const result = await work(db, outbox);
      if (!outbox.silent) turn = turns.take();
      return result;
    });
    await turn?.before;
    await outbox.flush(services.broadcaster);
    return result;
  } finally {
    // The next turn must not begin before this one, even when this one has nothing to say any more.
    turn?.before.then(turn.end);
  }
}

const turns = new Turns();

/** The session's token: from the header, or for GET of files alone from the cookie (contract.md, « HTTP »). */
export function bearerOf(request: FastifyRequest): string | undefined {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' ? token : undefined;
}

type AnyHandler = (context: unknown) => Promise<unknown>;
interface Input {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
}

/** Registers a feature's endpoints below `/api`. */
export function serve<F extends Record<string, Endpoint>>(
  app: FastifyInstance,
  services: Services,
  feature: F,
  handlers: Handlers<F>,
): void {
  for (const [name, endpoint] of Object.entries(feature)) {
    const handler = handlers[name] as unknown as AnyHandler;
    const direct = endpoint.method === 'GET' || ownTransaction.has(handler);
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: {
        summary: endpoint.summary,
        params: endpoint.params,
        querystring: endpoint.query,
        ...(endpoint.method !== 'GET' && { body: endpoint.body }),
        response: { [endpoint.status]: endpoint.output, ...(endpoint.status === 201 && { 200: endpoint.output }) },
        ...(endpoint.access.kind !== 'public' && { security: [{ session: [] }] }),
      },
      preValidation: [endpoint.image ? acceptImage(endpoint.image) : refuseMultipart, leaveOutEmpty],
      // The session comes first: without one, an endpoint tells nothing of its input.
      onRequest: async request => {
        request.actor = await authenticate(services, request, endpoint.access.kind);
      },
      handler: async (request, reply) => {
        const run = (db: Db, outbox: Outbox) => handle(services, endpoint, handler, request, reply, db, outbox);
        const answer = direct ? await run(services.database.kysely, new Outbox()) : await inTransaction(services, run);
        return answer;
      },
    });
  }
}

/**
 * A request without a body is one with nothing in it, and `?search=&societyId=` asks for nothing: the calls of
 * spec 1 §7 and 2 §7 are written so.
 */
async function leaveOutEmpty(request: FastifyRequest): Promise<void> {
  request.body ??= {};
  const given = Object.entries(request.query as Record<string, unknown>).filter(([, value]) => value !== '');
  request.query = Object.fromEntries(given);
}

async function authenticate(services: Services, request: FastifyRequest, kind: AccessKind): Promise<Actor | null> {
  if (kind === 'public') return null;
  const token = bearerOf(request);
  return (token && (await services.sessions.verify(token))) || fail('unauthorized');
}

async function handle(
  services: Services,
  endpoint: Endpoint,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
  db: Db,
  outbox: Outbox,
): Promise<unknown> {
  const input = { params: request.params, query: request.query, body: request.body ?? {} } as Input;
  const language: Language = languageOf(request.headers['accept-language']);
  const { actor } = request;
  const record =
    actor && !ownLoading.has(handler)
      ? await load(endpoint.access as Access, db, actor, input, {
          lock: endpoint.method !== 'GET' && !ownTransaction.has(handler),
        })
      : null;
  reply.status(endpoint.status);
  return handler({
    ...input,
    actor,
    record,
    image: request.image ?? null,
    db,
    emit: outbox.emit,
    rightsChanged: outbox.rightsChanged,
    afterCommit: outbox.afterCommit,
    ip: request.ip,
    language,
    say: (sentence: Sentence) => sentences[sentence][language],
    status: (status: 200 | 201) => reply.status(status),
    services,
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
    image: UploadedImage | null;
  }
}

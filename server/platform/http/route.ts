import type { Access, AccessKind, Endpoint } from '@palabre/common/contract/define.ts';
import { type Sentence, sentences } from '@palabre/common/contract/sentences.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import type { z } from 'zod';
import { lockedBy } from '../access.input.ts';
import { type Loaded, load } from '../access.ts';
import { deviceOf } from '../device.ts';
import { dropDrafts } from '../files/drafts.ts';
import type { Db } from '../postgres/db.ts';
import type { Services } from '../services.ts';
import type { Actor, From } from '../session.ts';
import { inTransaction, type Work } from '../work.ts';
import { addressKey } from './address.ts';
import type { Written } from './answers.ts';
import { compressAnswer, isCompressible } from './compression.ts';
import { type Cookies, cookiesOf } from './cookies.ts';
import { fail, type Language, languageOf } from './errors.ts';
import type { LimitName } from './limits.ts';
import { acceptImage, refuseMultipart, type UploadedImage } from './multipart.ts';
import { acceptFiles, isForm, type UploadedFile } from './uploads.ts';

/** What every handler gets: typed input, and who asks. */
export interface Context<E extends Endpoint> {
  actor: E['access']['kind'] extends 'public' ? null : Actor;
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
  /** The image of a multipart request, when the endpoint takes one and the client sent one. */
  image: UploadedImage | null;
  /** The files of a multipart request, when the endpoint takes some: drafts, gone when the answer has left. */
  files: readonly UploadedFile[];
  /** Address of the client as limits count it. */
  ip: string;
  /** What a session opened by this request is opened with. */
  from: From;
  /** What it says it speaks for, whatever that is worth: for endpoints that anyone may call. */
  bearer: string | undefined;
  cookies: Cookies;
  language: Language;
  /** The sentence in the language of the request. */
  say: (sentence: Sentence) => string;
  /** Overrides the endpoint's status of success: 200 for what existed already. */
  status: (status: 200 | 201) => void;
  services: Services;
}

/** The record that the endpoint's access loaded. */
interface WithRecord<E extends Endpoint> {
  record: Loaded[E['access']['kind']];
}
/** The pool: each query sees what is committed by then. Nothing can be emitted here. */
interface WithDatabase {
  db: Db;
}
/** A transaction, committed when the handler returns, and what it says after that. */
interface WithWork {
  work: Work;
}

type Answer<E extends Endpoint> = z.input<E['output']> | Written<z.input<E['output']>>;
type Handle<E extends Endpoint, Given> = (context: Context<E> & Given) => Promise<Answer<E>>;

/**
 * A handler is a plain function: of a GET, it reads; of anything else, it runs in a transaction under the lock that
 * its access takes. One that must run otherwise says how:
 *
 * - `own transactions`: it opens them itself (`inTransaction`), because it does slow work that must not hold one
 *   (hashing a password), or waits for its turn in a place;
 * - `own loading`: it also loads and checks its record itself, through `access.places.ts`: for many requests at once.
 */
export type Handler<E extends Endpoint> =
  | (E['method'] extends 'GET'
      ? Handle<E, WithRecord<E> & WithDatabase>
      : Handle<E, WithRecord<E> & WithWork> | OwnTransactions<E>)
  | { runs: 'own loading'; beforeFiles?: CheckBeforeFiles<E>; handle: Handle<E, WithDatabase> };

/** Judges, by the fields that came before them, whether files may come; an answer says that none is needed. */
type CheckBeforeFiles<E extends Endpoint> = (
  context: Pick<Context<E>, 'services' | 'body'> & { actor: Actor },
) => Promise<z.input<E['output']> | undefined>;

interface OwnTransactions<E extends Endpoint> {
  runs: 'own transactions';
  /** A limit of which each request from an address spends a point, before anything of its body is read. */
  spends?: LimitName;
  handle: Handle<E, WithRecord<E> & WithDatabase>;
}

/** A handler for each endpoint of a feature: one missing does not compile. */
export type Handlers<F extends Record<string, Endpoint>> = { [N in keyof F]: Handler<F[N]> };

/** The session's token: from the header, or for GET of files alone from the cookie (contract.md, « HTTP »). */
export function bearerOf(request: FastifyRequest): string | undefined {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' ? token : undefined;
}

interface Input {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
}

/** What a request counts for that is refused before it is served: reading a form may cost as much. */
const refusingMs = 3;

/** Registers a feature's endpoints below `/api`. */
export function serve<F extends Record<string, Endpoint>>(
  app: FastifyInstance,
  services: Services,
  feature: F,
  handlers: Handlers<F>,
): void {
  const countTime: onSendHookHandler = ({ actor, since }, _reply, payload, done) => {
    if (actor) services.shares.count(actor.userId, since ?? performance.now() - refusingMs);
    done(null, payload);
  };
  for (const [name, endpoint] of Object.entries(feature)) {
    const handler = handlers[name] as AnyHandler;
    const run = runner(services, endpoint, handler);
    const spends = typeof handler === 'function' ? undefined : handler.spends;
    const plain = endpoint.method === 'GET' ? 'readings' : 'changes';
    const ofForms = endpoint.files ? 'files' : endpoint.image ? 'pictures' : plain;
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: {
        params: endpoint.params,
        querystring: endpoint.query,
        ...(endpoint.method !== 'GET' && { body: endpoint.body }),
        response: { [endpoint.status]: endpoint.output, ...(endpoint.status === 201 && { 200: endpoint.output }) },
      },
      ...(endpoint.files && { config: { takesFiles: true } }),
      preValidation: [acceptForm(services, endpoint, handler), leaveOutEmpty],
      // The session comes first: without one, an endpoint tells nothing of its input. Nothing of a body is read before
      // what limits it is spent.
      onRequest: async (request, reply) => {
        if (spends) await services.limits.spend(spends, addressKey(request.ip));
        request.actor = await authenticate(services, request, endpoint.access.kind);
        if (!request.actor) return;
        const kind = isForm(request) ? ofForms : plain;
        await services.shares.enter(request.actor.userId, kind, reply.raw);
      },
      onSend: [...(isCompressible(endpoint) ? [compressAnswer] : []), countTime],
      handler: async (request, reply) => {
        reply.status(endpoint.status);
        request.since = performance.now();
        const context = contextOf(services, request, reply);
        try {
          return await run(context);
        } finally {
          if (context.files.length > 0) await dropDrafts(context.files);
        }
      },
    });
  }
}

type AnyContext = Omit<Context<Endpoint>, keyof Input | 'actor'> & Input & { actor: Actor | null };
type AnyHandle = (context: AnyContext & { record?: unknown; db?: Db; work?: Work }) => Promise<unknown>;
interface AnyOwn {
  runs: 'own transactions' | 'own loading';
  spends?: LimitName;
  beforeFiles?: (context: Pick<AnyContext, 'services' | 'body'> & { actor: Actor }) => Promise<unknown>;
  handle: AnyHandle;
}
type AnyHandler = AnyHandle | AnyOwn;

/** What reads the form of a request: one picture, files, or none. */
function acceptForm(services: Services, endpoint: Endpoint, handler: AnyHandler) {
  if (endpoint.image) return acceptImage(endpoint.image);
  if (!endpoint.files) return refuseMultipart;
  const check = typeof handler === 'function' ? undefined : handler.beforeFiles;
  return acceptFiles(endpoint.files, services.storage.drafts, async (request, fields) => {
    const actor = request.actor ?? fail('unauthorized');
    await services.limits.check('uploads', actor.userId);
    const { data } = endpoint.body.safeParse(fields);
    return check?.({ services, actor, body: (data ?? fail('invalid_input')) as Input['body'] });
  });
}

/** How a handler is run: with what it needs, and nothing else there to be called. */
function runner(services: Services, { access, method }: Endpoint, handler: AnyHandler) {
  const { kysely: db } = services.database;
  const record = async (db: Db, context: AnyContext, lock: boolean) =>
    context.actor && load(access as Access, db, context.actor, context, { lock });
  if (typeof handler !== 'function') {
    const { runs, handle } = handler;
    return runs === 'own loading'
      ? (context: AnyContext) => handle(Object.assign(context, { db }))
      : async (context: AnyContext) => handle(Object.assign(context, { db, record: await record(db, context, false) }));
  }
  if (method === 'GET') {
    return async (context: AnyContext) =>
      handler(Object.assign(context, { db, record: await record(db, context, false) }));
  }
  return async (context: AnyContext) =>
    inTransaction(
      services,
      async work => handler(Object.assign(context, { work, record: await record(work.db, context, true) })),
      await lockedBy(access as Access, db, context),
    );
}

function contextOf(services: Services, request: FastifyRequest, reply: FastifyReply): AnyContext {
  const language = languageOf(request.headers['accept-language']);
  return {
    actor: request.actor,
    params: request.params as Input['params'],
    query: request.query as Input['query'],
    body: (request.body ?? {}) as Input['body'],
    image: request.image ?? null,
    // From here on they are the handler's, whatever becomes of the connection.
    files: request.uploads?.splice(0) ?? [],
    // Found by looking at proxies: only for who asks.
    get ip() {
      return addressKey(request.ip);
    },
    get from() {
      return { device: deviceOf(request.headers['user-agent']), address: addressKey(request.ip) };
    },
    bearer: bearerOf(request),
    get cookies() {
      return cookiesOf(request, reply, services.env.publicUrl);
    },
    language,
    say: sentence => sentences[sentence][language],
    status: status => void reply.status(status),
    services,
  };
}

/**
 * A request without a body is one with nothing in it, and `?search=&societyId=` asks for nothing: the calls of
 * spec 1 §7 and 2 §7 are written so.
 */
async function leaveOutEmpty(request: FastifyRequest): Promise<void> {
  request.body ??= {};
  const query = request.query as Record<string, unknown>;
  for (const name of Object.keys(query)) if (query[name] === '') delete query[name];
}

async function authenticate(services: Services, request: FastifyRequest, kind: AccessKind): Promise<Actor | null> {
  if (kind === 'public') return null;
  const token = bearerOf(request);
  const actor = (token && (await services.sessions.verify(token))) || fail('unauthorized');
  services.sessions.seen.note(actor.sid, () => addressKey(request.ip));
  return actor;
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
    /** When it began to be served, once all of it was there. */
    since: number | null;
    image: UploadedImage | null;
    uploads: UploadedFile[] | null;
  }
  interface FastifyContextConfig {
    /** Its forms may be as long as all the files of a message, and are not held in memory. */
    takesFiles?: boolean;
  }
}

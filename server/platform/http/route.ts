import type { ServerResponse } from 'node:http';
import type { Access, Endpoint } from '@palabre/common/contract/define.ts';
import { type Sentence, sentences } from '@palabre/common/contract/sentences.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { lockedBy } from '../access/access.lines.ts';
import { type Loaded, load } from '../access/access.ts';
import { dropDrafts } from '../files/drafts.ts';
import type { Db } from '../postgres/db.ts';
import type { Services } from '../services.ts';
import { deviceOf } from '../sessions/device.ts';
import { isKnownDevice } from '../sessions/known-devices.ts';
import type { Actor, From } from '../sessions/session.ts';
import { inTransaction, type Work } from '../work.ts';
import { addressOf } from './address.ts';
import type { Written } from './answers.ts';
import { askAs, bearerOf, endTurn } from './asking.ts';
import { type Cookies, cookiesOf } from './cookies.ts';
import { AppError, demand, fail, type Language, languageOf } from './errors.ts';
import { bodyBytes } from './floods/bodies.ts';
import type { LimitName } from './floods/limits.ts';
import { acceptImage, refuseMultipart, type UploadedImage } from './multipart.ts';
import { compressAnswer, isCompressible } from './page/compression.ts';
import { demandOpenFields } from './two-step.ts';
import { acceptFiles, isForm, type UploadedFile } from './uploads.ts';

/** Context of every handler: typed input, and the actor. */
export interface Context<E extends Endpoint> {
  actor: E['access']['kind'] extends 'public' ? null : Actor;
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
  /** Image of a multipart request, when the endpoint takes one and the client sent one. */
  image: UploadedImage | null;
  /** Files of a multipart request, when the endpoint takes some: drafts, deleted once the answer has left. */
  files: readonly UploadedFile[];
  /** Address of the client, for rate limits. */
  ip: string;
  /** Device and address of a session opened by this request. */
  from: From;
  /** Bearer token as sent, unverified: for public endpoints. */
  bearer: string | undefined;
  cookies: Cookies;
  /**
   * Rate-limit refusal of the address, when a browser known to some account was let through: the refusal applies to
   * everyone else.
   */
  refusal: AppError | null;
  language: Language;
  /** Returns a sentence in the language of the request. */
  say: (sentence: Sentence) => string;
  /** Overrides the success status of the endpoint: 200 when the record existed already. */
  status: (status: 200 | 201) => void;
  /** Connection of the client, for work that is dropped once nobody waits for its answer. */
  response: ServerResponse;
  services: Services;
}

/** Record that the access of the endpoint loaded. */
interface WithRecord<E extends Endpoint> {
  record: Loaded[E['access']['kind']];
}
/** Connection pool: each query sees the latest commits. Nothing can be emitted. */
interface WithDatabase {
  db: Db;
}
/** Transaction, committed when the handler returns, with the events to emit after the commit. */
interface WithWork {
  work: Work;
}

type Answer<E extends Endpoint> = z.input<E['output']> | Written<z.input<E['output']>>;
type Handle<E extends Endpoint, Given> = (context: Context<E> & Given) => Promise<Answer<E>>;

/**
 * Handler of an endpoint, a plain function. A GET handler reads; any other runs in a transaction, under the lock that
 * its access takes. Exceptions:
 *
 * - `own transactions`: it opens transactions itself (`inTransaction`), because it does slow work that must not hold
 *   one (hashing a password), or waits for its turn in a place;
 * - `own loading`: it also loads and checks its record itself, through `access.places.ts` or `access.pages.ts`, batched
 *   over many requests.
 */
export type Handler<E extends Endpoint> =
  | (E['method'] extends 'GET'
      ? Handle<E, WithRecord<E> & WithDatabase>
      : Handle<E, WithRecord<E> & WithWork> | OwnTransactions<E>)
  | { runs: 'own loading'; beforeFiles?: CheckBeforeFiles<E>; handle: Handle<E, WithDatabase> };

/**
 * Checks, by the fields before the first file, whether files may be sent; a returned answer means that no file is
 * needed.
 */
type CheckBeforeFiles<E extends Endpoint> = (
  context: Pick<Context<E>, 'services' | 'body'> & { actor: Actor },
) => Promise<z.input<E['output']> | undefined>;

interface OwnTransactions<E extends Endpoint> {
  runs: 'own transactions';
  /** Rate limit of the client address, spent by each request before its body is read. */
  spends?: LimitName;
  /** Whether a refused browser is let through if somebody has logged in there; the handler then reads its `refusal`. */
  sparesKnown?: true;
  handle: Handle<E, WithRecord<E> & WithDatabase>;
}

/** Handlers of a feature, one for each endpoint: a missing one does not compile. */
export type Handlers<F extends Record<string, Endpoint>> = { [N in keyof F]: Handler<F[N]> };

interface Input {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
}

/** Registers the endpoints of a feature, for `serves` in its `X.feature.ts`. */
export const serving =
  <F extends Record<string, Endpoint>>(feature: F, handlers: Handlers<F>) =>
  (api: FastifyInstance, services: Services): void =>
    serve(api, services, feature, handlers);

/** Registers the endpoints of a feature that serves other routes too. */
export function serve<F extends Record<string, Endpoint>>(
  app: FastifyInstance,
  services: Services,
  feature: F,
  handlers: Handlers<F>,
): void {
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
      ...(endpoint.access.kind === 'public' && { bodyLimit: bodyBytes.public }),
      config: { ...(endpoint.files && { takesFiles: true }), ownTurn: endpoint.access.kind !== 'public' },
      preValidation: [acceptForm(services, endpoint, handler), leaveOutEmpty],
      // The session is checked first: without one, an endpoint reveals nothing about its input. Rate limits are spent
      // before the body is read.
      onRequest: async (request, reply) => {
        if (spends) await spendOfAddress(services, request, spends, handler);
        if (endpoint.access.kind === 'public') return;
        const kind = isForm(request) ? ofForms : plain;
        const { guestUntilMs } = await askAs(services, request, reply, kind, { opening: endpoint });
        demand(guestUntilMs === null || endpoint.guests, 'guest_not_allowed');
      },
      onSend: [
        ...(isCompressible(endpoint) ? [compressAnswer] : []),
        ...(endpoint.access.kind !== 'public' ? [endTurn] : []),
      ],
      handler: async (request, reply) => {
        reply.status(endpoint.status);
        request.since = performance.now();
        demandOpenFields(request, endpoint);
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
  sparesKnown?: true;
  beforeFiles?: (context: Pick<AnyContext, 'services' | 'body'> & { actor: Actor }) => Promise<unknown>;
  handle: AnyHandle;
}
type AnyHandler = AnyHandle | AnyOwn;

async function spendOfAddress(services: Services, request: FastifyRequest, spends: LimitName, handler: AnyHandler) {
  const { limits, database } = services;
  await limits.spend(spends, addressOf(request)).catch(async error => {
    const spares = typeof handler !== 'function' && handler.sparesKnown && error instanceof AppError;
    if (!spares || !(await isKnownDevice(database.kysely, { get: name => request.cookies[name] }))) throw error;
    request.refusal = error;
  });
}

/** Chooses the reader of the form of a request: one picture, files, or no form. */
function acceptForm(services: Services, endpoint: Endpoint, handler: AnyHandler) {
  if (endpoint.image) return acceptImage(endpoint.image);
  if (!endpoint.files) return refuseMultipart;
  const check = typeof handler === 'function' ? undefined : handler.beforeFiles;
  return acceptFiles(endpoint.files, services, async (request, fields) => {
    const actor = request.actor ?? fail('unauthorized');
    await services.limits.check('uploads', actor.userId);
    const { data } = endpoint.body.safeParse(fields);
    return check?.({ services, actor, body: (data ?? fail('invalid_input')) as Input['body'] });
  });
}

/** Wraps a handler so that it gets only the context that its kind may use. */
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
      context.actor
        ? await lockedBy(access as Access, { db, actor: context.actor, input: context, locked: services.locked })
        : undefined,
    );
}

function contextOf(services: Services, request: FastifyRequest, reply: FastifyReply): AnyContext {
  const language = languageOf(request.headers['accept-language'], services.settings.language ?? 'fr');
  return {
    actor: request.actor,
    params: request.params as Input['params'],
    query: request.query as Input['query'],
    body: (request.body ?? {}) as Input['body'],
    image: request.image ?? null,
    // Moved to the handler, which keeps them even if the connection closes.
    files: request.uploads?.splice(0) ?? [],
    ip: addressOf(request),
    get from() {
      return { device: deviceOf(request.headers['user-agent']), address: addressOf(request) };
    },
    bearer: bearerOf(request),
    get cookies() {
      return cookiesOf(request, reply, services.env.publicUrl);
    },
    refusal: request.refusal,
    language,
    say: sentence => sentences[sentence][language],
    status: status => void reply.status(status),
    response: reply.raw,
    services,
  };
}

/**
 * Fills a missing body with `{}`, and drops empty query parameters, since clients without filters send
 * `?search=&societyId=`.
 */
async function leaveOutEmpty(request: FastifyRequest): Promise<void> {
  request.body ??= {};
  const query = request.query as Record<string, unknown>;
  for (const name of Object.keys(query)) if (query[name] === '') delete query[name];
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
    refusal: AppError | null;
    /** Time at which its handler began, once the request had arrived whole. */
    since: number | null;
    image: UploadedImage | null;
    uploads: UploadedFile[] | null;
  }
  interface FastifyContextConfig {
    /** Whether it takes files: such forms may be as long as all files of a message, and are not held in memory. */
    takesFiles?: boolean;
  }
}

import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * Where an endpoint finds the id of the record its caller must have access to, as a path into its input.
 */
export type IdSource = `params.${string}` | `query.${string}` | 'body.workspaceId' | 'body' | 'query';

/**
 * Who may call an endpoint. Every endpoint states one; the server's `access.ts` has one loader a kind, which
 * answers « not found » for what its caller may not know of, before any handler runs.
 *
 * - `public`: nobody's session is needed.
 * - `session`: anyone logged in.
 * - `self`: the person whose id is in the path, and nobody else.
 * - `ownSession`: one of one's own sessions.
 * - `discoverable`: a workspace one may see as a card (open, one's own, or of one's society).
 * - `joinable`: a workspace one may enter without an invitation; a restricted one says that it is.
 * - `member`: a workspace one is a member of.
 * - `channel`: a channel one may see.
 * - `conversation`: a conversation one is in.
 * - `society`: a society; all who are logged in may know of it.
 * - `societyMember`: a society one is a member of.
 * - `place`: the channel or conversation named by `channelId` or `conversationId`, which one may read.
 * - `message`: a message whose place one may read.
 * - `role`, `invite`: a role or invite of a workspace one is a member of.
 * - `notification`: one's own notification.
 * - `administrator`: nothing but being an administrator; for others nothing is there.
 * - `file`: an attachment of a message one may read, or a picture of a person or place.
 */
export type AccessKind =
  | 'public'
  | 'session'
  | 'self'
  | 'ownSession'
  | 'discoverable'
  | 'joinable'
  | 'member'
  | 'channel'
  | 'conversation'
  | 'society'
  | 'societyMember'
  | 'place'
  | 'message'
  | 'role'
  | 'invite'
  | 'notification'
  | 'administrator'
  | 'file';

export interface Access<K extends AccessKind = AccessKind> {
  kind: K;
  id: IdSource;
}

const rule =
  <K extends AccessKind>(kind: K) =>
  (id: IdSource = 'params.id'): Access<K> => ({ kind, id });

/** The vocabulary of `access:` in an endpoint; see {@link AccessKind}. */
export const access = {
  public: rule('public')(),
  session: rule('session')(),
  self: rule('self')(),
  ownSession: rule('ownSession'),
  discoverable: rule('discoverable'),
  joinable: rule('joinable'),
  member: rule('member'),
  channel: rule('channel'),
  conversation: rule('conversation'),
  society: rule('society'),
  societyMember: rule('societyMember'),
  place: rule('place'),
  message: rule('message'),
  role: rule('role'),
  invite: rule('invite'),
  notification: rule('notification'),
  administrator: rule('administrator')(),
  file: rule('file'),
};

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** An endpoint as declared: everything the server, the web client, the tests and OpenAPI need to know of it. */
export interface Endpoint<
  K extends AccessKind = AccessKind,
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  M extends Method = Method,
> {
  method: M;
  /** Path below `/api`, with `:name` for each path parameter. */
  path: `/${string}`;
  access: Access<K>;
  summary: string;
  params: P;
  query: Q;
  body: B;
  output: O;
  /** Status of a success: 201 where something was created. */
  status: 200 | 201;
  /** Whether 200 may stand for 201: what was to be created is there already. */
  existing?: true;
  /** Codes of the failures that are its own, beside those of its access and of what it takes. */
  refuses?: readonly ErrorCode[];
  /** Name of the one image field that may come as multipart beside the body's fields. */
  image?: string;
  /** Name of the field in which files may come, several times, as multipart beside the body's fields. */
  files?: string;
}

const nothing = z.object({});
type Nothing = typeof nothing;

/**
 * Declares an endpoint. What is left out takes nothing (`params`, `query`, `body`) or its default (`status` 200).
 */
export function endpoint<
  K extends AccessKind,
  O extends z.ZodType,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  M extends Method = Method,
>(
  declared: Pick<Endpoint<K, P, Q, B, O, M>, 'method' | 'path' | 'access' | 'summary' | 'output'> &
    Partial<
      Pick<
        Endpoint<K, P, Q, B, O, M>,
        'params' | 'query' | 'body' | 'status' | 'existing' | 'refuses' | 'image' | 'files'
      >
    >,
): Endpoint<K, P, Q, B, O, M> {
  return {
    status: 200,
    ...declared,
    params: (declared.params ?? nothing) as P,
    query: (declared.query ?? nothing) as Q,
    body: (declared.body ?? nothing) as B,
  };
}

/** What a caller of the endpoint gives; a part that takes nothing may be left out. */
export type InputOf<E extends Endpoint> = (Record<string, never> extends z.input<E['params']>
  ? { params?: z.input<E['params']> }
  : { params: z.input<E['params']> }) &
  (Record<string, never> extends z.input<E['query']>
    ? { query?: z.input<E['query']> }
    : { query: z.input<E['query']> }) &
  (Record<string, never> extends z.input<E['body']> ? { body?: z.input<E['body']> } : { body: z.input<E['body']> });

/** What a successful call answers. */
export type OutputOf<E extends Endpoint> = z.output<E['output']>;

/** A realtime event: the schema of its payload, and a sentence that says who receives it. */
export interface EventDefinition<P extends z.ZodType = z.ZodType> {
  payload: P;
  to: string;
}

/** Declares a realtime event that the server sends. */
export function event<P extends z.ZodType>(payload: P, to: string): EventDefinition<P> {
  return { payload, to };
}

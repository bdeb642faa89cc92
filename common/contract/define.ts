import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** Path into an endpoint's input to the id of the record that the caller must have access to. */
export type IdSource = `params.${string}` | `query.${string}` | 'body.workspaceId' | 'body' | 'query';

/**
 * Who may call an endpoint. Every endpoint states one kind. The server's `access.ts` has one loader for each kind; the
 * loader runs before the handler and answers « not found » for a record that the caller may not know of.
 *
 * - `public`: anyone, without a session.
 * - `session`: anyone logged in.
 * - `self`: the person whose id is in the path, and nobody else.
 * - `ownSession`: a session of the caller's.
 * - `discoverable`: a workspace whose card the caller may see (open, the caller's own, or of the caller's society).
 * - `joinable`: a workspace the caller may join without an invitation; a restricted workspace is refused by its own code.
 * - `member`: a workspace the caller is a member of.
 * - `channel`: a channel the caller may see.
 * - `conversation`: a conversation the caller is in.
 * - `society`: any society, for anyone logged in.
 * - `societyMember`: a society the caller is a member of.
 * - `place`: the channel, conversation or thread named by `channelId`, `conversationId` or `threadId`, if the caller may
 *   read it.
 * - `message`: a message in a place the caller may read.
 * - `thread`: the thread under a message of a place the caller may read, or of a reply in it; the message may be deleted
 *   if it has replies.
 * - `role`, `invite`, `emailInvite`: a role, invite or invitation by mail of a workspace the caller is a member of.
 * - `notification`: a notification of the caller's.
 * - `scheduled`: a scheduled message or reminder of the caller's.
 * - `administrator`: administrators; anyone else gets « not found ».
 * - `file`: an attachment of a message the caller may read, or a picture of a person or place.
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
  | 'thread'
  | 'role'
  | 'invite'
  | 'emailInvite'
  | 'notification'
  | 'scheduled'
  | 'administrator'
  | 'file';

/** Access rule of an endpoint: the kind, and where the input holds the record's id. */
export interface Access<K extends AccessKind = AccessKind> {
  kind: K;
  id: IdSource;
}

const rule =
  <K extends AccessKind>(kind: K) =>
  (id: IdSource = 'params.id'): Access<K> => ({ kind, id });

/** Access rules that an endpoint may state; {@link AccessKind} explains each kind. */
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
  thread: rule('thread'),
  role: rule('role'),
  invite: rule('invite'),
  emailInvite: rule('emailInvite'),
  notification: rule('notification'),
  scheduled: rule('scheduled'),
  administrator: rule('administrator')(),
  file: rule('file'),
};

/** HTTP methods of endpoints. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Declaration of an endpoint: the single source for the server, the web client, the tests and OpenAPI. */
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
  /** Status of a success: 201 when the call creates a record. */
  status: 200 | 201;
  /** Whether the endpoint answers 200 instead of 201 when the record already exists. */
  existing?: true;
  /**
   * Whether guests may call the endpoint, for channels they are let into. Without it, they are refused with
   * `guest_not_allowed`, whatever they ask for.
   */
  guests?: true;
  /**
   * Whether people whose account lacks the required two-step may call the endpoint, or with which fields of its body
   * alone. Without it, they are refused with `two_step_required`, whatever they ask for.
   */
  beforeTwoStep?: true | readonly string[];
  /** Error codes of this endpoint, beside the codes of its access kind and of input validation. */
  refuses?: readonly ErrorCode[];
  /** Name of the image field that a multipart body may carry beside the other fields. */
  image?: string;
  /** Name of the field that a multipart body may repeat, once a file, beside the other fields. */
  files?: string;
}

const nothing = z.object({});
type Nothing = typeof nothing;

/** Declares an endpoint. Omitted `params`, `query` and `body` take no fields; an omitted `status` is 200. */
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
        'params' | 'query' | 'body' | 'status' | 'existing' | 'guests' | 'beforeTwoStep' | 'refuses' | 'image' | 'files'
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

/** Input of a call to the endpoint. A part without required fields may be omitted. */
export type InputOf<E extends Endpoint> = (Record<string, never> extends z.input<E['params']>
  ? { params?: z.input<E['params']> }
  : { params: z.input<E['params']> }) &
  (Record<string, never> extends z.input<E['query']>
    ? { query?: z.input<E['query']> }
    : { query: z.input<E['query']> }) &
  (Record<string, never> extends z.input<E['body']> ? { body?: z.input<E['body']> } : { body: z.input<E['body']> });

/** Response body of a successful call. */
export type OutputOf<E extends Endpoint> = z.output<E['output']>;

/** A realtime event: the schema of its payload, and its recipients in words. */
export interface EventDefinition<P extends z.ZodType = z.ZodType> {
  payload: P;
  to: string;
}

/** Declares a realtime event that the server sends. */
export function event<P extends z.ZodType>(payload: P, to: string): EventDefinition<P> {
  return { payload, to };
}

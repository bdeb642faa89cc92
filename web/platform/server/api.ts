import type { Endpoint, InputOf, OutputOf } from '@palabre/common/contract/define.ts';
import type { ErrorCode, Failure } from '@palabre/common/contract/errors.ts';
import { idleHeader, presenceTimes } from '@palabre/common/contract/people/presence.ts';
import { idleMs } from '../device/input.ts';
import { endSession, sessionRefusals, useSession } from '../session/session.ts';
import { currentLanguage, i18n } from '../words/i18n.ts';

/** Failure of a call: an error response of the server, or no response (`network`, status 0). */
export class ApiError extends Error {
  override name = 'ApiError';
  status: number;
  code: ErrorCode | 'network';
  /** Problems by field, for `invalid_input`. */
  issues: { path: string; message: string }[];
  /** Seconds to wait before a retry, if the server says so. */
  retryAfter: number | null;
  /** Whether the message is the server's own sentence. */
  isTold = true;
  /** Whether the person declined the action that would have let a retry succeed; the failure is then not shown. */
  declined = false;

  constructor(
    failure: Pick<ApiError, 'status' | 'code' | 'message'> &
      Partial<Pick<ApiError, 'issues' | 'retryAfter' | 'isTold'>>,
  ) {
    super(failure.message);
    this.status = failure.status;
    this.code = failure.code;
    this.issues = failure.issues ?? [];
    this.retryAfter = failure.retryAfter ?? null;
    this.isTold = failure.isTold ?? true;
  }
}

/** Returns the sentence to show for any failure. */
export function failureMessage(cause: unknown): string {
  return (cause instanceof Error && cause.message) || 'An unknown error occurred';
}

/** Tells whether a failure follows from the person's own refusal (`declined`), so that it is not shown. */
export const isDeclined = (cause: unknown): boolean => cause instanceof ApiError && cause.declined;

/** Tells whether the server answered 403 or 404. */
export const isRefusal = (cause: unknown): boolean =>
  cause instanceof ApiError && (cause.status === 403 || cause.status === 404);

/**
 * Tells whether a call failed for a transient reason: no answer, too many calls, or a server that cannot answer now.
 */
export const isPassing = (cause: unknown): cause is ApiError =>
  cause instanceof ApiError && (cause.status === 0 || cause.status === 429 || cause.status >= 500);

/** Turns a failure with one of `codes` into an issue of the field `path`, so that the form shows it at that field. */
export function atField(cause: unknown, path: string, codes: readonly ErrorCode[]): unknown {
  if (!(cause instanceof ApiError) || !codes.some(code => code === cause.code)) return cause;
  return new ApiError({ ...cause, message: cause.message, issues: [{ path, message: cause.message }] });
}

/** Asks the person for the action that a refusal needs (a password, say). Resolves with whether to retry the call. */
type Mend = () => Promise<boolean>;

const mends = new Map<ErrorCode, Mend>();

/**
 * Registers the action that follows a failure with this code; every such call is then retried once. Returns the function
 * that unregisters.
 */
export function onRefusal(code: ErrorCode, mend: Mend): () => void {
  mends.set(code, mend);
  return () => {
    if (mends.get(code) === mend) mends.delete(code);
  };
}

/** Runs the action that follows a refusal with this code, and resolves with whether to retry; undefined without one. */
export const mended = (code: string): Promise<boolean> | undefined => mends.get(code as ErrorCode)?.();

/** Options of a call. */
export interface CallOptions {
  signal?: AbortSignal;
  /** Token to send instead of the session's. */
  token?: string | null;
  /** Whether {@link onRefusal} applies to the call; true by default. */
  mend?: boolean;
  /**
   * Whether the request is of low priority, since the page shows an earlier answer: the server lets other requests go
   * first.
   */
  background?: boolean;
  /** Function to use instead of `fetch`. */
  send?: (address: string, init: RequestInit) => Promise<Response>;
}

/** Input of a call: the endpoint's input, with its image or its files (the body is then multipart). */
export type CallInput<E extends Endpoint> = InputOf<E> & { image?: File | null; files?: readonly File[] };

type CallArguments<E extends Endpoint> =
  Record<string, never> extends InputOf<E>
    ? [input?: CallInput<E>, options?: CallOptions]
    : [input: CallInput<E>, options?: CallOptions];

interface LooseInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  image?: File | null;
  files?: readonly File[];
}

const fieldsOf = (part: unknown) => Object.entries((part ?? {}) as Record<string, unknown>);

/** Returns the path and query string of a call to an endpoint. */
export function addressOf(endpoint: Endpoint, input: LooseInput = {}): string {
  let path: string = endpoint.path;
  for (const [name, value] of fieldsOf(input.params))
    path = path.replace(`:${name}`, encodeURIComponent(String(value)));
  const query = new URLSearchParams();
  for (const [name, value] of fieldsOf(input.query)) {
    if (value !== undefined && value !== null) query.append(name, String(value));
  }
  const text = query.toString();
  return `/api${path}${text ? `?${text}` : ''}`;
}

function formOf(endpoint: Endpoint, input: LooseInput, files: readonly File[]): FormData {
  const form = new FormData();
  for (const [name, value] of fieldsOf(input.body)) {
    if (value === undefined || value === null) continue;
    form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  for (const file of files) form.append(endpoint.image ?? endpoint.files ?? 'file', file, file.name);
  return form;
}

function failureOf(response: Response, body: unknown): ApiError {
  const failure = (typeof body === 'object' && body !== null ? body : {}) as Partial<Failure>;
  const wait = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  return new ApiError({
    status: response.status,
    code: failure.code ?? (response.status >= 500 ? 'unavailable' : 'internal'),
    message: failure.message ?? i18n.t(response.status >= 500 ? 'unavailable' : 'genericError'),
    issues: failure.issues,
    isTold: failure.message !== undefined,
    retryAfter: Number.isNaN(wait) ? null : wait,
  });
}

/**
 * Calls an endpoint. A failure is thrown as {@link ApiError}; a 401 also ends the session, which leads to `/login`. A
 * call that is refused until the person takes an action is retried once they have (`onRefusal`).
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input, options = {}]: CallArguments<E>
): Promise<OutputOf<E>> {
  try {
    return await ask(endpoint, input ?? {}, options);
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.code === 'network' || options.mend === false) throw cause;
    const mending = mended(cause.code);
    if (!mending) throw cause;
    cause.declined = !(await mending);
    if (cause.declined) throw cause;
  }
  return ask(endpoint, input ?? {}, options);
}

/** Receives the response to a change, or undefined if the call failed. */
export type Settle = (answer?: unknown) => void;

/** Time without input from which a request reports it: below, `activity` is just as late. */
const idleFromMs = presenceTimes.heartbeat * 1_000;

let heed: ((endpoint: Endpoint, input: LooseInput) => Settle) | null = null;

/**
 * Registers an observer of changes (all methods but GET). `begin` is called as the request starts and returns the function
 * that receives the response, before the caller does.
 */
export function onChange(begin: typeof heed): void {
  heed = begin;
}

async function ask<E extends Endpoint>(endpoint: E, loose: LooseInput, options: CallOptions): Promise<OutputOf<E>> {
  const settle = endpoint.method === 'GET' ? undefined : heed?.(endpoint, loose);
  let answer: OutputOf<E> | undefined;
  try {
    answer = await fetched(endpoint, loose, options);
    return answer;
  } finally {
    settle?.(answer);
  }
}

async function fetched<E extends Endpoint>(endpoint: E, loose: LooseInput, options: CallOptions): Promise<OutputOf<E>> {
  const isPublic = endpoint.access.kind === 'public';
  const token = options.token ?? (isPublic ? null : useSession.getState().token);
  const headers = new Headers({ accept: 'application/json', 'accept-language': currentLanguage() });
  if (token) headers.set('authorization', `Bearer ${token}`);
  // Requests that the page sends by itself don't keep a session in use.
  const idle = idleMs();
  if (token && idle >= idleFromMs) headers.set(idleHeader, String(idle));
  if (options.background) headers.set('priority', 'u=7');

  let body: BodyInit | undefined;
  const files = loose.image ? [loose.image] : loose.files;
  if (files) body = formOf(endpoint, loose, files);
  else if (loose.body !== undefined) {
    headers.set('content-type', 'application/json');
    body = JSON.stringify(loose.body);
  }

  let response: Response;
  let answer: unknown;
  try {
    response = await (options.send ?? fetch)(addressOf(endpoint, loose), {
      method: endpoint.method,
      headers,
      body,
      credentials: 'same-origin',
      signal: options.signal,
    });
    const text = await response.text();
    answer = text && response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : null;
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new ApiError({ status: 0, code: 'network', message: i18n.t('network'), isTold: false });
  }
  if (response.ok) return answer as OutputOf<E>;

  const failure = failureOf(response, answer);
  if (failure.status === 401 && !isPublic && token && token === useSession.getState().token)
    endSession(sessionRefusals[failure.code] ?? 'expired');
  throw failure;
}

import { type ErrorCode, errors, type Failure, wrongCodes } from '@palabre/common/contract/errors.ts';
import type { Refusal } from '../pacing/refusals.ts';

/** Language of the sentences of an answer. */
export type Language = 'fr' | 'en';

interface Details {
  issues?: Failure['issues'];
  /** Limit to insert in the sentence, in place of `{n}`. */
  n?: number;
  /** Name of a file to insert in the sentence, in place of `{file}`. */
  file?: string;
  retryAfter?: number;
  /** Cause, logged and never sent to the client. */
  cause?: unknown;
  refusal?: Refusal;
}

/** Failure with a code of the closed list; the server refuses with nothing else. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly issues: Failure['issues'];
  private readonly n: number | undefined;
  private readonly file: string | undefined;
  /** Seconds to wait before trying again, sent as `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** Kind under which the refusal is counted, when it protects the other users. */
  readonly refusal: Refusal | undefined;

  constructor(code: ErrorCode, details: Details = {}) {
    super(code, { cause: details.cause });
    this.code = code;
    this.issues = details.issues;
    this.n = details.n;
    this.file = details.file;
    this.retryAfter = details.retryAfter;
    this.refusal = details.refusal;
  }

  get status(): number {
    return errors[this.code].status;
  }

  body(language: Language): Failure {
    const { code, issues, n, file } = this;
    const sentence = errors[code][language];
    const named = n === undefined ? sentence : sentence.replace('{n}', n.toLocaleString(language));
    const message = file === undefined ? named : named.replace('{file}', () => file);
    const status = wrongCodes.includes(code) && { status: 'error' as const };
    return { code, message, ...status, ...(issues && { issues }) };
  }
}

/** Refuses with a code. */
export function fail(code: ErrorCode, details?: ConstructorParameters<typeof AppError>[1]): never {
  throw new AppError(code, details);
}

/** Refuses with a code unless the condition holds: `demand(can.kick(actor, target), 'forbidden')`. */
export function demand(condition: unknown, code: ErrorCode): asserts condition {
  if (!condition) fail(code);
}

/** Chooses the language of an answer's sentences: the client's preference, else French. */
export function languageOf(acceptLanguage: string | undefined, otherwise: Language = 'fr'): Language {
  const preferred = acceptLanguage?.trim().toLowerCase().slice(0, 2);
  return preferred === 'fr' || preferred === 'en' ? preferred : otherwise;
}

const connectionLost = /^(08|57P|53)/;
const networkErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
/** System calls that fail when a server is away: its name, its route, or the socket in its folder is missing. */
const callsToServers = new Set(['connect', 'getaddrinfo']);
const spaceErrors = new Set(['ENOSPC', 'EDQUOT']);
/** Codes of a process or a machine that is out of descriptors. */
const descriptorErrors = new Set(['EMFILE', 'ENFILE']);
const poolErrors =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered|Cannot use a pool after calling end|driver has already been destroyed/;

/** Says whether an error is a lack of space: a full disk, or a used-up quota. */
export const isOutOfSpace = (error: unknown): boolean => spaceErrors.has((error as { code?: string }).code ?? '');

/** Says whether an error is a lack of descriptors. */
export const isOutOfDescriptors = (error: unknown): boolean =>
  descriptorErrors.has((error as { code?: string }).code ?? '');

/** Error of the HTTP server about a request. */
interface Refused {
  statusCode: number;
}

/**
 * Converts a thrown error to an AppError: 503 when the database is away, its pool is exhausted or closed, or descriptors
 * ran out; `storage_full` for a full disk; 4xx for input that only PostgreSQL could refuse, or for a lost race; else
 * `internal`.
 */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code = '', message = '', syscall = '', statusCode } = error as Partial<NodeJS.ErrnoException & Refused>;
  if (code === '53100') return new AppError('database_full', { retryAfter: 60 });
  const isAway = networkErrors.has(code) || callsToServers.has(syscall);
  if (isAway || connectionLost.test(code) || poolErrors.test(message)) {
    return new AppError('unavailable', { retryAfter: 1 });
  }
  if (isOutOfSpace(error)) return new AppError('storage_full');
  if (isOutOfDescriptors(error)) return new AppError('unavailable', { retryAfter: 5 });
  if (code.startsWith('22')) return new AppError('invalid_input');
  if (code === '23503' || code === '23505' || code === '40P01' || code === '40001')
    return new AppError('changed_meanwhile');
  if (statusCode === 413) return new AppError('too_large');
  if (statusCode === 415) return new AppError('unsupported_media');
  if (statusCode === 429) return new AppError('too_many_requests', { retryAfter: 60 });
  if (statusCode === 404) return new AppError('not_found');
  if (statusCode && statusCode >= 400 && statusCode < 500) return new AppError('invalid_input');
  return new AppError('internal');
}

import type { ErrorCode } from '@palabre/common/contract/errors.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Refuse } from '../../pacing/refusals.ts';
import { createSparing } from '../../pacing/sparing.ts';
import { addressOf } from '../address.ts';
import { AppError, asAppError, fail, isOutOfDescriptors, languageOf } from '../errors.ts';
import { issueSentence } from '../issues.ts';
import { InvalidInput } from '../validation.ts';
import type { Lateness } from './lateness.ts';

/** Failures to report to the operator, with their cause: each is logged once a minute. */
const worthALine: Partial<Record<ErrorCode, string>> = {
  internal: 'request failed',
  storage_full: 'no room left for files',
  database_full: 'no room left for the database',
};

/** Log line used wherever descriptors run out, once a minute each. */
export const noDescriptors = 'out of descriptors: allow more of them (ulimit -n)';

/**
 * Answers every failure as `{code, message, issues?}` with its status. An unexpected failure is logged, and its answer
 * hides its cause. A malformed id in a path is a missing record: 404.
 */
export function registerFailures(fastify: FastifyInstance, logger: Logger, refuse: Refuse, lateness: Lateness): void {
  const log = createSparing(logger);
  fastify.setErrorHandler<FastifyError | InvalidInput>((error, request, reply) => {
    const failure = error instanceof InvalidInput ? invalid(error, request) : asAppError(error);
    if (failure.refusal) refuse(failure.refusal);
    const what = isOutOfDescriptors(error) ? noDescriptors : worthALine[failure.code];
    if (what) log('error', what, { err: error, route: request.routeOptions.url });
    const who = { userId: request.actor?.userId ?? null, address: addressOf(request) };
    const bytes = Number(request.headers['content-length'] ?? 0);
    lateness.answer(who, bytes, reply.raw, () => answer(failure, request, reply));
  });
  fastify.setNotFoundHandler(() => fail('not_found'));
}

/** Answers requests that the router refuses before any hook: a malformed URL. */
export function answerUnrouted(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  answer(asAppError(error), request, reply);
}

function answer(failure: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter);
  return reply.status(failure.status).send(failure.body(languageOf(request.headers['accept-language'])));
}

/** Converts invalid input to an error that names each field once, with its first issue. */
function invalid(error: InvalidInput, request: FastifyRequest): AppError {
  if (error.validationContext === 'params') return new AppError('not_found');
  const language = languageOf(request.headers['accept-language']);
  const issues = new Map<string, string>();
  for (const { path, said } of error.issues) if (!issues.has(path)) issues.set(path, issueSentence(said, language));
  return new AppError('invalid_input', { issues: [...issues].map(([path, message]) => ({ path, message })) });
}

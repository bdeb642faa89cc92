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

/** Failures that whoever runs the server must hear of, with why: each once a minute. */
const worthALine: Partial<Record<ErrorCode, string>> = {
  internal: 'request failed',
  storage_full: 'no room left for files',
  database_full: 'no room left for the database',
};

/** Said by whatever meets it, once a minute by each. */
export const noDescriptors = 'out of descriptors: allow more of them (ulimit -n)';

/**
 * Every failure leaves as `{code, message, issues?}` with its status; the unexpected is logged and says nothing
 * of its cause. An id in a path that could not be one names nothing: 404.
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

/** What the router refuses before any of that: an address that can't be read. */
export function answerUnrouted(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  answer(asAppError(error), request, reply);
}

function answer(failure: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter);
  return reply.status(failure.status).send(failure.body(languageOf(request.headers['accept-language'])));
}

/** Names each field once, with the first thing that is wrong with it. */
function invalid(error: InvalidInput, request: FastifyRequest): AppError {
  if (error.validationContext === 'params') return new AppError('not_found');
  const language = languageOf(request.headers['accept-language']);
  const issues = new Map<string, string>();
  for (const { path, said } of error.issues) if (!issues.has(path)) issues.set(path, issueSentence(said, language));
  return new AppError('invalid_input', { issues: [...issues].map(([path, message]) => ({ path, message })) });
}

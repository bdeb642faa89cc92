import type { ErrorCode } from '@palabre/common/contract/errors.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import type { Refuse } from '../refusals.ts';
import { createSparing } from '../sparing.ts';
import { addressKey } from './address.ts';
import { AppError, asAppError, languageOf } from './errors.ts';
import { issueSentence } from './issues.ts';
import type { Lateness } from './lateness.ts';

/** Failures that whoever runs the server must hear of, with why: each once a minute. */
const worthALine: Partial<Record<ErrorCode, string>> = {
  internal: 'request failed',
  storage_full: 'no room left for files',
  database_full: 'no room left for the database',
};

/**
 * Every failure leaves as `{code, message, issues?}` with its status; the unexpected is logged and says nothing
 * of its cause. An id in a path that could not be one names nothing: 404.
 */
export function registerFailures(fastify: FastifyInstance, logger: Logger, refuse: Refuse, lateness: Lateness): void {
  const log = createSparing(logger);
  fastify.setErrorHandler<FastifyError>((error, request, reply) => {
    const failure = hasZodFastifySchemaValidationErrors(error) ? invalid(error, request) : asAppError(error);
    if (failure.refusal) refuse(failure.refusal);
    const what = worthALine[failure.code];
    if (what) log('error', what, { err: error, route: request.routeOptions.url });
    const who = request.actor?.userId ?? addressKey(request.ip);
    const bytes = Number(request.headers['content-length'] ?? 0);
    lateness.answer(who, bytes, reply.raw, () => answer(failure, request, reply));
  });
  fastify.setNotFoundHandler((request, reply) => answer(new AppError('not_found'), request, reply));
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
function invalid(error: FastifyError, request: FastifyRequest): AppError {
  if (error.validationContext === 'params') return new AppError('not_found');
  const language = languageOf(request.headers['accept-language']);
  const issues = new Map<string, string>();
  for (const { instancePath, message = '' } of error.validation ?? []) {
    const path = instancePath.split('/').filter(Boolean).join('.');
    if (!issues.has(path)) issues.set(path, issueSentence(message, language));
  }
  return new AppError('invalid_input', { issues: [...issues].map(([path, message]) => ({ path, message })) });
}

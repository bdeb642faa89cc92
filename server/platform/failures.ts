import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import { z } from 'zod';
import { fr } from 'zod/locales';
import { AppError, asAppError, languageOf } from './errors.ts';

z.config(fr());

/**
 * Every failure leaves as `{code, message, issues?}` with its status; the unexpected is logged and says nothing
 * of its cause. An id in a path that could not be one names nothing: 404.
 */
export function registerFailures(fastify: FastifyInstance, logger: Logger): void {
  fastify.setErrorHandler<FastifyError>((error, request, reply) => {
    const failure = hasZodFastifySchemaValidationErrors(error) ? invalid(error) : asAppError(error);
    if (failure.code === 'internal') logger.error({ err: error, route: request.routeOptions.url }, 'request failed');
    return answer(failure, request, reply);
  });
  fastify.setNotFoundHandler((request, reply) => answer(new AppError('not_found'), request, reply));
}

function answer(failure: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter);
  return reply.status(failure.status).send(failure.body(languageOf(request.headers['accept-language'])));
}

function invalid(error: FastifyError): AppError {
  if (error.validationContext === 'params') return new AppError('not_found');
  const issues = (error.validation ?? []).map(issue => ({
    path: issue.instancePath.split('/').filter(Boolean).join('.'),
    message: issue.message ?? '',
  }));
  return new AppError('invalid_input', { issues });
}

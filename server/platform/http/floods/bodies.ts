import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { isBounded } from '../json.ts';

/** Length of a JSON body at most: without a session, the length of a filled form. */
export const bodyBytes = { public: 16 * 1024, session: 1024 * 1024 };

/** Accepts JSON as the only format of a body besides multipart; an empty body is no body. */
export function acceptJsonOnly(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeContentTypeParser('text/plain');
  fastify.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else if (isBounded(body)) parse(request, body, done);
    else done(new AppError('invalid_input'));
  });
}

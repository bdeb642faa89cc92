import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { isBounded } from '../json.ts';

/** How long the JSON of a request may be: of whom nobody knows, as long as a form that is filled in. */
export const bodyBytes = { public: 16 * 1024, session: 1024 * 1024 };

/** JSON is the one format of a body besides multipart; an empty one is no body. */
export function acceptJsonOnly(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeContentTypeParser('text/plain');
  fastify.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else if (isBounded(body)) parse(request, body, done);
    else done(new AppError('invalid_input'));
  });
}

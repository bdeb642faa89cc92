import { errors } from '@palabre/common/contract/errors.ts';
import { expect, it } from 'vitest';
import { AppError, asAppError, languageOf } from './errors.ts';

const thrown = (fields: object, message = 'x') => Object.assign(new Error(message), fields);

it.each<[what: string, error: Error, code: string, retryAfter?: number]>([
  ['a server that refuses', thrown({ code: 'ECONNREFUSED' }), 'unavailable', 1],
  ['a connection that is reset', thrown({ code: 'ECONNRESET' }), 'unavailable', 1],
  ['a connection that is closed', thrown({ code: 'EPIPE' }), 'unavailable', 1],
  ['a server that is silent', thrown({ code: 'ETIMEDOUT' }), 'unavailable', 1],
  ['a name that is unknown', thrown({ code: 'ENOTFOUND', syscall: 'getaddrinfo' }), 'unavailable', 1],
  ['a socket that is gone', thrown({ code: 'ENOENT', syscall: 'connect' }), 'unavailable', 1],
  ['a file that is gone', thrown({ code: 'ENOENT', syscall: 'open' }), 'internal'],
  ['a lost connection of the database', thrown({ code: '08006' }), 'unavailable', 1],
  ['a database that shuts down', thrown({ code: '57P01' }), 'unavailable', 1],
  ['a database with too many connections', thrown({ code: '53300' }), 'unavailable', 1],
  ['a cancelled statement', thrown({ code: '57014' }), 'internal'],
  ['a database without room', thrown({ code: '53100' }), 'database_full', 60],
  [
    ...(['a pool without a free connection', thrown({}, 'timeout exceeded when trying to connect')] as const),
    ...(['unavailable', 1] as const),
  ],
  ['a connection that ends', thrown({}, 'Connection terminated unexpectedly'), 'unavailable', 1],
  ['a connection that has failed', thrown({}, 'Client has encountered a connection error'), 'unavailable', 1],
  ['a full disk', thrown({ code: 'ENOSPC' }), 'storage_full'],
  ['a used-up quota', thrown({ code: 'EDQUOT' }), 'storage_full'],
  ['a process without descriptors', thrown({ code: 'EMFILE' }), 'unavailable', 5],
  ['a value that the database refuses', thrown({ code: '22021' }), 'invalid_input'],
  ['a body that is too long', thrown({ statusCode: 413 }), 'too_large'],
  ['a media type that nobody reads', thrown({ statusCode: 415 }), 'unsupported_media'],
  ['a request too many', thrown({ statusCode: 429 }), 'too_many_requests', 60],
  ['what is not there', thrown({ statusCode: 404 }), 'not_found'],
  ['a bad request', thrown({ statusCode: 400 }), 'invalid_input'],
  ['another refusal', thrown({ statusCode: 499 }), 'invalid_input'],
  ['a failure of the server', thrown({ statusCode: 500 }), 'internal'],
  ['a redirection', thrown({ statusCode: 302 }), 'internal'],
  ['anything else', new Error('x'), 'internal'],
])('An error of %s has its code, and the seconds to wait if waiting helps', (_what, error, code, retryAfter) => {
  const failure = asAppError(error);
  expect([failure.code, failure.retryAfter]).toEqual([code, retryAfter]);
  expect(asAppError(failure)).toBe(failure);
});

it('A failure names its limit as its language writes numbers, and a file as it is called', () => {
  const over = new AppError('file_over_limit', { n: 1_234.5 });
  const said = (['fr', 'en'] as const).map(language => over.body(language).message);
  expect(said.map(sentence => sentence.replaceAll(/\s/g, ' '))).toEqual([
    'Ici, un fichier ne peut pas dépasser 1 234,5 Mo.',
    'A file cannot exceed 1,234.5 MB here.',
  ]);
  // Marks of a replacement pattern in a name are a part of the name.
  const named = new AppError('file_infected', { file: "plan $& $' {n}.pdf" });
  expect(named.body('fr').message).toContain("plan $& $' {n}.pdf");
  expect(new AppError('not_found').body('fr')).toEqual({ code: 'not_found', message: errors.not_found.fr });
});

it('A sentence is in the language that a client prefers, else in the one given', () => {
  expect([' EN-gb,fr', 'fr', 'english', 'de', '', undefined].map(header => languageOf(header))).toEqual([
    ...['en', 'fr', 'en', 'fr', 'fr', 'fr'],
  ]);
  expect(['de', 'fr', undefined].map(header => languageOf(header, 'en'))).toEqual(['en', 'fr', 'en']);
});

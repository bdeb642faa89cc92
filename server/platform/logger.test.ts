import { randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import pg from 'pg';
import { expect, it } from 'vitest';
import { testDatabase } from '../test/outside/postgres.ts';
import { AppError } from './http/errors.ts';
import { createLogger } from './logger.ts';

/** Creates a logger, with the lines that it has written. */
function listen() {
  const lines: string[] = [];
  return { logger: createLogger('info', { write: line => lines.push(line) }), lines };
}
const failureOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => {
      throw new Error('it did not fail');
    },
    error => error,
  );

it('a logged error carries its code: of the system, of PostgreSQL or of the closed list', async () => {
  const { logger, lines } = listen();
  const client = new pg.Client(await testDatabase({ empty: true }));
  await client.connect();
  await client.query('CREATE TABLE people (email text UNIQUE)');
  const insert = () => client.query('INSERT INTO people VALUES ($1)', ['camille@exemple.fr']);
  await insert();
  const failures = [
    await failureOf(new pg.Client('postgres://claire:motsecret@127.0.0.1:1/b').connect()),
    await failureOf(insert()),
    new AppError('storage_full', { cause: Object.assign(new Error('no space left'), { code: 'ENOSPC' }) }),
    Object.assign(new Error('no more'), { code: 'EMFILE' }),
  ];
  await client.end();
  for (const error of failures) logger.error({ err: error }, 'failed');
  const said = lines.map(line => JSON.parse(line).err);
  expect(said.map(({ code }) => code)).toEqual(['ECONNREFUSED', '23505', 'storage_full', 'EMFILE']);
  expect(said.map(({ type }) => type)).toEqual(['Error', 'DatabaseError', 'AppError', 'Error']);
  expect(said[1].constraint).toBe('people_email_key');
  expect(said[2].message).toContain('no space left');
  expect(lines.join('')).not.toMatch(/camille|motsecret/);
  for (const line of lines) expect(JSON.parse(line).time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

it('a logged AggregateError carries the failure of each address that was tried', async () => {
  const { logger, lines } = listen();
  const tried = [new Error('connect ECONNREFUSED ::1:1'), new Error('connect ECONNREFUSED 127.0.0.1:1')];
  logger.error({ err: Object.assign(new AggregateError(tried), { code: 'ECONNREFUSED' }) }, 'failed');
  const { err } = JSON.parse(lines[0] ?? '');
  expect([err.code, err.tried]).toEqual(['ECONNREFUSED', tried.map(({ message }) => message)]);
});

it('a log line never contains a person’s code, a password, a token or a secret, wherever it stood', async () => {
  const { logger, lines } = listen();
  const session = await new SignJWT({ sid: 'x' })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode('only for tests, never for anything else'));
  const secret = () => randomBytes(12).toString('hex');
  const kept = { code: '480 213'.replace(' ', ''), session, rest: Array.from({ length: 14 }, secret) };
  const [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = kept.rest;
  logger.info({ code: kept.code, resetToken: a, pending: b, body: { code: kept.code, password: c } }, 'asked');
  logger.info(
    { asked: { body: { newPassword: d, token: session } }, req: { url: `/login?token=${e}`, headers: {} } },
    'x',
  );
  logger.info({ devices: [{ name: 'phone', token: m }, [{ cookie: n }]] }, 'listed');
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ devices: [{ name: 'phone' }, [{}]] });
  const failure = (message: string, more: object = {}) =>
    logger.error({ err: Object.assign(new Error(message), more) });
  failure('refused', { code: kept.code });
  failure('refused', {
    command: { name: 'set', args: [f] },
    config: { auth: { pass: g } },
    detail: `Key (token)=(${h})`,
  });
  failure(`could not open redis://:${i}@10.0.0.1:6379 nor postgres://claire:${j}@h/b`);
  failure(`GET https://x.fr/reset?resetToken=${k}&x=1 by Bearer ${l}, of ${session}`);
  logger.warn({ job: `failed: invalid session ${session}` }, 'jobs');
  expect(lines).toHaveLength(8);
  for (const value of [kept.code, session, ...kept.rest]) expect(lines.join('')).not.toContain(value);
});

it.each([
  ...['password', 'oldPassword', 'newPassword', 'passwordConfirm', 'passwordHash', 'secret', 'clientSecret'],
  ...['jwtSecret', 'jwtSecretPrevious', 'token', 'resetToken', 'accessToken', 'refreshToken', 'idToken', 'pending'],
  ...['code', 'otp', 'sealed', 'authorization', 'cookie', 'key', 'accessKey', 'secretKey'],
])('a field called « %s » is told to nobody, at any depth', name => {
  const { logger, lines } = listen();
  logger.info({ [name]: 'motsecret', within: { list: [{ [name]: ['motsecret'] }] } }, 'said');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ [name]: '[secret]', within: { list: [{ [name]: '[secret]' }] } });
});

it.each([
  ...['token', 'resetToken', 'code', 'state', 'secret', 'signature', 'password', 'key'].flatMap(name => [
    [`https://x.fr/a?${name}=motsecret&page=2`, `https://x.fr/a?${name}=[secret]&page=2`],
    [`/a?page=2&${name.toUpperCase()}=motsecret#end`, `/a?page=2&${name.toUpperCase()}=[secret]#end`],
  ]),
  ['smtps://claire:mot/secret@mail.fr:465', 'smtps://claire:[secret]@mail.fr:465'],
  ['postgres://:motsecret@h/b', 'postgres://:[secret]@h/b'],
  ['authorization: basic bW90c2VjcmV0', 'authorization: basic [secret]'],
  ['of /rooms?monkey=7 and https://x.fr:443/a', 'of /rooms?monkey=7 and https://x.fr:443/a'],
])('a text of the log keeps its address and loses its secret: %s', (said, told) => {
  const { logger, lines } = listen();
  logger.warn({ err: new Error(said) }, said);
  const { err, msg } = JSON.parse(lines[0] ?? '');
  expect([msg, err.message]).toEqual([told, told]);
});

it('a log line has the fields of all lines, its time, and of a request its method and path alone', () => {
  const lines: string[] = [];
  const logger = createLogger('warn', { write: line => lines.push(line) }, { worker: 2 });
  logger.info('too quiet for this level');
  const req = { id: 'r1', method: 'GET', url: '/api/search?q=salaire', headers: { host: 'x' } };
  const at = new Date(0);
  logger.warn({ req, at, deep: { a: { b: { c: { d: { e: { f: 1 } } } } } } }, 'said');
  expect(lines.map(line => JSON.parse(line))).toEqual([
    {
      ...{ level: 40, time: expect.any(String), worker: 2, msg: 'said', at: at.toISOString() },
      req: { id: 'r1', method: 'GET', path: '/api/search' },
      deep: { a: { b: { c: { d: { e: '…' } } } } },
    },
  ]);
  const own = listen();
  own.logger.info('said');
  expect(Object.keys(JSON.parse(own.lines[0] ?? ''))).toEqual(['level', 'time', 'msg']);
});

it('a logged error has what explains it, and nothing else that it carries', () => {
  const { logger, lines } = listen();
  const explained = { errno: -2, syscall: 'open', statusCode: 400, status: 400, signal: 'SIGKILL' };
  const ofDatabase = {
    severity: 'ERROR',
    schema: 'public',
    table: 'users',
    column: 'email',
    constraint: 'c',
    routine: 'r',
  };
  const carried = { detail: 'Key (email)=(x)', path: '/srv/x', hint: 'x', where: 'x', internalQuery: 'x' };
  logger.error({
    err: Object.assign(new TypeError('no'), { code: 'ENOENT', ...explained, ...ofDatabase, ...carried }),
  });
  expect(JSON.parse(lines[0] ?? '').err).toEqual({
    ...{ type: 'TypeError', message: 'no', stack: expect.stringMatching(/^TypeError: no\n/), code: 'ENOENT' },
    ...{ ...explained, ...ofDatabase },
  });
  // Codes of errors are told; any other may be that of a person.
  const codeOf = (code: unknown) => {
    logger.error({ err: Object.assign(new Error('x'), { code }) });
    return JSON.parse(lines.at(-1) ?? '').err.code;
  };
  expect(
    ['ERR_INVALID_URL', '23505', '42P01', 'not_found', '480213', 'AB-CD', 480_213, 'toString'].map(codeOf),
  ).toEqual([...['ERR_INVALID_URL', '23505', '42P01', 'not_found', ...Array(4).fill('[secret]')]]);
});

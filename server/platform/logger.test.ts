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

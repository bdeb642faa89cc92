import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { testDatabase, testPool } from '../../test/outside/postgres.ts';
import { createDatabase } from '../postgres/db.ts';
import { LastingKeys, marksOf } from './lasting-keys.ts';
import { readSecretInUse } from './secret-in-use.store.ts';
import { Secrets } from './secrets.ts';

/** Tests which keys are kept as the secret is replaced; `secrets.test.ts` tests what they still open, on servers. */

it('The keys of each replaced secret are kept, also by a start that cannot read them, and none of a secret that never was in use', async () => {
  const database = createDatabase(await testDatabase());
  const uses = ['gif media', 'mail link'] as const;
  const keysOf = (name: string) => uses.map(use => new Secrets({ jwtSecret: Buffer.from(name) }).keysOf(use)[0]);
  /** Starts with a secret, and the one before it if given; returns the names of the secrets whose keys are accepted. */
  const start = async (name: string, previous?: string) => {
    const secrets = new Secrets({
      jwtSecret: Buffer.from(name),
      jwtSecretPrevious: previous === undefined ? undefined : Buffer.from(previous),
    });
    const keys = new LastingKeys(database, secrets);
    expect(uses.map(use => keys.own(use))).toEqual(keysOf(name));
    const all = await Promise.all(uses.map(use => keys.all(use)));
    const names = ['un', 'deux', 'trois', 'jamais'];
    return all.map(found => found.map(key => names.find(one => keysOf(one).some(known => known.equals(key)))));
  };
  const inUse = async () => (await readSecretInUse(database.pool)) ?? expect.fail('no secret in use');
  const markOf = (name: string) => marksOf(new Secrets({ jwtSecret: Buffer.from(name) }))[0];
  const both = (...names: string[]) => [names, names];

  expect(await start('un')).toEqual(both('un'));
  expect(await inUse()).toEqual({ mark: markOf('un'), markBefore: null, since: null, olderKeys: null });
  expect(await start('deux', 'un')).toEqual(both('deux', 'un'));
  const second = await inUse();
  expect(second).toMatchObject({ mark: markOf('deux'), markBefore: markOf('un'), since: expect.any(Date) });
  // A start with the same secrets changes nothing.
  expect(await start('deux', 'un')).toEqual(both('deux', 'un'));
  expect(await start('deux', 'jamais')).toEqual(both('deux', 'un'));
  expect(await start('deux')).toEqual(both('deux', 'un'));
  expect(await inUse()).toEqual(second);
  // Keys that wait sealed by a secret which is not given stay as they are.
  expect(await start('trois')).toEqual(both('trois'));
  expect((await inUse()).olderKeys).toBe(second.olderKeys);
  expect(await start('trois', 'jamais')).toEqual(both('trois'));
  expect(await start('trois', 'deux')).toEqual(both('trois', 'deux', 'un'));
  const third = await inUse();
  expect(third).toMatchObject({ mark: markOf('trois'), markBefore: markOf('deux') });
  expect(await start('trois')).toEqual(both('trois', 'deux', 'un'));
  expect(await inUse()).toEqual(third);
  // A secret that was never in use stands in the first record, and signs nothing that was sent.
  await database.pool.query('DELETE FROM secret_in_use');
  expect(await start('deux', 'un')).toEqual(both('deux', 'un'));
  expect(await inUse()).toMatchObject({ markBefore: markOf('un'), since: expect.any(Date) });
  await database.close();
});

it('A server that starts beside another waits for what that one notes of the secret, and keeps it', async () => {
  const url = await testDatabase();
  const database = createDatabase(url);
  const [first, second] = ['un', 'deux'].map(name => Buffer.from(name)) as [Buffer, Buffer];
  await new LastingKeys(database, new Secrets({ jwtSecret: first })).settle();
  const secrets = new Secrets({ jwtSecret: second, jwtSecretPrevious: first });
  const [other, beside] = [new pg.Client(url), testPool(url, 1)];
  await other.connect();
  // The other server has noted the secret as well, and has not committed yet.
  await other.query('BEGIN');
  const [mark, markBefore] = marksOf(secrets);
  await other.query(`UPDATE secret_in_use SET mark = $1, mark_before = $2, since = '2026-11-28T09:00:00Z'`, [
    ...[mark, markBefore],
  ]);
  const starting = new LastingKeys(database, secrets).settle();
  const waits = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await vi.waitFor(async () => expect((await beside.query(waits)).rowCount).toBe(1));
  await other.query('COMMIT');
  await starting;
  expect((await readSecretInUse(beside))?.since).toEqual(new Date('2026-11-28T09:00:00Z'));
  await Promise.all([other.end(), database.close()]);
});

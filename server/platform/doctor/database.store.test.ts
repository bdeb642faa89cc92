import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { testDatabase, testPool } from '../../test/outside/postgres.ts';
import { databaseFacts, jobFacts } from './database.store.ts';

/** Tests what a database says of itself; `subjects.test.ts` tests what the doctor makes of it. */

it('A database says its version, its encoding, its size, its clock and how many connections there are', async () => {
  const url = await testDatabase();
  const [pool, other] = [testPool(url, 1), testPool(await testDatabase({ empty: true }), 1)];
  const before = await databaseFacts(pool);
  expect(before).toMatchObject({ version: expect.stringMatching(/^\d+\./), encoding: 'UTF8', jobs: true });
  expect(before.number).toBeGreaterThanOrEqual(140_000);
  expect(before.bytes).toBeGreaterThan(1_000_000);
  expect(Math.abs(before.at.getTime() - Date.now())).toBeLessThan(60_000);
  // Connections to every database count: they share the limit.
  const { rows } = await other.query<{
    most: number;
    all: number;
  }>(`SELECT current_setting('max_connections')::int AS most,
    (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS all`);
  expect(before.connectionsAtMost).toBe(rows[0]?.most);
  expect((await databaseFacts(pool)).connections).toBeGreaterThan(1);
});

it('Jobs have room where their schema is, or where the account may make it', async () => {
  const pool = testPool(await testDatabase({ empty: true }), 1);
  const role = `doctor_${randomBytes(6).toString('hex')}`;
  await pool.query(`CREATE ROLE ${role}`);
  onTestFinished(async () => {
    await pool.query(`RESET ROLE; DROP OWNED BY ${role}; DROP ROLE ${role}`);
  });
  const hasRoom = async () => {
    await pool.query(`SET ROLE ${role}`);
    const { jobs } = await databaseFacts(pool as pg.Pool);
    await pool.query('RESET ROLE');
    return jobs;
  };
  expect([(await databaseFacts(pool)).jobs, await hasRoom()]).toEqual([true, false]);
  await pool.query(
    `CREATE SCHEMA graphile_worker; CREATE TABLE graphile_worker.migrations (); GRANT USAGE ON SCHEMA graphile_worker TO ${role}`,
  );
  expect(await hasRoom()).toBe(true);
});

it('Of the jobs that are given up, the five most numerous names are told, the most numerous first', async () => {
  const pool = testPool(await testDatabase(), 1);
  const counts = { un: 1, cinq: 5, deux: 2, quatre: 4, six: 6, trois: 3 };
  for (const [name, count] of Object.entries(counts))
    await pool.query(`SELECT graphile_worker.add_job($1) FROM generate_series(1, $2)`, [name, count]);
  await pool.query('UPDATE graphile_worker._private_jobs SET attempts = max_attempts');
  expect(await jobFacts(pool)).toEqual({
    ...{ late: 0, oldestSeconds: 0 },
    givenUp: ['six', 'cinq', 'quatre', 'trois', 'deux'].map((name, n) => ({ name, count: 6 - n })),
  });
});

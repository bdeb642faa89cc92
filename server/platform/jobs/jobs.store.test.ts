import type pg from 'pg';
import { pino } from 'pino';
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { type Palabre, startPalabre } from '../../test/harness.ts';
import { testDatabase, testPool } from '../../test/outside/postgres.ts';
import { createDatabase } from '../postgres/db.ts';
import { freeDeadWorkers, freeUnheardJobs, holdWorker, jobCounts } from './jobs.store.ts';
import { createJobs } from './jobs.ts';

/** Tests the stored state of pending jobs: none runs here. */

let palabre: Palabre;
let pool: pg.Pool;
beforeAll(async () => {
  palabre = await startPalabre();
  await palabre.endJobs();
  pool = palabre.services.database.pool;
});
beforeEach(() => pool.query('DELETE FROM graphile_worker._private_jobs'));

const kept = async () =>
  (
    await pool.query(
      `SELECT key, queue_name AS queue, priority, max_attempts AS attempts, flags,
         round(extract(epoch FROM run_at - created_at))::int AS "inSeconds"
       FROM graphile_worker.jobs ORDER BY id`,
    )
  ).rows;

it('a job is kept with its tries, its delay, and for whom it runs; without a choice, for anyone, at once', async () => {
  const { jobs } = palabre.services;
  await jobs.add('mail.send', {});
  await jobs.add('mail.send', {}, { attempts: 3, delayMs: 90_000, whom: 'known', key: 'one' });
  await jobs.addAll('mail.send', [{ payload: {} }, { payload: {}, key: 'two' }], { whom: 'nobody' });
  const unhurried = { 'mail.send': true, 'mail.send:unhurried': true };
  const usual = { queue: null, attempts: 12, inSeconds: 0, flags: unhurried };
  expect(await kept()).toEqual([
    { ...usual, key: null, priority: 2 },
    { queue: null, key: 'one', priority: 1, attempts: 3, inSeconds: 90, flags: { 'mail.send': true } },
    { ...usual, key: null, priority: 3 },
    { ...usual, key: 'two', priority: 3 },
  ]);
});

it('a job replaces the one of its key that waits, is enqueued with its transaction alone, and under a known name alone', async () => {
  const { jobs, database } = palabre.services;
  const asked = async () => (await pool.query('SELECT payload FROM graphile_worker._private_jobs ORDER BY id')).rows;
  for (const n of [1, 2]) await jobs.add('mail.send', { n }, { key: 'last' });
  expect(await asked()).toEqual([{ payload: { n: 2 } }]);
  const failing = database.kysely.transaction().execute(async db => {
    await jobs.add('mail.send', { n: 3 }, { db });
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await expect(jobs.add('mail.sent', {})).rejects.toThrow('no job is called mail.sent');
  await expect(palabre.jobs.now('mail.sent')).rejects.toThrow('no job is called mail.sent');
  expect(await asked()).toHaveLength(1);
});

it('the jobs of a worker that is gone are free again, those of one that lives, or has just taken them, are not', async () => {
  const { jobs } = palabre.services;
  await jobs.addAll('mail.send', [{ payload: {} }, { payload: {} }, { payload: {} }]);
  await pool.query(`
    UPDATE graphile_worker._private_jobs AS job SET locked_by = taken.worker, locked_at = now() - taken.ago
    FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM graphile_worker._private_jobs) AS all_jobs
    JOIN (VALUES (1, 'gone', interval '11 seconds'), (2, 'new', interval '9 seconds'), (3, 'alive', interval '1 hour'))
      AS taken (n, worker, ago) USING (n) WHERE job.id = all_jobs.id`);
  const worker = await testPool(palabre.services.env.databaseUrl ?? '', 1).connect();
  onTestFinished(() => worker.release(true));
  await holdWorker(worker, 'alive');
  const looking = await pool.connect();
  onTestFinished(() => looking.release());
  expect(await freeDeadWorkers(looking)).toEqual(['gone']);
  const { rows } = await pool.query('SELECT locked_by FROM graphile_worker._private_jobs ORDER BY id');
  expect(rows.map(({ locked_by }) => locked_by)).toEqual([null, 'new', 'alive']);
});

it('the queue of a worker that is gone is free again though none of its jobs is held, and a worker of another database does not keep it', async () => {
  await pool.query(`SELECT graphile_worker.add_job('sessions.purge', queue_name := 'sessions.purge')`);
  const queue = `UPDATE graphile_worker._private_job_queues SET locked_by = 'gone', locked_at = now() - $1::interval
    WHERE queue_name = 'sessions.purge'`;
  const elsewhere = await testPool(await testDatabase(), 1).connect();
  onTestFinished(() => elsewhere.release(true));
  await holdWorker(elsewhere, 'gone');
  const looking = await pool.connect();
  onTestFinished(() => looking.release());
  await pool.query(queue, ['9 seconds']);
  expect(await freeDeadWorkers(looking)).toEqual([]);
  await pool.query(queue, ['11 seconds']);
  expect(await freeDeadWorkers(looking)).toEqual(['gone']);
  const { rows } = await pool.query(
    'SELECT locked_by FROM graphile_worker._private_job_queues WHERE locked_by IS NOT NULL',
  );
  expect(rows).toEqual([]);
  expect(await freeDeadWorkers(looking)).toEqual([]);
});

it('jobs that a worker holds without knowing are free again after five seconds, with their queue and their try, and no other', async () => {
  const add = async (
    key: string,
    worker: string | null,
    seconds: number,
    attempts: number,
    queue: string | null = null,
  ) => {
    await pool.query('SELECT graphile_worker.add_job($1, job_key := $2, queue_name := $3)', ['mail.send', key, queue]);
    const { rows } = await pool.query(
      `UPDATE graphile_worker._private_jobs SET locked_by = $2, locked_at = now() - make_interval(secs => $3), attempts = $4
        WHERE key = $1 RETURNING id`,
      [key, worker, seconds, attempts],
    );
    await pool.query(
      `UPDATE graphile_worker._private_job_queues SET locked_by = $2, locked_at = now() WHERE queue_name = $1`,
      [queue, worker],
    );
    return String(rows[0].id);
  };
  const known = await add('known', 'mine', 60, 1, 'of the known');
  await add('unheard', 'mine', 6, 3, 'of the unheard');
  await add('first try', 'mine', 6, 0);
  await add('just taken', 'mine', 4, 1);
  await add('of another', 'other', 60, 1, 'of another');
  const client = await pool.connect();
  onTestFinished(() => client.release());
  await freeUnheardJobs(client, 'mine', [known]);
  const { rows } = await pool.query(
    'SELECT key, locked_by, locked_at IS NULL AS free, attempts FROM graphile_worker._private_jobs ORDER BY id',
  );
  expect(rows).toEqual([
    { key: 'known', locked_by: 'mine', free: false, attempts: 1 },
    { key: 'unheard', locked_by: null, free: true, attempts: 2 },
    { key: 'first try', locked_by: null, free: true, attempts: 0 },
    { key: 'just taken', locked_by: 'mine', free: false, attempts: 1 },
    { key: 'of another', locked_by: 'other', free: false, attempts: 1 },
  ]);
  const { rows: queues } = await pool.query(
    `SELECT queue_name FROM graphile_worker._private_job_queues WHERE locked_by IS NOT NULL ORDER BY id`,
  );
  expect(queues).toEqual([{ queue_name: 'of the known' }, { queue_name: 'of another' }]);
});

it('jobs are counted by name: those that wait, of them those that have failed, and those that are given up', async () => {
  const { jobs } = palabre.services;
  await jobs.addAll('mail.send', Array(5).fill({ payload: {} }));
  await jobs.add('otp.send', {});
  const first = async () =>
    (await pool.query('SELECT min(id)::int AS id FROM graphile_worker._private_jobs')).rows[0].id;
  const id = await first();
  const set = (n: number, fields: string) =>
    pool.query(`UPDATE graphile_worker._private_jobs SET ${fields} WHERE id = $1`, [id + n]);
  await set(0, `attempts = 1, created_at = now() - interval '2 minutes'`);
  // A job that is being retried now.
  await set(1, `attempts = 2, locked_at = now(), locked_by = 'one'`);
  await set(2, `attempts = max_attempts, created_at = now() - interval '1 hour'`);
  await set(3, `attempts = max_attempts, locked_at = now(), locked_by = 'one'`);
  const counts = await jobCounts(pool);
  const of = (wanted: string) => counts.filter(({ name }) => name === wanted);
  expect(of('mail.send')).toEqual([
    { name: 'mail.send', waiting: 3, failing: 1, givenUp: 1, oldestSeconds: expect.any(Number) },
  ]);
  expect(Math.floor((of('mail.send')[0]?.oldestSeconds ?? 0) / 60)).toBe(2);
  expect(of('otp.send')).toMatchObject([{ waiting: 1, failing: 0, givenUp: 0 }]);
  expect(of('sessions.purge')).toEqual([
    { name: 'sessions.purge', waiting: 0, failing: 0, givenUp: 0, oldestSeconds: 0 },
  ]);
});

it('a job that is asked for before the queue exists waits for it, and is refused once the runner has ended instead', async () => {
  const databaseUrl = await testDatabase({ empty: true });
  const database = createDatabase(databaseUrl);
  const logger = pino({ level: 'silent' });
  const jobs = createJobs({ databaseUrl, database, logger });
  const cut = createJobs({ databaseUrl: 'postgres://127.0.0.1:1/nowhere', database, logger });
  onTestFinished(async () => {
    await jobs.close();
    await database.close();
  });
  const run = vi.fn(async () => {});
  cut.begin([{ name: 'count', run }]);
  const refused = cut.add('count', {});
  await Promise.all([cut.close(), expect(refused).rejects.toMatchObject({ code: 'unavailable' })]);
  jobs.begin([{ name: 'count', run }]);
  await jobs.add('count', {});
  await vi.waitUntil(() => run.mock.calls.length === 1);
});

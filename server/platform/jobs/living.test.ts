import pg from 'pg';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { keepLog } from '../../test/log.ts';
import { testDatabase } from '../../test/outside/postgres.ts';
import { createDatabase } from '../postgres/db.ts';
import { createJobs } from './jobs.ts';

/** Tests a runner that goes on; `jobs.test.ts` tests runners that are cut off, killed and restarted. */

it('A runner begins the jobs of a process that has died meanwhile, and is alive for as long as one of its own takes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const databaseUrl = await testDatabase();
  const database = createDatabase(databaseUrl);
  const logger = pino({ level: 'silent' });
  const warned = vi.spyOn(logger, 'warn');
  const jobs = createJobs({ databaseUrl, database, logger });
  let finish = (): void => {};
  const long = vi.fn(() => new Promise<void>(resolve => (finish = resolve)));
  const other = vi.fn(async () => {});
  jobs.begin([
    { name: 'long', run: long },
    { name: 'other', run: other },
  ]);
  onTestFinished(async () => {
    finish();
    await jobs.close();
    await database.close();
  });
  await jobs.now('other');
  await vi.waitUntil(() => other.mock.calls.length === 1);

  const client = new pg.Client(databaseUrl);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`
    SELECT graphile_worker.add_job('long', queue_name := 'long', job_key := 'killed', flags := ARRAY['long']);
    UPDATE graphile_worker._private_jobs SET locked_by = 'worker-killed', locked_at = now() - interval '1 minute'
      WHERE key = 'killed';
    UPDATE graphile_worker._private_job_queues SET locked_by = 'worker-killed', locked_at = now() - interval '1 minute'
      WHERE queue_name = 'long'`);
  vi.advanceTimersByTime(5_000);
  const held = `SELECT FROM graphile_worker._private_jobs WHERE locked_by = 'worker-killed'`;
  await vi.waitFor(async () => expect((await client.query(held)).rowCount, 'jobs of the dead process').toBe(0));
  await vi.waitFor(() =>
    expect(warned).toHaveBeenCalledWith({ workers: 1 }, expect.stringMatching(/^jobs of a process/)),
  );
  // A runner that is told of a job looks for all.
  await jobs.now('other');
  await vi.waitFor(() => expect(long, 'the job of the dead process').toHaveBeenCalledTimes(1));

  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  onTestFinished(() => clock.mockRestore());
  expect(jobs.alive(), 'alive at its job').toBe(true);
  clock.mockRestore();
  finish();
  await vi.waitUntil(() => jobs.succeeded.has('long'));
  const secondsAgo = Date.now() / 1_000 - (jobs.succeeded.get('long') ?? 0);
  expect([secondsAgo > -60, secondsAgo < 60]).toEqual([true, true]);
});

it('A job whose fetch broke with its connection, after it was taken, is begun again by the worker that holds it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const databaseUrl = await testDatabase();
  const database = createDatabase(databaseUrl);
  const jobs = createJobs({ databaseUrl, database, logger: pino({ level: 'silent' }) });
  const [client, beside] = [new pg.Client(databaseUrl), new pg.Client(databaseUrl)];
  await Promise.all([client.connect(), beside.connect()]);
  let finish = (): void => {};
  const long = vi.fn(() => new Promise<void>(resolve => (finish = resolve)));
  const taken = vi.fn(async () => {});
  jobs.begin([
    { name: 'long', run: long },
    { name: 'taken', run: taken },
  ]);
  onTestFinished(async () => {
    finish();
    await jobs.close();
    await database.close();
    await Promise.all([client.end(), beside.end()]);
  });
  await jobs.now('long');
  await vi.waitUntil(() => long.mock.calls.length === 1);
  // Taken by the same worker a minute ago, as the job that it runs was.
  await client.query(`
    SELECT graphile_worker.add_job('taken', queue_name := 'taken', job_key := 'taken', max_attempts := 1);
    UPDATE graphile_worker._private_jobs SET locked_by = long.locked_by, locked_at = now() - interval '1 minute',
      attempts = _private_jobs.attempts + (_private_jobs.key = 'taken')::int
      FROM (SELECT locked_by FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL) AS long;
    UPDATE graphile_worker._private_job_queues SET locked_by = long.locked_by, locked_at = now() - interval '1 minute'
      FROM (SELECT locked_by FROM graphile_worker._private_jobs WHERE key = 'taken') AS long`);
  const held = async () =>
    (await client.query('SELECT key FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL ORDER BY key')).rows;

  // A fetch that waits for the table is cut off.
  await client.query('BEGIN; LOCK graphile_worker._private_jobs');
  await beside.query(`SELECT pg_notify('jobs:insert', '{"count":1}')`);
  const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await vi.waitFor(async () => expect((await beside.query(cut)).rowCount, 'fetches cut off').toBeGreaterThan(0));
  await client.query('COMMIT');
  await vi.waitFor(async () => {
    vi.advanceTimersByTime(5_000);
    expect(await held(), 'jobs held').toEqual([{ key: 'now:long' }]);
  });
  await beside.query(`SELECT pg_notify('jobs:insert', '{"count":1}')`);
  await vi.waitFor(() => expect(taken, 'the job that was taken unheard').toHaveBeenCalledTimes(1));
  expect(long, 'the job that runs').toHaveBeenCalledTimes(1);
});

it('A runner whose look for the jobs of dead processes failed gives up its lock with its connection, and another goes on', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const databaseUrl = await testDatabase();
  const database = createDatabase(databaseUrl);
  const jobs = createJobs({ databaseUrl, database, logger: pino({ level: 'silent' }) });
  const [client, beside] = [new pg.Client(databaseUrl), new pg.Client(databaseUrl)];
  await Promise.all([client.connect(), beside.connect()]);
  const count = vi.fn(async () => {});
  jobs.begin([{ name: 'count', run: count }]);
  onTestFinished(async () => {
    await jobs.close();
    await database.close();
    await Promise.all([client.end(), beside.end()]);
  });
  await jobs.now('count');
  await vi.waitUntil(() => count.mock.calls.length === 1);
  const locks = async () =>
    (
      await beside.query<{ pid: number }>(`SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2
        AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
    ).rows.map(({ pid }) => pid);
  await vi.waitFor(async () => expect(await locks(), 'locks of the first runner').toHaveLength(1));
  const [first] = await locks();

  // A look that waits for the table is cancelled: its connection lives.
  await client.query('BEGIN; LOCK graphile_worker._private_jobs');
  vi.advanceTimersByTime(5_000);
  const cancel = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND wait_event_type = 'Lock'`;
  await vi.waitFor(async () => expect((await beside.query(cancel, [first])).rowCount, 'looks cancelled').toBe(1));
  await client.query('COMMIT');
  await vi.waitFor(async () => {
    const held = await locks();
    expect([held.length, held.includes(first as number)], 'locks, and that of the first runner').toEqual([1, false]);
  }, 8_000);
  await jobs.now('count');
  await vi.waitUntil(() => count.mock.calls.length === 2);
});

it('A job that is asked for several times while it runs waits once', async () => {
  const databaseUrl = await testDatabase();
  const database = createDatabase(databaseUrl);
  const jobs = createJobs({ databaseUrl, database, logger: pino({ level: 'silent' }) });
  let finish = (): void => {};
  const over = new Promise<void>(resolve => (finish = resolve));
  const run = vi.fn(() => over);
  jobs.begin([{ name: 'count', run }]);
  onTestFinished(async () => {
    finish();
    await jobs.close();
    await database.close();
  });
  await jobs.now('count');
  await vi.waitUntil(() => run.mock.calls.length === 1);
  for (let time = 0; time < 3; time += 1) await jobs.now('count');
  const { rows } = await database.pool.query(
    'SELECT locked_at IS NOT NULL AS running FROM graphile_worker.jobs ORDER BY id',
  );
  expect(rows).toEqual([{ running: true }, { running: false }]);
});

it('A job that fails is logged with why and tried again, and a runner that is well logs nothing', async () => {
  const databaseUrl = await testDatabase();
  const database = createDatabase(databaseUrl);
  const { logger, lines } = keepLog();
  const jobs = createJobs({ databaseUrl, database, logger });
  const run = vi.fn(async () => {});
  jobs.begin([{ name: 'count', run }]);
  onTestFinished(async () => {
    await jobs.close();
    await database.close();
  });
  await jobs.now('count');
  await vi.waitUntil(() => jobs.succeeded.has('count'));
  expect(lines).toEqual([]);
  run.mockRejectedValueOnce(new Error('the disk is full'));
  await jobs.add('count', {});
  await vi.waitUntil(() => run.mock.calls.length === 2);
  await vi.waitFor(() =>
    expect(lines).toMatchObject([{ level: 40, msg: 'jobs', job: expect.stringMatching(/count.*the disk is full/s) }]),
  );
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query('SELECT attempts, last_error FROM graphile_worker.jobs');
    expect(rows).toEqual([{ attempts: 1, last_error: 'the disk is full' }]);
  });
});

it('Jobs whose database is away say so once, are not alive for long, and are refused', async () => {
  const database = createDatabase('postgres://127.0.0.1:1/nowhere');
  const { logger, lines } = keepLog();
  const jobs = createJobs({ databaseUrl: 'postgres://127.0.0.1:1/nowhere', database, logger });
  expect(jobs.alive(), 'before it begins').toBe(false);
  jobs.begin([{ name: 'count', run: async () => {} }]);
  await vi.waitFor(() =>
    expect(lines).toMatchObject([
      {
        level: 40,
        msg: 'jobs could not begin, tried again',
        err: { message: expect.stringContaining('ECONNREFUSED') },
      },
    ]),
  );
  expect(jobs.alive()).toBe(false);
  const [asked, now] = [jobs.add('count', {}), jobs.now('count')];
  await Promise.all([jobs.close(), expect(asked).rejects.toMatchObject({ code: 'unavailable' }), now]);
  await database.close();
});

it('A runner that ends waits for its job for three seconds, and then gives the job back to other processes', async () => {
  const databaseUrl = await testDatabase();
  const database = createDatabase(databaseUrl);
  onTestFinished(() => database.close());
  const begin = (run: () => Promise<void>) => {
    const jobs = createJobs({ databaseUrl, database, logger: pino({ level: 'silent' }) });
    jobs.begin([{ name: 'count', run }]);
    return jobs;
  };
  const jobsLeft = async () =>
    (await database.pool.query('SELECT locked_at IS NULL AS free FROM graphile_worker.jobs')).rows;
  let finish = (): void => {};
  const short = vi.fn(() => new Promise<void>(resolve => (finish = resolve)));
  const first = begin(short);
  await first.now('count');
  await vi.waitUntil(() => short.mock.calls.length === 1);
  const closed = vi.fn();
  const closing = first.close().then(closed);
  for (let turn = 0; turn < 20; turn += 1) await new Promise(resolve => setImmediate(resolve));
  expect(closed).not.toHaveBeenCalled();
  finish();
  await closing;
  expect(await jobsLeft()).toEqual([]);

  const long = vi.fn(() => new Promise<void>(() => {}));
  const second = begin(long);
  await second.now('count');
  await vi.waitUntil(() => long.mock.calls.length === 1);
  expect(await jobsLeft()).toEqual([{ free: false }]);
  const beganMs = performance.now();
  await second.close();
  expect(performance.now() - beganMs).toBeGreaterThan(2_900);
  expect(await jobsLeft()).toEqual([{ free: true }]);
});

import pg from 'pg';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { keepLog } from '../../test/log.ts';
import { testDatabase } from '../../test/outside/postgres.ts';
import { createDatabase } from '../postgres/db.ts';
import { createJobs, type Job, type Jobs } from './jobs.ts';

const logger = pino({ level: 'silent' });
const yearly = '0 0 1 1 *';

function start(databaseUrl: string, run: Job['run'], other: Job['run'] = async () => {}, log = logger): Jobs {
  const database = createDatabase(databaseUrl);
  const jobs = createJobs({ databaseUrl, database, logger: log });
  jobs.begin([
    { name: 'count', cron: yearly, run },
    { name: 'other', cron: yearly, run: other },
  ]);
  onTestFinished(async () => {
    await jobs.close();
    await database.close();
  });
  return jobs;
}

it('a job that one process runs is begun by no other', async () => {
  const url = await testDatabase();
  let letGo = (): void => {};
  const free = new Promise<void>(resolve => {
    letGo = resolve;
  });
  const count = vi.fn(() => free);
  const other = vi.fn(async () => {});
  const [one, two] = [start(url, count, other), start(url, count, other)];
  await one.now('count');
  await vi.waitUntil(() => count.mock.calls.length > 0);
  await two.now('count');
  // Enqueued later, and done: the free process has passed over the first job.
  await two.now('other');
  await vi.waitUntil(() => other.mock.calls.length > 0);
  expect(count).toHaveBeenCalledTimes(1);
  letGo();
});

it('a running job is waited for when the process stops', async () => {
  let finish = (): void => {};
  const under = vi.fn(() => new Promise<void>(resolve => (finish = resolve)));
  const jobs = start(await testDatabase(), under);
  await jobs.now('count');
  await vi.waitUntil(() => under.mock.calls.length > 0);
  const order: string[] = [];
  const closed = jobs.close().then(() => order.push('closed'));
  setImmediate(() => {
    order.push('done');
    finish();
  });
  await closed;
  expect(order).toEqual(['done', 'closed']);
});

it('a job of a killed process is begun again by another process', async () => {
  const url = await testDatabase();
  const before = start(url, async () => {});
  await before.now('other');
  await before.close();
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`
    SELECT graphile_worker.add_job('count', queue_name := 'count');
    UPDATE graphile_worker._private_jobs SET locked_by = 'worker-killed', locked_at = now() - interval '1 minute';
    UPDATE graphile_worker._private_job_queues SET locked_by = 'worker-killed', locked_at = now() - interval '1 minute'`);
  await client.end();
  const count = vi.fn(async () => {});
  start(url, count);
  await vi.waitUntil(() => count.mock.calls.length > 0);
});

it('a job taken a moment ago is left to its process, which may not have said yet that it lives', async () => {
  const url = await testDatabase();
  const before = start(url, async () => {});
  await before.now('other');
  await before.close();
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`
    SELECT graphile_worker.add_job('count', queue_name := 'count');
    UPDATE graphile_worker._private_jobs SET locked_by = 'worker-new', locked_at = now();
    UPDATE graphile_worker._private_job_queues SET locked_by = 'worker-new', locked_at = now()
      WHERE queue_name = 'count'`);
  await client.end();
  const [count, other] = [vi.fn(async () => {}), vi.fn(async () => {})];
  const after = start(url, count, other);
  for (let asked = 1; asked < 4; asked++) {
    await after.now('other');
    await vi.waitFor(() => expect(other).toHaveBeenCalledTimes(asked), 8_000);
  }
  expect(count).not.toHaveBeenCalled();
});

it('an enqueued job has its payload, exists only if its transaction commits, and is replaced by the next one of its key', async () => {
  const url = await testDatabase();
  const database = createDatabase(url);
  const jobs = createJobs({ databaseUrl: url, database, logger });
  onTestFinished(async () => {
    await jobs.close();
    await database.close();
  });
  const done: object[] = [];
  jobs.begin([{ name: 'note', run: async (payload: object) => void done.push(payload) }]);
  const failing = database.kysely.transaction().execute(async db => {
    await jobs.add('note', { n: 0 }, { db });
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await database.kysely.transaction().execute(async db => {
    for (const n of [1, 2]) await jobs.add('note', { n }, { db, key: 'last' });
    await jobs.add('note', { n: 3 }, { db });
  });
  await vi.waitUntil(() => done.length === 2);
  expect(done).toEqual([{ n: 2 }, { n: 3 }]);
});

it('jobs create their tables in a new database', async () => {
  const url = await testDatabase({ empty: true });
  const done = vi.fn(async () => {});
  await start(url, done).now('count');
  await vi.waitUntil(() => done.mock.calls.length > 0);
});

/** Runs statements as an administrator of PostgreSQL, from another database. */
async function beside(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url.replace(/\/test_\w+/, '/postgres'));
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
const nameOf = (url: string): string => /test_\w+/.exec(url)?.[0] ?? '';
const cut = (url: string): string =>
  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${nameOf(url)}'`;
const allow = (url: string, allowed: boolean): string => `ALTER DATABASE ${nameOf(url)} ALLOW_CONNECTIONS ${allowed}`;

/** Jobs that a run could not release count as dead after 10 s, are looked for every 5 s, and polled for every 5 s. */
const begunAgainWithinMs = 30_000;

it('jobs resume by themselves however often the database restarts, and close after it', async () => {
  const url = await testDatabase();
  const count = vi.fn(async () => {});
  const jobs = start(url, count);
  await jobs.now('count');
  await vi.waitUntil(() => count.mock.calls.length === 1);
  // More restarts than connections.
  for (let restart = 2; restart < 10; restart++) {
    await beside(url, cut(url));
    await vi.waitUntil(() =>
      jobs.now('count').then(
        () => true,
        () => false,
      ),
    );
    await vi.waitUntil(() => count.mock.calls.length >= restart, begunAgainWithinMs);
  }
  // A job may end just before its runner hears that the database is gone.
  await vi.waitUntil(() => jobs.alive());
  await beside(url, cut(url));
  await jobs.close();
});

it('a job whose end could not be recorded is run again by the same process', async () => {
  const url = await testDatabase();
  let cutOff = (): void => {};
  // Cuts only once the job was accepted: it begins before its answer is there.
  const accepted = new Promise<void>(resolve => {
    cutOff = resolve;
  });
  const count = vi.fn(async () => {
    if (count.mock.calls.length > 1) return;
    await accepted;
    await beside(url, allow(url, false), cut(url));
  });
  const { logger: log, lines } = keepLog();
  const logged = (line: object) => vi.waitFor(() => expect(lines).toContainEqual(expect.objectContaining(line)));
  const jobs = start(url, count, undefined, log);
  await jobs.now('count');
  cutOff();
  await vi.waitUntil(() => !jobs.alive());
  // On a slow machine the end is recorded later than the run is seen to be over.
  await logged({ level: 40, msg: 'jobs', job: expect.stringContaining('Failed to complete jobs') });
  await logged({ level: 40, msg: 'jobs have lost the database, and are begun again' });
  // The line is logged once a minute, and the first try may still get a connection that was cut.
  const away = expect.objectContaining({
    message: expect.stringMatching(/not currently accepting connections|[Cc]onnection terminated/),
  });
  await logged({ level: 40, msg: 'jobs could not begin, tried again', err: away });
  await beside(url, allow(url, true));
  await vi.waitUntil(() => count.mock.calls.length === 2);
  await vi.waitUntil(() => jobs.alive());
});

it('a job that takes long is not mistaken for a job of a dead process', async () => {
  const url = await testDatabase();
  let finish = (): void => {};
  const free = new Promise<void>(resolve => {
    finish = resolve;
  });
  const long = vi.fn(() => free);
  onTestFinished(() => finish());
  const again = vi.fn(async () => {});
  await start(url, long).now('count');
  await vi.waitUntil(() => long.mock.calls.length === 1);
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  const { rowCount } = await client.query(
    `UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '1 minute' WHERE locked_by IS NOT NULL`,
  );
  expect(rowCount).toBe(1);
  await client.query(`UPDATE graphile_worker._private_job_queues SET locked_at = now() - interval '1 minute'`);
  // Another process starts, looks for jobs of dead workers, and would run them before the later ones.
  const database = createDatabase(url);
  const other = createJobs({ databaseUrl: url, database, logger });
  onTestFinished(async () => {
    await other.close();
    await database.close();
  });
  const later = vi.fn(async () => {});
  other.begin([
    { name: 'count', run: again },
    { name: 'later', run: later },
  ]);
  for (let asked = 1; asked < 4; asked++) {
    await other.add('later', {});
    await vi.waitUntil(() => later.mock.calls.length === asked);
  }
  // Neither the other process nor this one runs it again.
  expect([long.mock.calls.length, again.mock.calls.length]).toEqual([1, 0]);
  finish();
});

it('a job of an unknown name is refused by `now` and by `add`', async () => {
  const jobs = start(await testDatabase(), async () => {});
  await jobs.now('other');
  await expect(jobs.now('nobody')).rejects.toThrow('no job is called nobody');
  await expect(jobs.add('nobody', {})).rejects.toThrow('no job is called nobody');
});

it('a job with `atStart` runs without being enqueued, where schedules are on', async () => {
  const [done, asked] = [vi.fn(async () => {}), vi.fn(async () => {})];
  const databaseUrl = await testDatabase();
  for (const byTheClock of [false, true]) {
    const database = createDatabase(databaseUrl);
    const jobs = createJobs({ databaseUrl, database, logger, byTheClock });
    jobs.begin([
      { name: 'done', cron: yearly, atStart: true, run: done },
      { name: 'asked', run: asked },
    ]);
    await jobs.now('asked');
    await vi.waitUntil(() => asked.mock.calls.length === (byTheClock ? 2 : 1));
    if (byTheClock) await vi.waitUntil(() => done.mock.calls.length === 1);
    else expect(done).not.toHaveBeenCalled();
    await jobs.close();
    await database.close();
  }
});

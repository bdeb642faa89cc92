import pg from 'pg';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { testDatabase } from '../../test/postgres.ts';
import { createDatabase } from '../postgres/db.ts';
import { createJobs, type Job, type Jobs } from './jobs.ts';

const logger = pino({ level: 'silent' });
const yearly = '0 0 1 1 *';

function start(databaseUrl: string, run: Job['run'], other: Job['run'] = async () => {}): Jobs {
  const database = createDatabase(databaseUrl);
  const jobs = createJobs({ databaseUrl, database, logger });
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

it('a job that one process is at is begun by no other', async () => {
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
  // Asked for later, and done: the process that is free has passed over the first.
  await two.now('other');
  await vi.waitUntil(() => other.mock.calls.length > 0);
  expect(count).toHaveBeenCalledTimes(1);
  letGo();
});

it('what is under way is waited for when the process stops', async () => {
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

it('what a process that was killed held is begun again by another', async () => {
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

it('one that is asked for has its payload, in the transaction that asks, and gives way to the next under its key', async () => {
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

it('they make what they need in a new database', async () => {
  const url = await testDatabase({ empty: true });
  const done = vi.fn(async () => {});
  await start(url, done).now('count');
  await vi.waitUntil(() => done.mock.calls.length > 0);
});

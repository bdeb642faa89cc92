import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { testDatabase } from '../../test/postgres.ts';
import { type Job, type Jobs, startJobs } from './jobs.ts';

const logger = pino({ level: 'silent' });
const yearly = '0 0 1 1 *';

function start(databaseUrl: string, run: Job['run'], other: Job['run'] = async () => {}): Jobs {
  const jobs = startJobs({
    ...{ databaseUrl, logger },
    jobs: [
      { name: 'count', cron: yearly, run },
      { name: 'other', cron: yearly, run: other },
    ],
  });
  onTestFinished(() => jobs.close());
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
  await vi.waitUntil(() => other.mock.calls.length > 0, { timeout: 10_000 });
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

it('they make what they need in a new database', async () => {
  const url = await testDatabase({ empty: true });
  const done = vi.fn(async () => {});
  await start(url, done).now('count');
  await vi.waitUntil(() => done.mock.calls.length > 0);
});

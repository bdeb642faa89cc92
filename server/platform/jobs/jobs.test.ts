import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { testDatabase } from '../../test/postgres.ts';
import { type Job, type Jobs, startJobs } from './jobs.ts';

const logger = pino({ level: 'silent' });
const yearly = '0 0 1 1 *';

function start(databaseUrl: string, run: Job['run']): Jobs {
  const jobs = startJobs({ databaseUrl, logger, jobs: [{ name: 'count', cron: yearly, run }] });
  onTestFinished(() => jobs.close());
  return jobs;
}

it('a job asked for by two processes is done by one of them, once', async () => {
  const url = await testDatabase();
  const done: string[] = [];
  const [one, two] = ['one', 'two'].map(name => start(url, async () => void done.push(name))) as [Jobs, Jobs];
  await Promise.all([one.now('count'), two.now('count')]);
  await vi.waitUntil(() => done.length > 0);
  await Promise.all([one.close(), two.close()]);
  expect(done).toHaveLength(1);
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

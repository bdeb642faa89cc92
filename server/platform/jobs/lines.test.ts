import { pino } from 'pino';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { testDatabase } from '../../test/outside/postgres.ts';
import { createDatabase } from '../postgres/db.ts';
import { createJobs, type Job, type Jobs } from './jobs.ts';
import type { For } from './lines.ts';

const logger = pino({ level: 'silent' });

/** Jobs that run until `end` is called; `begun` has their order. */
class Held {
  readonly begun: string[] = [];
  readonly done: string[] = [];
  private letGo = (): void => {};
  private readonly free = new Promise<void>(resolve => {
    this.letGo = resolve;
  });

  readonly run = async ({ name }: { name: string }): Promise<void> => {
    this.begun.push(name);
    await this.free;
    this.done.push(name);
  };

  end(): void {
    this.letGo();
  }
}

let url: string;
beforeAll(async () => {
  url = await testDatabase();
});

function start(...all: Job<{ name: string }>[]): Jobs {
  const database = createDatabase(url);
  const jobs = createJobs({ databaseUrl: url, database, logger });
  jobs.begin(all as Job[]);
  onTestFinished(async () => {
    await jobs.close();
    await database.close();
  });
  return jobs;
}

const add = async (jobs: Jobs, job: string, whom: For, ...names: string[]): Promise<void> => {
  for (const name of names) await jobs.add(job, { name }, { whom });
};
const numbered = (what: string, count: number) => Array.from({ length: count }, (_, n) => `${what} ${n}`);

it('waiting jobs of one name run for known people first, for anonymous clients last', async () => {
  const held = new Held();
  const jobs = start({ name: 'lines.order', together: 1, run: held.run });
  await add(jobs, 'lines.order', 'nobody', 'first');
  await vi.waitUntil(() => held.begun.length === 1);
  await add(jobs, 'lines.order', 'nobody', 'nobody 0', 'nobody 1');
  await add(jobs, 'lines.order', 'anyone', 'anyone 0', 'anyone 1');
  await add(jobs, 'lines.order', 'known', 'known 0', 'known 1');
  held.end();
  await vi.waitUntil(() => held.done.length === 7);
  const expected = ['first', 'known 0', 'known 1', 'anyone 0', 'anyone 1', 'nobody 0', 'nobody 1'];
  expect(held.done).toEqual(expected);
});

it('one worker of each name is reserved for known people, whatever the others do', async () => {
  const held = new Held();
  const known = vi.fn(async () => {});
  const run = (job: { name: string }) => (job.name === 'known' ? known() : held.run(job));
  const jobs = start({ name: 'lines.left', together: 3, run });
  await add(jobs, 'lines.left', 'nobody', ...numbered('nobody', 8));
  await add(jobs, 'lines.left', 'anyone', ...numbered('anyone', 8));
  await vi.waitUntil(() => held.begun.length >= 2);
  expect(held.begun, 'for strangers').toHaveLength(2);
  for (let n = 1; n <= 20; n += 1) {
    await add(jobs, 'lines.left', 'known', 'known');
    await vi.waitFor(() => expect(known, 'the worker of known people').toHaveBeenCalledTimes(n), 6_000);
  }
  expect(held.begun).toHaveLength(2);
  held.end();
  await vi.waitUntil(() => held.done.length === 16);
});

it('jobs of one name, however long they run, delay no job of another name', async () => {
  const held = new Held();
  const other = vi.fn(async () => {});
  const jobs = start(
    { name: 'lines.mails', together: 4, run: held.run },
    { name: 'lines.clock', cron: '0 0 1 1 *', run: other },
    { name: 'lines.codes', together: 2, run: other },
  );
  await add(jobs, 'lines.mails', 'known', ...numbered('known', 50));
  await vi.waitUntil(() => held.begun.length === 4);
  await jobs.now('lines.clock');
  await add(jobs, 'lines.codes', 'nobody', 'nobody');
  await vi.waitUntil(() => other.mock.calls.length === 2);
  expect(held.begun).toHaveLength(4);
  held.end();
  await vi.waitUntil(() => held.done.length === 50);
});

import { EventEmitter } from 'node:events';
import type { WorkerEvents } from 'graphile-worker';
import { expect, test } from 'vitest';
import { type For, flagsOf, Lines } from './lines.ts';

/** Tests which jobs may begin beside running ones; `lines.test.ts` tests it with jobs that run. */

test('Jobs of one name run as many at once as is said, one of them for known people alone, and make room as they end', async () => {
  const events: WorkerEvents = new EventEmitter();
  const run = async () => {};
  const lines = new Lines(
    [
      { name: 'mails', together: 3, run },
      { name: 'purge', run },
    ],
    events,
  );
  expect(lines.workers).toBe(4);
  const tell = (what: 'start' | 'complete') => (name: string, whom: For) => {
    const flags = Object.fromEntries(flagsOf(name, whom).map(flag => [flag, true]));
    events.emit(`job:${what}`, { job: { flags } } as never);
  };
  const [begin, end] = [tell('start'), tell('complete')];
  const forbidden = async () => {
    const flags = await lines.forbidden();
    events.emit('worker:getJob:empty', {} as never);
    return flags.toSorted();
  };
  begin('mails', 'nobody');
  expect(await forbidden()).toEqual([]);
  begin('mails', 'anyone');
  expect(await forbidden()).toEqual(['mails:unhurried']);
  begin('mails', 'known');
  expect(await forbidden()).toEqual(['mails', 'mails:unhurried']);
  begin('purge', 'anyone');
  expect(await forbidden()).toEqual(['mails', 'mails:unhurried', 'purge', 'purge:unhurried']);
  end('purge', 'anyone');
  end('mails', 'nobody');
  expect(await forbidden()).toEqual([]);
});

test('Workers look for jobs one after the other, also once one of them has failed', async () => {
  const events: WorkerEvents = new EventEmitter();
  const lines = new Lines([{ name: 'mails', together: 3, run: async () => {} }], events);
  const looks: number[] = [];
  const all = [1, 2, 3, 4].map(async n => {
    await lines.forbidden();
    looks.push(n);
  });
  const settled = () => new Promise(resolve => setImmediate(resolve));
  for (const [n, event] of (['worker:getJob:error', 'worker:getJob:empty', 'job:start'] as const).entries()) {
    await settled();
    expect(looks).toHaveLength(n + 1);
    events.emit(event, { job: { flags: null } } as never);
  }
  await Promise.all(all);
  expect(looks).toEqual([1, 2, 3, 4]);
});

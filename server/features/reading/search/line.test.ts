import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { api } from '@palabre/common/contract/index.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { AppError } from '../../../platform/http/errors.ts';
import { type Person, startPalabre } from '../../../test/harness.ts';
import { SearchLine } from './line.ts';

/** Connection of a client that waits. */
const client = () => Object.assign(new EventEmitter(), { closed: false }) as unknown as ServerResponse & EventEmitter;
const settled = () => new Promise(resolve => setImmediate(resolve));

it('A person runs one search at a time, people take turns, and a person with too many waiting is refused', async () => {
  const line = new SearchLine(4);
  const begun: string[] = [];
  const finish = new Map<string, () => void>();
  const ask = (userId: string, name: string) =>
    line.run(userId, client(), () => {
      begun.push(name);
      return new Promise<void>(resolve => finish.set(name, resolve));
    });
  const greedy = Array.from({ length: 13 }, (_, i) => ask('greedy', `greedy ${i}`));
  await settled();
  expect(begun).toEqual(['greedy 0']);
  let refusal: unknown;
  ask('greedy', 'one more').catch((error: AppError) => {
    refusal = error.code;
  });
  await settled();
  expect(refusal).toBe('too_many_requests');
  const others = ['a', 'b', 'c', 'd'].map(name => ask(name, name));
  await settled();
  // The free places go to the other people; the fourth of them precedes the next search of the first person.
  expect(begun).toEqual(['greedy 0', 'a', 'b', 'c']);
  finish.get('greedy 0')?.();
  await settled();
  expect(begun.slice(4)).toEqual(['d']);
  finish.get('a')?.();
  await settled();
  expect(begun.slice(5)).toEqual(['greedy 1']);
  while (finish.size > 0) {
    for (const [name, end] of finish) {
      finish.delete(name);
      end();
    }
    await settled();
  }
  await Promise.all([...greedy, ...others]);
  expect(begun).toHaveLength(17);
});

it('Short searches run one by one where one core is left for them, and a long one holds up nobody', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const line = new SearchLine(1);
  const begun: string[] = [];
  const finish = new Map<string, () => void>();
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].map(name =>
    line.run(name, client(), () => {
      begun.push(name);
      return new Promise<void>(resolve => finish.set(name, resolve));
    }),
  );
  await settled();
  expect(begun).toEqual(['a']);
  finish.get('a')?.();
  await settled();
  expect(begun).toEqual(['a', 'b']);
  vi.advanceTimersByTime(60);
  await settled();
  expect(begun).toEqual(['a', 'b', 'c']);
  vi.advanceTimersByTime(1_000);
  await settled();
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  vi.advanceTimersByTime(1_000);
  await settled();
  // Four at once at most, however long they take.
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  vi.advanceTimersByTime(1_000);
  await settled();
  expect(begun).toHaveLength(5);
  for (const name of ['b', 'c', 'd', 'e', 'f']) {
    finish.get(name)?.();
    await settled();
  }
  await Promise.all(all);
});

it('A search whose client has left, or has waited for ten seconds, never runs, and the next one takes its place', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const line = new SearchLine(4);
  const begun: string[] = [];
  const finish = new Map<string, () => void>();
  const ask = (name: string, by = client(), person = name) =>
    line.run(person, by, () => {
      begun.push(name);
      return new Promise<void>(resolve => finish.set(name, resolve));
    });
  const running = ['a', 'b', 'c', 'd'].map(name => ask(name));
  const leaving = client();
  let refusals: unknown[] = [];
  const note = ({ code, refusal }: AppError) => {
    refusals = [...refusals, [code, refusal]];
  };
  const refused = Promise.all([ask('left', leaving).catch(note), ask('late').catch(note)]);
  await settled();
  leaving.emit('close');
  await settled();
  // Refused at once, not after the ten seconds: its place in the line is free for another search.
  expect(refusals).toEqual([['too_many_requests', 'search']]);
  vi.advanceTimersByTime(9_999);
  const patient = [ask('patient'), ask('of the same', client(), 'patient')];
  vi.advanceTimersByTime(1);
  await refused;
  expect(refusals).toEqual(Array(2).fill(['too_many_requests', 'search']));
  await expect(ask('gone before', Object.assign(client(), { closed: true }))).rejects.toMatchObject({
    code: 'too_many_requests',
  });
  for (const name of ['a', 'patient', 'of the same', 'b', 'c', 'd']) {
    await settled();
    finish.get(name)?.();
  }
  await Promise.all([...running, ...patient]);
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'patient', 'of the same']);
  // Neither a listener nor a timer is left of them.
  expect([leaving.listenerCount('close'), vi.getTimerCount()]).toEqual([0, 0]);
});

it('The newest search goes first once some have waited for two seconds, and what waits behind it has its turn after', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const line = new SearchLine(4);
  const begun: string[] = [];
  const finish = new Map<string, () => void>();
  const ask = (name: string, person = name) =>
    line.run(person, client(), () => {
      begun.push(name);
      return new Promise<void>(resolve => finish.set(name, resolve));
    });
  const all = ['a', 'b', 'c', 'd'].map(name => ask(name));
  all.push(ask('old'), ask('typed', 'camille'));
  await settled();
  vi.advanceTimersByTime(1_999);
  all.push(ask('new'));
  vi.advanceTimersByTime(1);
  // The newest is not the last in line: its person was in line before.
  all.push(ask('typed on', 'camille'));
  const end = async (name: string) => {
    finish.get(name)?.();
    await settled();
  };
  await end('a');
  expect(begun.slice(4)).toEqual(['old']);
  vi.advanceTimersByTime(2);
  for (const name of ['b', 'c', 'd']) await end(name);
  expect(begun.slice(4)).toEqual(['old', 'typed on', 'new']);
  for (const name of ['old', 'new', 'typed on', 'typed']) await end(name);
  expect(begun.slice(7)).toEqual(['typed']);
  await Promise.all(all);
});

it('A thousand searches wait at most, of all people together, and others are served once they have gone', async () => {
  const line = new SearchLine(4);
  const finish: (() => void)[] = [];
  const ask = (person: string) => line.run(person, client(), () => new Promise<void>(resolve => finish.push(resolve)));
  const all = Promise.allSettled(Array.from({ length: 1_004 }, (_, n) => ask(`person ${n}`)));
  await settled();
  const late = ask('late').then(
    () => 'served',
    ({ code }: AppError) => code,
  );
  for (let begun = 0; begun < finish.length; begun += 1) {
    finish[begun]?.();
    await settled();
  }
  expect(await late).toBe('too_many_requests');
  const refused = (await all).filter(({ status }) => status === 'rejected');
  expect([finish.length, refused]).toEqual([1_004, []]);
  expect(await line.run('later', client(), async () => 'served')).toBe('served');
});

it('A person searches 240 times a minute, messages and files together', async () => {
  const palabre = await startPalabre({ limits: true });
  const [greedy, other] = await Promise.all([palabre.register(), palabre.register()]);
  await palabre.services.limits.spend('search', greedy.id, 238);
  const search = async (person: Person, endpoint: typeof api.search.messages | typeof api.search.files) =>
    (await person.call(endpoint, { query: { q: 'plan' } })).status;
  expect([await search(greedy, api.search.messages), await search(greedy, api.search.files)]).toEqual([200, 200]);
  expect([await search(greedy, api.search.messages), await search(greedy, api.search.files)]).toEqual([429, 429]);
  expect(await search(other, api.search.messages)).toBe(200);
});

it('A search that fails leaves its place', async () => {
  const line = new SearchLine();
  await expect(line.run('a', client(), () => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off');
  expect(await line.run('a', client(), async () => 1)).toBe(1);
});

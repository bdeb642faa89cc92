// @vitest-environment jsdom
import { webcrypto } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered } from '../../test/answered.ts';
import { endSession, useSession } from '../session/session.ts';
import { forgetAnswer, restoreAnswers, saveAnswer, savesAnswers, setSavesAnswers } from './answers-on-device.ts';

const disk = vi.hoisted(() => ({
  records: new Map<string, unknown>(),
  entries: [] as (() => Promise<unknown>)[],
  sets: [] as (() => Promise<unknown>)[],
}));

// jsdom has no IndexedDB: the records are in a map; each reading of all of them waits for its turn in `entries`, and each
// writing in `sets`.
vi.mock('idb-keyval', () => ({
  createStore: () => ({}),
  set: async (key: string, value: unknown) => {
    await disk.sets.shift()?.();
    disk.records.set(key, value);
  },
  del: async (key: string) => void disk.records.delete(key),
  clear: async () => disk.records.clear(),
  entries: async () => {
    await disk.entries.shift()?.();
    return [...disk.records];
  },
}));

beforeEach(async () => {
  vi.stubGlobal('indexedDB', {});
  vi.stubGlobal('crypto', webcrypto);
  vi.spyOn(console, 'error').mockReturnValue();
  useSession.setState({ token: 'token', user: { _id: 'camille' } as never, isLoggedIn: true });
  await saveAnswer('q1', { said: 'Bonjour' });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  useSession.setState({ token: null, user: null, isLoggedIn: false });
  disk.records.clear();
  disk.entries.length = 0;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const never = () => new Promise<never>(() => {});

it('answers that the database reads after its timeout are passed when they come', async () => {
  let read = (): void => {};
  disk.entries = [() => new Promise<void>(done => (read = done)), never];
  const take = vi.fn();
  const restored = restoreAnswers(take);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(take).not.toHaveBeenCalled();
  read();
  await answered(restored);
  expect(take).toHaveBeenCalledWith('q1', { said: 'Bonjour' });
});

it('answers of a database that never answers are read by a second opening', async () => {
  disk.entries = [never];
  const take = vi.fn();
  void restoreAnswers(take);
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  await expect.poll(() => take.mock.calls).toEqual([['q1', { said: 'Bonjour' }]]);
});

it('answers read after the session has ended are passed to nobody', async () => {
  let read = (): void => {};
  disk.entries = [() => new Promise<void>(done => (read = done)), never];
  const take = vi.fn();
  const restored = restoreAnswers(take);
  await vi.advanceTimersByTimeAsync(10_000);
  useSession.setState({ token: 'another', user: { _id: 'camille' } as never });
  read();
  await answered(restored);
  expect(take).not.toHaveBeenCalled();
});

it.each(['logout', 'expired', 'elsewhere', 'unwanted'] as const)(
  'no answer is left on the device, nor one that is being written, as its session ends or nothing is to be kept: %s',
  async reason => {
    let write = (): void => {};
    const begun = new Promise<void>(begin => {
      disk.sets = [
        () => {
          begin();
          return new Promise<void>(done => (write = done));
        },
      ];
    });
    const saved = saveAnswer('q2', { said: 'Bonsoir' });
    await answered(begun);
    if (reason === 'unwanted') setSavesAnswers(false);
    else endSession(reason);
    write();
    await answered(saved);
    expect([...disk.records.keys()]).toEqual([]);
    setSavesAnswers(true);
  },
);

const names = () => [...disk.records.keys()];

it('a device whose person wants nothing kept keeps nothing, and forgets what it had', async () => {
  vi.useRealTimers();
  setSavesAnswers(false);
  expect(savesAnswers()).toBe(false);
  await expect.poll(names).toEqual([]);
  expect(await saveAnswer('q2', 'Bonsoir')).toBe(true);
  expect(names()).toEqual([]);
  setSavesAnswers(true);
  await saveAnswer('q2', 'Bonsoir');
  expect(names()).toEqual(['camille/q2']);
});

it('a browser without encryption, as on plain http, keeps nothing, and nothing is tried again there', async () => {
  vi.stubGlobal('crypto', {});
  expect(await saveAnswer('q2', 'Bonsoir')).toBe(true);
  const take = vi.fn();
  await restoreAnswers(take);
  expect([names(), take.mock.calls]).toEqual([['camille/q1'], []]);
});

it('an answer that is too large is not kept, nor the older one of its name', async () => {
  vi.useRealTimers();
  await saveAnswer('q1', 'x'.repeat(256 * 1024 - 2));
  expect(names()).toEqual(['camille/q1']);
  await saveAnswer('q1', 'x'.repeat(256 * 1024 - 1));
  expect(names()).toEqual([]);
});

/** Removes the answers that earlier tests have kept, and has a clock that goes on with each answer. */
async function nothingKept(): Promise<void> {
  vi.useRealTimers();
  setSavesAnswers(false);
  await expect.poll(names).toEqual([]);
  setSavesAnswers(true);
  let clock = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => clock++);
}

/** Opens the page anew, which is passed so many answers; returns its store of answers. */
async function reopened(answers: number) {
  vi.resetModules();
  const later = await import('./answers-on-device.ts');
  (await import('../session/session.ts')).useSession.setState(useSession.getState());
  const take = vi.fn();
  await later.restoreAnswers(take);
  expect(take).toHaveBeenCalledTimes(answers);
  return later;
}

it('the oldest answers give way beyond the sixtieth, and an answer kept again counts as new', async () => {
  vi.useRealTimers();
  let clock = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => clock++);
  for (let n = 2; n <= 60; n += 1) await saveAnswer(`q${n}`, n);
  await saveAnswer('q1', 'again');
  expect(names()).toHaveLength(60);
  await saveAnswer('q61', 61);
  expect(names()).toHaveLength(60);
  expect(names()).not.toContain('camille/q2');
  expect(names()).toContain('camille/q1');
});

it('the oldest answers give way beyond four megabytes', async () => {
  await nothingKept();
  const large = 'x'.repeat(255 * 1024);
  for (let n = 1; n <= 16; n += 1) await saveAnswer(`q${n}`, large);
  expect(names()).toHaveLength(16);
  await saveAnswer('q17', large);
  expect(names()).toHaveLength(16);
  expect(names()).not.toContain('camille/q1');
  expect(names()).toContain('camille/q17');
});

it('an answer that is forgotten, or that another session or person has written, is passed to nobody and leaves the device', async () => {
  vi.useRealTimers();
  await saveAnswer('q2', 'Bonsoir');
  disk.records.set('leonie/q3', disk.records.get('camille/q2'));
  await forgetAnswer('q2');
  const take = vi.fn();
  await restoreAnswers(take);
  expect(take.mock.calls).toEqual([['q1', { said: 'Bonjour' }]]);
  await expect.poll(names).toEqual(['camille/q1']);
  useSession.setState({ token: 'another' });
  await restoreAnswers(take);
  expect(take).toHaveBeenCalledOnce();
  await expect.poll(names).toEqual([]);
});

it('answers that an earlier page saved give way to newer ones too, the oldest first', async () => {
  await nothingKept();
  for (let n = 1; n <= 60; n += 1) await saveAnswer(`q${n}`, n);
  const later = await reopened(60);
  await later.saveAnswer('q61', 61);
  await later.saveAnswer('q2', 'again');
  expect(names()).toHaveLength(60);
  expect(names().filter(name => ['camille/q1', 'camille/q2', 'camille/q3'].includes(name))).toEqual([
    ...['camille/q2', 'camille/q3'],
  ]);
});

it('answers that an earlier page saved count towards the four megabytes', async () => {
  await nothingKept();
  const large = 'x'.repeat(255 * 1024);
  for (let n = 1; n <= 16; n += 1) await saveAnswer(`q${n}`, large);
  const later = await reopened(16);
  await later.saveAnswer('q17', large);
  expect(names()).toHaveLength(16);
  expect(names()).not.toContain('camille/q1');
});

it('an answer that is forgotten, or has grown too large, leaves its place to another', async () => {
  await nothingKept();
  for (let n = 1; n <= 60; n += 1) await saveAnswer(`q${n}`, n);
  await forgetAnswer('q60');
  await saveAnswer('q59', 'x'.repeat(257 * 1024));
  for (const name of ['q61', 'q62']) await saveAnswer(name, name);
  expect(names()).toHaveLength(60);
  expect(names()).toContain('camille/q1');
});

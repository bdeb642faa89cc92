// @vitest-environment jsdom
import { get, set } from 'idb-keyval';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered } from '../../test/answered.ts';
import { deviceStore } from './indexed-db.ts';

const never = () => new Promise<never>(() => {});
const open = vi.fn((): object => ({}));

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockReturnValue();
  open.mockClear();
  vi.stubGlobal('indexedDB', { open });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('an action on a database that never answers times out, and the next actions time out at once', async () => {
  const store = deviceStore('a', 'b', 'Nothing is kept');
  const first = store.run(never);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await answered(first)).toBeNull();
  const second = store.run(never);
  await vi.advanceTimersByTimeAsync(0);
  expect(await answered(second)).toBeNull();
});

it('a database that timed out is opened once more, and its actions are awaited again once it has answered', async () => {
  const store = deviceStore('a', 'b', 'Nothing is kept');
  const ask = async (elapsedMs: number) => {
    const answer = store.run(one => get('key', one));
    await vi.advanceTimersByTimeAsync(elapsedMs);
    expect(await answered(answer)).toBeNull();
  };
  await ask(2_000);
  expect(open).toHaveBeenCalledTimes(1);
  await ask(0);
  await ask(0);
  expect(open).toHaveBeenCalledTimes(2);
  expect(await store.run(async () => 'answered')).toBe('answered');
  const slow = store.run(() => new Promise(done => setTimeout(done, 1_000, 'in time')));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await answered(slow)).toBe('in time');
  // One that has answered is not late for ever after.
  await vi.advanceTimersByTimeAsync(5_000);
  const later = store.run(() => new Promise(done => setTimeout(done, 1_000, 'in time again')));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await answered(later)).toBe('in time again');
});

it('a transaction is committed with its requests, before they are answered', async () => {
  const [put, commit] = [vi.fn(), vi.fn()];
  const transaction = { commit, objectStore: (): object => ({ put, transaction }) };
  const request = { result: { transaction: () => transaction }, onsuccess: () => {} };
  open.mockReturnValueOnce(request);
  void deviceStore('a', 'b', 'Nothing is kept').run(one => set('key', 'value', one));
  request.onsuccess();
  await vi.advanceTimersByTimeAsync(0);
  expect(put).toHaveBeenCalledWith('value', 'key');
  expect(commit).toHaveBeenCalledTimes(1);
});

it('a database that fails twice is read as nothing, in time and ever, and tells so without a failure of its own', async () => {
  const store = deviceStore('a', 'b', 'Nothing is kept');
  const read = vi.fn(async () => {
    throw new DOMException('broken', 'UnknownError');
  });
  const { inTime, ever } = store.read(read);
  expect([await answered(inTime), await answered(ever), read.mock.calls.length]).toEqual([null, null, 2]);
});

import { expect, test, vi } from 'vitest';
import { Shared } from './shared.ts';

/** Makes numbers; each one resolves when its `ends` function is called. */
function making() {
  const ends: (() => void)[] = [];
  const make = vi.fn(() => new Promise<number>(resolve => ends.push(() => resolve(make.mock.calls.length))));
  return { make, ends };
}

test('a value asked for while it is being made is made once more, for all late callers together', async () => {
  const { make, ends } = making();
  const shared = new Shared<number>();
  const first = shared.get('a', make);
  const others = [1, 2, 3].map(() => shared.get('a', make));
  expect(make).toHaveBeenCalledTimes(1);
  ends[0]?.();
  expect(await first).toBe(1);
  await vi.waitUntil(() => ends.length === 2);
  const late = shared.get('a', make);
  ends[1]?.();
  expect(await Promise.all(others)).toEqual([2, 2, 2]);
  await vi.waitUntil(() => ends.length === 3);
  ends[2]?.();
  expect(await late).toBe(3);
});

test('values of other keys are made in parallel, and a failed value is made again', async () => {
  const { make, ends } = making();
  const shared = new Shared<number>();
  void shared.get('a', make);
  void shared.get('b', make);
  expect(make).toHaveBeenCalledTimes(2);
  const failed = shared.get('c', () => Promise.reject(new Error('away')));
  const again = shared.get('c', make);
  await expect(failed).rejects.toThrow('away');
  // Begun in the same turn, as nothing else is waited for.
  await new Promise(resolve => setImmediate(resolve));
  expect(make).toHaveBeenCalledTimes(3);
  ends[2]?.();
  expect(await again).toBe(3);
});

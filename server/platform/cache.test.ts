import { expect, test, vi } from 'vitest';
import { Cache } from './cache.ts';

function cache(limits: { size: number; each: number; ms: number }) {
  let now = 0;
  const kept = new Cache<string>(
    limits,
    ({ length }) => length,
    () => now,
  );
  const pass = (ms: number) => {
    now += ms;
  };
  const of = (key: string, value = key) => kept.of(key, async () => value);
  return { kept, pass, of };
}

test('A value is kept for its time, from when it was fetched, however often it is read meanwhile', async () => {
  const { kept, pass, of } = cache({ size: 100, each: 100, ms: 1_000 });
  expect(await of('a', 'before')).toBe('before');
  pass(999);
  expect(await of('a', 'after')).toBe('before');
  expect(kept.get('a')).toBe('before');
  pass(1);
  expect(kept.get('a')).toBeUndefined();
  expect(await of('a', 'after')).toBe('after');
});

test('Values that are too large together make room by the one that was not read for longest; one too large alone is not kept', async () => {
  const { kept, of } = cache({ size: 10, each: 6, ms: 1_000 });
  for (const key of ['aaaa', 'bbbb']) await of(key);
  kept.get('aaaa');
  await of('cccc');
  expect(['aaaa', 'bbbb', 'cccc'].map(key => kept.get(key))).toEqual(['aaaa', undefined, 'cccc']);
  expect(await of('long', 'x'.repeat(7))).toHaveLength(7);
  expect(kept.get('long')).toBeUndefined();
  expect(kept.get('cccc')).toBe('cccc');
  // A value that took an evicted value's place is counted once.
  await of('two', 'xx');
  expect(['aaaa', 'cccc', 'two'].map(key => kept.get(key))).toEqual(['aaaa', 'cccc', 'xx']);
});

test('Those who ask while a value is fetched share it, and a failure is of those alone who asked meanwhile', async () => {
  const { kept } = cache({ size: 100, each: 100, ms: 1_000 });
  let fail = (_error: Error): void => {};
  const fetch = vi.fn(() => new Promise<string>((_resolve, reject) => (fail = reject)));
  const asked = [kept.of('a', fetch), kept.of('a', fetch)];
  expect(fetch).toHaveBeenCalledTimes(1);
  fail(new Error('away'));
  for (const one of asked) await expect(one).rejects.toThrow('away');
  expect(await kept.of('a', async () => 'here')).toBe('here');
});

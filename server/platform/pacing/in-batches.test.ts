import { expect, it } from 'vitest';
import { inBatches } from './in-batches.ts';

/** Opens a batching reader whose batches the test answers or fails itself. */
function readings(atMost?: number) {
  const asked: { keys: string[]; answer: () => void; fail: () => void }[] = [];
  const waiters: (() => void)[] = [];
  const read = inBatches<string, string>(
    keys =>
      new Promise((resolve, reject) => {
        const found = keys.filter(key => key !== 'nobody').map(key => [key, `of ${key}`] as const);
        asked.push({ keys, answer: () => resolve(new Map(found)), fail: () => reject(new Error('away')) });
        for (const waiter of waiters.splice(0)) waiter();
      }),
    atMost,
  );
  const began = async (count: number) => {
    while (asked.length < count) await new Promise<void>(resolve => waiters.push(resolve));
    return asked[count - 1] as (typeof asked)[number];
  };
  return { read, began, asked };
}

it('callers of one turn share a batch, and callers who come while it runs share the next', async () => {
  const { read, began, asked } = readings();
  const first = ['a', 'b', 'a', 'nobody'].map(read);
  const one = await began(1);
  expect(one.keys).toEqual(['a', 'b', 'nobody']);
  // Asked again during the read: its result may be older than the question.
  const later = ['a', 'c'].map(read);
  one.answer();
  expect(await Promise.all(first)).toEqual(['of a', 'of b', 'of a', undefined]);
  const two = await began(2);
  expect(two.keys).toEqual(['a', 'c']);
  two.answer();
  expect(await Promise.all(later)).toEqual(['of a', 'of c']);
  expect(asked).toHaveLength(2);
});

it('a batch that fails fails its own callers, and nobody else', async () => {
  const { read, began } = readings();
  const first = read('a');
  const one = await began(1);
  const later = read('b');
  one.fail();
  await expect(first).rejects.toThrow('away');
  (await began(2)).answer();
  expect(await later).toBe('of b');
});

it('a batch has at most `atMost` keys', async () => {
  const { read, began } = readings(2);
  const all = Promise.all(['a', 'b', 'c'].map(read));
  const one = await began(1);
  expect(one.keys).toEqual(['a', 'b']);
  one.answer();
  const two = await began(2);
  expect(two.keys).toEqual(['c']);
  two.answer();
  expect(await all).toEqual(['of a', 'of b', 'of c']);
});

it('a batch has 512 keys at most by default', async () => {
  const { read, began } = readings();
  const all = Promise.all(Array.from({ length: 513 }, (_, n) => read(`${n}`)));
  const one = await began(1);
  expect(one.keys).toHaveLength(512);
  one.answer();
  const two = await began(2);
  expect(two.keys).toEqual(['512']);
  two.answer();
  expect((await all).at(-1)).toBe('of 512');
});

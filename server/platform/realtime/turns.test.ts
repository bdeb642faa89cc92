import { expect, test } from 'vitest';
import { AppError } from '../http/errors.ts';
import { Turns } from './turns.ts';

const settled = () => new Promise(resolve => setImmediate(resolve));

test('Work about one thing is done in turn, and refused once its line is full; work about others does not wait', async () => {
  const turns = new Turns();
  const done: string[] = [];
  const ends: (() => void)[] = [];
  const work = (things: string[], name: string) =>
    turns.run(
      things,
      async () => {
        done.push(name);
        await new Promise<void>(resolve => ends.push(resolve));
      },
      2,
    );
  const all = [work(['a'], 'first'), work(['b'], 'beside'), work(['a', 'c'], 'second')];
  let refused: unknown;
  work(['c', 'a'], 'third').catch(error => {
    refused = error;
  });
  await settled();
  expect(done).toEqual(['first', 'beside']);
  expect(refused).toEqual(new AppError('too_many_requests', { retryAfter: 1, refusal: 'changes_in_line' }));
  expect([turns.isFree('a'), turns.isFree('d')]).toEqual([false, true]);
  turns.after(['c'], () => done.push('told'));
  while (ends.length > 0) {
    ends.shift()?.();
    await settled();
  }
  await Promise.all(all);
  expect(done).toEqual(['first', 'beside', 'second', 'told']);
  expect(turns.isFree('a')).toBe(true);
});

test('A line has room again for each turn of it that has ended, however long it stays busy', async () => {
  const turns = new Turns();
  const ends: (() => void)[] = [];
  const work = () =>
    turns
      .run(['a'], () => new Promise<void>(resolve => ends.push(resolve)), 2)
      .then(
        () => 'done',
        error => error.code,
      );
  const all = [work(), work()];
  for (let ended = 0; ended < 4; ended += 1) {
    await settled();
    ends.shift()?.();
    await settled();
    if (ended < 2) all.push(work());
  }
  expect(await Promise.all(all)).toEqual(Array(4).fill('done'));
});

test('A turn begins at once where nothing is before it: nothing was, or all of it has ended', () => {
  const turns = new Turns();
  const first = turns.take(['a', 'b', 'a']);
  const second = turns.take(['b']);
  expect([first.free, second.free, turns.isFree('b')]).toEqual([true, false, false]);
  first.end();
  // One of the things has another turn, which keeps its place.
  expect([turns.isFree('a'), turns.isFree('b')]).toEqual([true, false]);
  const third = turns.take(['b', 'c']);
  expect([turns.take(['a']).free, third.free]).toEqual([true, false]);
  second.end();
  third.end();
  expect(turns.take(['b', 'c']).free).toBe(true);
});

// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useHandOrder } from './hand-order.ts';

const items = ['a', 'b', 'c'].map(_id => ({ _id }));

/** An order whose server answers when the test says. */
function order() {
  const sent: string[] = [];
  const answers: { done: () => void; refused: () => void }[] = [];
  let settled = 0;
  let fetched: Promise<void> | undefined;
  const { result, rerender } = renderHook(
    (now: readonly { _id: string }[]) =>
      useHandOrder({
        items: now,
        send: (_id, _to, ids) => {
          sent.push(ids.join(''));
          return new Promise((done, refuse) =>
            answers.push({ done: () => done(null), refused: () => refuse(new Error('Non.')) }),
          );
        },
        settle: async () => {
          settled += 1;
          await fetched;
        },
      }),
    { initialProps: items },
  );
  return {
    sent,
    shown: () => result.current.shown.map(({ _id }) => _id).join(''),
    move: (id: string, to: number) => act(async () => result.current.move(id, to)),
    answer: (how: 'done' | 'refused') => act(async () => answers.shift()?.[how]()),
    holds: (ids: string) => rerender([...ids].map(_id => ({ _id }))),
    settled: () => settled,
    /** Holds the fetch after the last answer; returns the function that ends it. */
    holdSettling: () => {
      let end = () => {};
      fetched = new Promise(done => {
        end = done;
      });
      return () => act(async () => end());
    },
    failSettling: () => {
      fetched = Promise.reject(new Error('Non.'));
      fetched.catch(() => {});
    },
  };
}

test('An order made by hand shows each move at once, sends them one at a time, and settles after the last', async () => {
  const { sent, shown, move, answer, holds, settled } = order();
  await move('a', 1);
  await move('a', 2);
  expect(shown()).toBe('bca');
  expect(sent).toEqual(['bac']);
  await answer('done');
  // The answer to the first move is older than the second.
  holds('bac');
  expect([settled(), shown()]).toEqual([0, 'bca']);
  expect(sent).toEqual(['bac', 'bca']);
  await answer('done');
  expect([settled(), shown()]).toEqual([1, 'bac']);
});

test('An order made by hand keeps a move that is made while the order is fetched again', async () => {
  const { shown, move, answer, settled, holdSettling } = order();
  const end = holdSettling();
  await move('a', 1);
  await answer('done');
  expect(settled()).toBe(1);
  await move('c', 0);
  await end();
  expect(shown()).toBe('cba');
});

test('An order made by hand has what comes while a move is on its way at its end', async () => {
  const { shown, move, holds } = order();
  await move('c', 0);
  holds('dabec');
  expect(shown()).toBe('cabde');
});

test('An order made by hand is the server’s again after a refusal', async () => {
  const { shown, move, answer, settled } = order();
  await move('c', 0);
  expect(shown()).toBe('cab');
  await answer('refused');
  expect([settled(), shown()]).toEqual([1, 'abc']);
});

test('An order made by hand asks nothing for a move to the same place or beyond the ends', async () => {
  const { sent, move } = order();
  for (const [id, to] of [
    ['a', 0],
    ['a', 3],
    ['c', -1],
    ['gone', 1],
  ] as const)
    await move(id, to);
  expect(sent).toEqual([]);
});

test('An order made by hand is the server’s once its moves are done, and takes others, also where it could not be fetched again', async () => {
  const { sent, shown, move, answer, settled, failSettling } = order();
  failSettling();
  await move('a', 1);
  await answer('done');
  expect([settled(), shown()]).toEqual([1, 'abc']);
  await move('c', 0);
  expect([sent, shown()]).toEqual([['bac', 'cab'], 'cab']);
});

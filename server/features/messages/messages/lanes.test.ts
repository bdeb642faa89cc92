import { expect, test } from 'vitest';
import { Turns } from '../../../platform/realtime/turns.ts';
import { Lanes } from './lanes.ts';

const lanesOf = (posts: string) => {
  const lanes = new Lanes<string>(
    new Turns(),
    () => {},
    () => {},
  );
  for (const post of posts.split(' ')) lanes.add(post[0] as string, post);
  return lanes;
};
const itemsOf = (taken: { items: string[] }[]) => taken.map(({ items }) => items.join(' '));

test('A batch of lanes has as many posts as it holds; the others of a lane come in its next, behind those to try again', () => {
  const lanes = lanesOf('a1 a2 a3 b1 b2 b3 c1');
  const first = lanes.take(5);
  expect(itemsOf(first)).toEqual(['a1 a2 a3', 'b1 b2']);
  const [a, b] = first;
  if (a) lanes.giveBack(a.lane, []);
  if (b) lanes.giveBack(b.lane, ['b2']);
  lanes.add('a', 'a4');
  expect(itemsOf(lanes.take(5))).toEqual(['c1', 'b2 b3', 'a4']);
  expect(lanes.take(5)).toEqual([]);
});

test('A post leaves its lane while it waits there, and no more once it is taken', () => {
  const lanes = lanesOf('a1 a2 a3 a4');
  const [taken] = lanes.take(2);
  expect(['a1', 'a3', 'b1'].map(post => lanes.remove(post[0] as string, post))).toEqual([false, true, false]);
  if (taken) lanes.giveBack(taken.lane, []);
  expect(itemsOf(lanes.take(5))).toEqual(['a4']);
});

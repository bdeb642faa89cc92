import { expect, test } from 'vitest';
import { placeAfterComing, placeAfterGoing } from './channel-order.ts';

test('A channel that appears pushes those at its place and after it, and one that disappears draws those after it', () => {
  const positions = [0, 1, 2, 3];
  expect(positions.map(position => placeAfterComing(position, 2))).toEqual([0, 1, 3, 4]);
  expect(positions.map(position => placeAfterGoing(position, 2))).toEqual([0, 1, 2, 2]);
  // Where all others stood before a channel came, they stand again once it is gone.
  for (const position of positions) expect(placeAfterGoing(placeAfterComing(position, 2), 2)).toBe(position);
});

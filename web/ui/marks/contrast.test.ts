import { expect, test } from 'vitest';
import { contrast, parseColour } from './contrast.ts';

test.each([
  ['#000000', '#ffffff', 21],
  ['#FFFFFF', '#000000', 21],
  ['#777777', '#777777', 1],
  // By the formula of WCAG.
  ['#767676', '#ffffff', 4.54],
  ['#ff0000', '#ffffff', 4],
  ['rouge', '#ffffff', 1],
  ['#ffffff', '', 1],
])('The contrast of %s and %s is %d', (one, other, is) => {
  expect(contrast(one, other)).toBeCloseTo(is, 1);
});

test('A colour has six digits after its sign, and nothing else is one', () => {
  expect([' #1d4E89 ', '#1d4e8', '#1d4e899', '1d4e89', '#1d4e8g'].map(parseColour)).toEqual([
    [29, 78, 137],
    ...Array(4).fill(null),
  ]);
});

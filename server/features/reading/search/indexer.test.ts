import { expect, it } from 'vitest';
import { restAfter } from './indexer.ts';

it('The search index rests seven times as long as a batch took, a fifth of a second at least and 2.5 s at most', () => {
  expect([5, 100, 200, 5_000].map(tookMs => restAfter(tookMs, 1))).toEqual([200, 700, 1_400, 2_500]);
});

it('On a server that is slow for everybody, the search index rests as if its batch had been quick; six times at most', () => {
  expect(restAfter(400, 4)).toBe(700);
  expect(restAfter(600, 6)).toBe(700);
  expect(restAfter(600, 20)).toBe(700);
});

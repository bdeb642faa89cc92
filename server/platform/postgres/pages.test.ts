import { expect, it } from 'vitest';
import { pageOf } from './pages.ts';

const cursorOf = (row: string) => `after ${row}`;

it('a page that is followed by a row goes on after its last row, and holds no more than its limit', () => {
  expect(pageOf(['a', 'b', 'c'], 2, cursorOf)).toEqual({ page: ['a', 'b'], nextCursor: 'after b' });
});

it('a page that holds the last rows has no next page, also when they fill it', () => {
  expect(pageOf(['a', 'b'], 2, cursorOf)).toEqual({ page: ['a', 'b'], nextCursor: null });
  expect(pageOf(['a'], 2, cursorOf)).toEqual({ page: ['a'], nextCursor: null });
  expect(pageOf([], 2, cursorOf)).toEqual({ page: [], nextCursor: null });
});

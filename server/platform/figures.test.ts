import { expect, test } from 'vitest';
import { sized } from './figures.ts';

test('A size is told to an operator in French, by thousands, with three figures at most', () => {
  const told = [0, 1, 999, 1_000, 1_024, 999_000, 5_240_000, 1_500_000_000, 1e12, 2_345e12].map(sized);
  const plain = told.map(text => text.replaceAll(/\s/g, ' '));
  expect(plain).toEqual(['0 o', '1 o', '999 o', '1 ko', '1,02 ko', '999 ko', '5,24 Mo', '1,5 Go', '1 To', '2 350 To']);
});

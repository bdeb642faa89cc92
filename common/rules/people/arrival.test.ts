import { expect, test } from 'vitest';
import { arrivalCookie } from './arrival.ts';

test('arrivalCookie is one that other hosts of the domain cannot set, where the page is on https', () => {
  expect([true, false].map(arrivalCookie)).toEqual(['__Host-arrival', 'arrival']);
});

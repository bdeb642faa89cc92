import { expect, test } from 'vitest';
import { byCode } from './order.ts';

test('byCode orders identifiers and times the same on every machine, whatever its language', () => {
  const ordered = ['0a', '2026-11-09T10:00:00.000Z', '2026-11-10T09:00:00.000Z', 'B', 'a9', 'aa', 'ab', 'b0'];
  expect([...ordered].reverse().sort(byCode)).toEqual(ordered);
  expect([byCode('aa', 'aa'), byCode('aa', 'ab'), byCode('ab', 'aa')]).toEqual([0, -1, 1]);
});

import { expect, test } from 'vitest';
import { windowsBack } from './windows.ts';

test('the windows of a search follow one another without a gap', () => {
  for (const now of [
    '2026-01-01T00:00:00.000Z',
    '2026-03-01T12:00:00.000Z',
    '2024-02-29T23:59:59.999Z',
    '2026-11-22T10:00:00.000Z',
  ]) {
    const windows = windowsBack(Date.parse(now), null);
    expect(windows[0]?.until).toBe(Date.parse(now));
    for (const [i, { from, until }] of windows.entries()) {
      expect(from ?? 0).toBeLessThan(until);
      expect(windows[i + 1]?.until ?? null).toBe(from);
    }
  }
  const since = Date.parse('2026-11-20');
  expect(windowsBack(Date.parse('2026-11-22T10:00:00.000Z'), since).at(-1)?.from).toBe(since);
  expect(windowsBack(since, Date.parse('2026-11-22'))).toEqual([]);
});

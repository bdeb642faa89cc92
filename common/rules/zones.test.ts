import { expect, test } from 'vitest';
import { aheadOfUtc, isZone, sheetTimes, startOfDay } from './zones.ts';

test.each([
  ['2026-11-22', 'Europe/Paris', '2026-11-21T23:00:00.000Z'],
  ['2026-07-14', 'Europe/Paris', '2026-07-13T22:00:00.000Z'],
  // Daylight saving time begins on this day.
  ['2026-03-29', 'Europe/Paris', '2026-03-28T23:00:00.000Z'],
  ['2026-10-25', 'Europe/Paris', '2026-10-24T22:00:00.000Z'],
  ['2026-10-26', 'Europe/Paris', '2026-10-25T23:00:00.000Z'],
  // Clocks go forward at midnight, so that the day begins at one.
  ['2025-03-30', 'Asia/Beirut', '2025-03-29T22:00:00.000Z'],
  ['2025-09-07', 'America/Santiago', '2025-09-07T04:00:00.000Z'],
  // Clocks go back at midnight, to eleven of the day before, and at one, to a second midnight.
  ['2025-04-06', 'America/Santiago', '2025-04-06T04:00:00.000Z'],
  ['2025-11-02', 'America/Havana', '2025-11-02T04:00:00.000Z'],
  ['2026-11-22', 'America/Cayenne', '2026-11-22T03:00:00.000Z'],
  ['2026-11-22', 'Asia/Kolkata', '2026-11-21T18:30:00.000Z'],
  ['2026-11-22', 'UTC', '2026-11-22T00:00:00.000Z'],
])('startOfDay of %s in %s is %s', (day, zone, begins) => {
  expect(new Date(startOfDay(day, zone)).toISOString()).toBe(begins);
});

test('isZone accepts known names only, and aheadOfUtc gives the offset from UTC', () => {
  expect(['Europe/Paris', 'UTC', 'Lune/Mer', '', 'Europe/Paris; x'].map(isZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  const at = Date.UTC(2026, 10, 22, 9, 30, 12);
  expect([aheadOfUtc(at, 'Europe/Paris'), aheadOfUtc(at, 'America/Cayenne')]).toEqual([3_600_000, -10_800_000]);
});

test('sheetTimes writes times of a zone as spreadsheets of each language read them', () => {
  const [french, english] = (['fr', 'en'] as const).map(language => sheetTimes('Europe/Paris', language));
  expect([french?.('2026-11-22T13:05:09.000Z'), english?.('2026-11-22T13:05:09.000Z')]).toEqual([
    ...['22/11/2026 14:05:09', '2026-11-22 14:05:09'],
  ]);
  // Midnight is the first hour of its day, in summer too.
  expect(french?.('2026-07-31T22:00:00.000Z')).toBe('01/08/2026 00:00:00');
});

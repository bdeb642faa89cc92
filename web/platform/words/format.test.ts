// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { inZone } from '../../test/in-zone.ts';
import {
  dayKey,
  formatCompact,
  formatDate,
  formatDateTime,
  formatDay,
  formatList,
  formatMonth,
  formatNumber,
  formatSize,
  formatTime,
  formatWeekday,
  formatWhenShort,
  setFormatLanguage,
  zoneHere,
} from './format.ts';

afterEach(() => {
  setFormatLanguage('fr');
  vi.restoreAllMocks();
});

describe('the date separator', () => {
  const now = new Date(2026, 2, 1, 9, 0);

  it("formatDay gives Aujourd'hui from the first to the last minute of the day", () => {
    expect(formatDay(new Date(2026, 2, 1, 0, 0), now)).toBe("Aujourd'hui");
    expect(formatDay(new Date(2026, 2, 1, 23, 59).toISOString(), now)).toBe("Aujourd'hui");
  });

  it('formatDay gives Hier for the previous calendar day, across the end of a month', () => {
    expect(formatDay(new Date(2026, 1, 28, 23, 59), now)).toBe('Hier');
    expect(formatDay(new Date(2026, 1, 28, 0, 0), now)).toBe('Hier');
  });

  it('formatDay gives Hier across a day of 23 hours or of 25', () => {
    inZone('Europe/Paris');
    // Twenty-four hours earlier was another day already, or still the same day.
    expect(formatDay(new Date(2026, 2, 29, 12, 0), new Date(2026, 2, 30, 0, 30))).toBe('Hier');
    expect(formatDay(new Date(2026, 9, 25, 12, 0), new Date(2026, 9, 26, 0, 30))).toBe('Hier');
    expect(formatDay(new Date(2026, 9, 24, 12, 0), new Date(2026, 9, 25, 23, 30))).toBe('Hier');
  });

  it('formatDay gives day, month and year in French for any other day', () => {
    expect(formatDay(new Date(2026, 1, 27, 12, 0), now)).toBe('27 février 2026');
    expect(formatDay(new Date(2026, 2, 2, 12, 0), now)).toBe('2 mars 2026');
  });

  it('formatDay gives Date inconnue for an invalid date', () => {
    expect(formatDay('jamais', now)).toBe('Date inconnue');
    expect(formatDay(Number.NaN, now)).toBe('Date inconnue');
    expect(formatDate('jamais')).toBe('Date inconnue');
    expect(dayKey('jamais')).toBe('');
  });

  it('formatDay speaks English after setFormatLanguage', () => {
    setFormatLanguage('en');
    expect(formatDay(now, now)).toBe('Today');
    expect(formatDay(new Date(2026, 1, 27), now)).toBe('27 February 2026');
  });
});

describe('the time of a message', () => {
  it('formatTime gives two digits for hours and minutes', () => {
    expect(formatTime(new Date(2026, 2, 1, 9, 2))).toBe('09:02');
    expect(formatTime(new Date(2026, 2, 1, 0, 30))).toBe('00:30');
  });

  it('formatTime gives an empty text for an invalid time, and logs the failure', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(formatTime('jamais')).toBe('');
    expect(log.mock.calls.map(([what]) => what)).toEqual(['This time cannot be shown']);
  });
});

describe('numbers, sizes and lists', () => {
  it('numbers, sizes and lists follow French typography', () => {
    expect(formatNumber(1204)).toBe('1\u202f204');
    expect(formatSize(0)).toBe('0\u00a0o');
    expect(formatSize(2048)).toBe('2\u00a0Ko');
    expect(formatSize(1_468_006)).toBe('1,4\u00a0Mo');
    expect(formatSize(50 * 1024 * 1024)).toBe('50\u00a0Mo');
    expect([1_023, 1_024].map(formatSize)).toEqual(['1\u202f023\u00a0o', '1\u00a0Ko']);
    expect(formatSize(99.94 * 1024)).toBe('99,9\u00a0Ko');
    expect([300.4, 300.6].map(kilobytes => formatSize(kilobytes * 1024))).toEqual(['300\u00a0Ko', '301\u00a0Ko']);
    // Nothing is larger than the largest unit.
    expect(formatSize(3_000 * 1024 ** 4)).toBe('3\u202f000\u00a0To');
    expect(formatSize(-5)).toBe('0\u00a0o');
    expect([999, 12_400].map(formatCompact)).toEqual(['999', '12,4\u00a0k']);
    expect(formatList(['Camille', 'Karim', 'Léonie'])).toBe('Camille, Karim et Léonie');
  });
});

describe('a date with its time', () => {
  it('formatDateTime gives both, in the language of the page, or Date inconnue', () => {
    const moment = new Date(2027, 2, 12, 9, 5);
    expect(formatDateTime(moment)).toBe('12 mars 2027 à 09:05');
    expect(formatDateTime('jamais')).toBe('Date inconnue');
    expect([formatMonth(moment), formatWeekday(moment, 'long'), formatWeekday(moment, 'narrow')]).toEqual([
      ...['mars 2027', 'vendredi', 'V'],
    ]);
    setFormatLanguage('en');
    expect([formatDateTime(moment), formatSize(2048), formatNumber(1204)]).toEqual([
      ...['12 March 2027 at 09:05', '2\u00a0KB', '1,204'],
    ]);
  });
});

describe('the zone of this device', () => {
  it('zoneHere leaves out a zone that no server knows', () => {
    const options = (timeZone: string) =>
      vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ timeZone } as never);
    options('Europe/Paris');
    expect(zoneHere()).toEqual({ zone: 'Europe/Paris' });
    options('Etc/Unknown');
    expect(zoneHere()).toEqual({});
  });
});

describe('the time of a list', () => {
  const now = new Date(2026, 2, 1, 9, 0);

  it('formatWhenShort gives the hour today, then Hier, the day of this year, and the date of another', () => {
    const short = (...at: [number, number, number, number]) => formatWhenShort(new Date(...at), now);
    expect(short(2026, 2, 1, 8)).toBe('08:00');
    expect(short(2026, 1, 28, 8)).toBe('Hier');
    expect(short(2026, 0, 3, 8)).toBe('3 janv.');
    expect(short(2025, 11, 31, 8)).toBe('31/12/2025');
    expect(formatWhenShort('jamais', now)).toBe('Date inconnue');
  });
});

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { instantOf, localTimeOf, nextStart, soonDays } from './local-times.ts';

test.each([
  ['an ordinary morning', '2026-11-27T09:00', 'Europe/Paris', '2026-11-27T08:00:00.000Z'],
  ['a summer morning', '2026-07-14T09:00', 'Europe/Paris', '2026-07-14T07:00:00.000Z'],
  ['the last minute before clocks go forward', '2026-03-29T01:59', 'Europe/Paris', '2026-03-29T00:59:00.000Z'],
  ['an hour that clocks skip', '2026-03-29T02:30', 'Europe/Paris', '2026-03-29T01:00:00.000Z'],
  ['the first minute that clocks skip', '2026-03-29T02:00', 'Europe/Paris', '2026-03-29T01:00:00.000Z'],
  ['the first minute after clocks went forward', '2026-03-29T03:00', 'Europe/Paris', '2026-03-29T01:00:00.000Z'],
  ['the morning after clocks went forward', '2026-03-29T09:00', 'Europe/Paris', '2026-03-29T07:00:00.000Z'],
  ['an hour that comes twice', '2026-10-25T02:30', 'Europe/Paris', '2026-10-25T00:30:00.000Z'],
  ['the first minute that comes twice', '2026-10-25T02:00', 'Europe/Paris', '2026-10-25T00:00:00.000Z'],
  ['the minute after the hour that comes twice', '2026-10-25T03:00', 'Europe/Paris', '2026-10-25T02:00:00.000Z'],
  ['the morning after clocks went back', '2026-10-25T09:00', 'Europe/Paris', '2026-10-25T08:00:00.000Z'],
  ['the first minute of a year', '2027-01-01T00:00', 'Europe/Paris', '2026-12-31T23:00:00.000Z'],
  ['the last minute of a year', '2026-12-31T23:59', 'Pacific/Auckland', '2026-12-31T10:59:00.000Z'],
  ['the day after the 28th of February', '2028-02-29T09:00', 'Europe/Paris', '2028-02-29T08:00:00.000Z'],
  ['an hour that New York skips', '2027-03-14T02:15', 'America/New_York', '2027-03-14T07:00:00.000Z'],
  ['an hour that New York has twice', '2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ['a midnight that Beirut skips', '2026-03-29T00:00', 'Asia/Beirut', '2026-03-28T22:00:00.000Z'],
  ['half an hour that Lord Howe skips', '2026-10-04T02:10', 'Australia/Lord_Howe', '2026-10-03T15:30:00.000Z'],
  ['half an hour that Lord Howe has twice', '2027-04-04T01:45', 'Australia/Lord_Howe', '2027-04-03T14:45:00.000Z'],
  ['a day that Apia skipped', '2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ['the day before the one that Apia skipped', '2011-12-29T23:59', 'Pacific/Apia', '2011-12-30T09:59:00.000Z'],
  ['a morning in Kathmandu', '2026-11-27T09:00', 'Asia/Kathmandu', '2026-11-27T03:15:00.000Z'],
])('instantOf finds %s: %s in %s', (_what, localTime, zone, at) => {
  expect(new Date(instantOf(localTime, zone)).toISOString()).toBe(at);
});

describe('instantOf', () => {
  const zones = ['Europe/Paris', 'America/New_York', 'Pacific/Apia', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'];
  const aMinute = fc.integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2028, 0, 1) / 60_000 });

  it('gives back the instant that a clock showed, or the earlier one that showed the same', () => {
    fc.assert(
      fc.property(aMinute, fc.constantFrom(...zones), (minutes, zone) => {
        const at = minutes * 60_000;
        const found = instantOf(localTimeOf(at, zone), zone);
        expect(localTimeOf(found, zone)).toBe(localTimeOf(at, zone));
        expect(found).toBeLessThanOrEqual(at);
        expect(at - found).toBeLessThanOrEqual(3_600_000);
      }),
    );
  });
});

const at = (time: string) => Date.parse(time);

test.each([
  ['a Thursday', '2026-11-26T10:00:00Z', '2026-11-27T09:00', '2026-11-30T09:00'],
  ['a Sunday, whose morrow is Monday', '2026-11-29T10:00:00Z', '2026-11-30T09:00', '2026-11-30T09:00'],
  ['a Monday, which is not the next', '2026-11-30T10:00:00Z', '2026-12-01T09:00', '2026-12-07T09:00'],
  ['the last day of a year', '2026-12-31T10:00:00Z', '2027-01-01T09:00', '2027-01-04T09:00'],
  ['a day that has begun in Paris alone', '2026-11-26T23:30:00Z', '2026-11-28T09:00', '2026-11-30T09:00'],
])('soonDays of %s offers tomorrow and Monday', (_what, now, tomorrow, monday) => {
  expect(soonDays(at(now), 'Europe/Paris', '09:00')).toEqual({ tomorrow, monday });
});

test('nextStart is today before the hour, and tomorrow from it on', () => {
  expect(nextStart(at('2026-11-26T07:29:00Z'), 'Europe/Paris', '08:30')).toBe('2026-11-26T08:30');
  expect(nextStart(at('2026-11-26T07:30:00Z'), 'Europe/Paris', '08:30')).toBe('2026-11-27T08:30');
});

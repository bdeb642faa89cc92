import { aheadOfUtc } from './zones.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Wider than any offset from UTC and any leap of a clock together: Apia once skipped a whole day. */
const reachMs = 2 * dayMs;

/** Parses a local time (`2026-11-27T09:00`) as if it were UTC, in milliseconds since 1970. */
const asUtc = (localTime: string): number => Date.parse(`${localTime}:00.000Z`);

/** Formats milliseconds since 1970 as a local time in UTC. */
const asLocal = (shownMs: number): string => new Date(shownMs).toISOString().slice(0, 16);

/** Returns the local time of an instant in a zone, to the minute: `2026-11-27T09:00`. */
export const localTimeOf = (atMs: number, zone: string): string => asLocal(atMs + aheadOfUtc(atMs, zone));

/**
 * Returns the instant of a local time (`2026-11-27T09:00`) in a zone, in milliseconds since 1970. Of a time that occurs
 * twice, where clocks go back, it takes the first; for a time that clocks skip, the first one that exists after it.
 */
export function instantOf(localTime: string, zone: string): number {
  const shownMs = asUtc(localTime);
  const offsets = [shownMs - reachMs, shownMs + reachMs].map(ms => aheadOfUtc(ms, zone));
  const found = offsets.map(offset => shownMs - offset).filter(ms => ms + aheadOfUtc(ms, zone) === shownMs);
  if (found.length > 0) return Math.min(...found);
  // Binary search for the first minute that shows a later time: the clocks leap there.
  let [before, after] = [shownMs - reachMs, shownMs + reachMs];
  while (after - before > minuteMs) {
    const middle = before + Math.floor((after - before) / 2 / minuteMs) * minuteMs;
    if (middle + aheadOfUtc(middle, zone) >= shownMs) after = middle;
    else before = middle;
  }
  return after;
}

/** Moments offered without choosing a date: at an hour (`09:00`) of tomorrow and of the next Monday, as local times. */
export function soonDays(nowMs: number, zone: string, hour: string): { tomorrow: string; monday: string } {
  const today = asUtc(`${localTimeOf(nowMs, zone).slice(0, 10)}T00:00`);
  const toMonday = (8 - new Date(today).getUTCDay()) % 7 || 7;
  const onDay = (days: number) => `${asLocal(today + days * dayMs).slice(0, 10)}T${hour}`;
  return { tomorrow: onDay(1), monday: onDay(toMonday) };
}

/**
 * Returns the next time at which a person's day begins, as a local time of their zone: today if it is still ahead.
 * @param startHour hour at which the day begins, `09:00`
 */
export function nextStart(nowMs: number, zone: string, startHour: string): string {
  const today = `${localTimeOf(nowMs, zone).slice(0, 10)}T${startHour}`;
  return instantOf(today, zone) > nowMs ? today : soonDays(nowMs, zone, startHour).tomorrow;
}

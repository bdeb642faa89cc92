import { instantOf, localTimeOf } from '../local-times.ts';
import { startOfDay } from '../zones.ts';
import { type HolidayRegion, isHoliday } from './holidays.ts';

const dayMs = 24 * 3_600_000;
/**
 * Limit on the days searched for the next working day: with a week of one working day, holidays may take out several in
 * a row.
 */
const lookedAheadDays = 60;

/** Hours of one weekday, `09:00` to `17:30`; an end at or before the start is on the next day. */
export interface DayHours {
  start: string;
  end: string;
}

/** Hours of each weekday, Monday first; null for a day off. */
export type Week = (DayHours | null)[];

/** Working hours of a person. */
export interface WorkHours {
  zone: string;
  holidays: HolidayRegion;
  week: Week;
}

/** First and last day of an absence (`2026-12-24`), both off. */
export interface AbsenceDays {
  from: string;
  to: string;
}

/** Facts that decide whether a person is off duty. */
export interface DutyFacts {
  /** Hours; null for a person always on duty. */
  hours: WorkHours | null;
  /** Zone in which the days of absences begin. */
  zone: string;
  absences: readonly AbsenceDays[];
  /** Time until which the person is not to be disturbed, in milliseconds since 1970. */
  quietUntilMs: number | null;
}

/** Returns the day (`2026-11-26`) a number of days after another. */
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** Returns the hours of a day, or null when it is a day off. */
function hoursOn(day: string, { week, holidays }: WorkHours): DayHours | null {
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  return isHoliday(day, holidays) ? null : (week[weekday] ?? null);
}

/** Returns when the work of a day begins and ends, or null when it is a day off. */
export function workOf(day: string, hours: WorkHours): { fromMs: number; toMs: number } | null {
  const on = hoursOn(day, hours);
  if (!on) return null;
  const lastDay = on.end > on.start ? day : dayAfter(day);
  return { fromMs: instantOf(`${day}T${on.start}`, hours.zone), toMs: instantOf(`${lastDay}T${on.end}`, hours.zone) };
}

/**
 * Returns the first moment from a time on that lies within working hours: the time itself, if it does. Null when there
 * is none in sight.
 */
function nextWork(atMs: number, hours: WorkHours): number | null {
  const today = localTimeOf(atMs, hours.zone).slice(0, 10);
  // Yesterday's working hours may last until now.
  for (let days = -1; days <= lookedAheadDays; days += 1) {
    const work = workOf(dayAfter(today, days), hours);
    if (work && atMs < work.toMs) return Math.max(atMs, work.fromMs);
  }
  return null;
}

/** Returns the absence at a time, or undefined: the absence that names the deputy. */
export function absenceAt<A extends AbsenceDays>(atMs: number, absences: readonly A[], zone: string): A | undefined {
  if (absences.length === 0) return undefined;
  const today = localTimeOf(atMs, zone).slice(0, 10);
  return absences.find(({ from, to }) => from <= today && today <= to);
}

/**
 * Tells whether a person is off duty at a time, and until when: outside their hours, on a public holiday, absent, or
 * not to be disturbed. Adjacent rests count as one: an absence that ends on Sunday lasts until Monday's start.
 * @returns null on duty; `untilMs` is null when no end is in sight
 */
export function offDuty(facts: DutyFacts, nowMs: number): { untilMs: number | null } | null {
  const { hours, quietUntilMs } = facts;
  let atMs = nowMs;
  for (;;) {
    const before = atMs;
    if (quietUntilMs !== null && atMs < quietUntilMs) atMs = quietUntilMs;
    const absence = absenceAt(atMs, facts.absences, facts.zone);
    if (absence) atMs = startOfDay(dayAfter(absence.to), facts.zone);
    const next: number | null = hours ? nextWork(atMs, hours) : atMs;
    if (next === null) return { untilMs: null };
    atMs = next;
    if (atMs === before) return atMs === nowMs ? null : { untilMs: atMs };
  }
}

/** Returns a week of the same hours from Monday to Friday. */
export const sameHours = (day: DayHours): Week => [day, day, day, day, day, null, null];

/** Tells whether a week is valid: seven days, at least one of work, and no day that begins when it ends. */
export const isWeek = (week: Week): boolean =>
  week.length === 7 && week.some(day => day !== null) && week.every(day => day === null || day.start !== day.end);

/** Returns the midnight that represents a day in the calendar. */
export const startOfDay = (date: Date): Date => new Date(date.getFullYear(), date.getMonth(), date.getDate());

/** Tells whether two times are on the same day. */
export const sameDay = (a: Date, b: Date): boolean => startOfDay(a).getTime() === startOfDay(b).getTime();

/** Returns the day so many days later. */
export const addDays = (date: Date, days: number): Date =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);

/** Returns the same day of another month, or the last day of a shorter month. */
export function addMonths(date: Date, months: number): Date {
  const last = new Date(date.getFullYear(), date.getMonth() + months + 1, 0).getDate();
  return new Date(date.getFullYear(), date.getMonth() + months, Math.min(date.getDate(), last));
}

/** Counts the days since Monday. */
const inWeek = (date: Date): number => (date.getDay() + 6) % 7;
/** Returns the Monday of a day's week. */
export const monday = (date: Date): Date => addDays(date, -inWeek(date));

/**
 * Returns the weeks of a month, from Monday on, with null for days of other months. Always six weeks, so that the calendar's
 * height is constant.
 */
export function weeksOf(date: Date): (Date | null)[][] {
  const first = new Date(date.getFullYear(), date.getMonth(), 1);
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => {
      const one = addDays(monday(first), week * 7 + day);
      return one.getMonth() === first.getMonth() ? one : null;
    }),
  );
}

/** Reads a year; two digits mean this century. */
const yearOf = (digits: string): number => Number(digits) + (digits.length === 2 ? 2000 : 0);

/**
 * Parses a typed day, with the day before the month as in French and British English, or an ISO date: « 5/11/26 »,
 * « 05.11.2026 », « 05112026 », « 2026-11-05 ». Returns null if there is no such day.
 */
export function readDay(typed: string): Date | null {
  const text = typed.trim();
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  const [, first, second, last] = /^(\d{1,2})\s*[/. -]\s*(\d{1,2})\s*[/. -]\s*(\d{4}|\d{2})$/.exec(text) ??
    /^(\d{2})(\d{2})(\d{4})$/.exec(text) ?? [undefined, day, month, year];
  if (!first || !second || !last) return null;
  const date = new Date(yearOf(last), Number(second) - 1, Number(first));
  return date.getMonth() === Number(second) - 1 && date.getDate() === Number(first) ? date : null;
}

/** A stretch of time, from the newest back: what stands in it has one of these marks, and was written in these bounds. */
export interface Window {
  /** Of `message_words.keys`; none: as far back as there is anything. */
  marks: string[];
  /** In milliseconds since 1970, the lower one included. */
  from: number | null;
  until: number;
}

const dayMs = 86_400_000;
const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
const startOfDay = (time: number): number => Math.floor(time / dayMs) * dayMs;
/** Monday, as PostgreSQL's weeks begin; 1 January 1970 was a Thursday. */
const startOfWeek = (time: number): number => {
  const days = Math.floor(time / dayMs);
  return (days - ((days + 3) % 7)) * dayMs;
};
const startOfMonth = (time: number, back = 0): number => {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back);
};

/**
 * The stretches in which a search looks, one after the other, until it has found a page: two days, two weeks, two
 * months, two years, and what is before. A word that everyone writes is found in the first one; for one that nobody
 * writes, each costs next to nothing. Their marks are few, so that none of them is longer to read than what is found.
 * @param until what was written before this, in milliseconds since 1970
 * @param from what was written since
 */
export function windowsBack(until: number, from: number | null): Window[] {
  const last = until - 1;
  const [day0, week0, month0, year0] = [
    startOfDay(last),
    startOfWeek(last),
    startOfMonth(last),
    new Date(last).getUTCFullYear(),
  ];
  const [day1, week1, month1] = [day0 - dayMs, week0 - 7 * dayMs, startOfMonth(last, 1)];
  const steps: { marks: string[]; from: number | null }[] = [
    { from: day1, marks: [`D:${day(day0)}`, `D:${day(day1)}`] },
    { from: week1, marks: [`W:${day(week0)}`, `W:${day(week1)}`] },
    { from: month1, marks: [`M:${day(month0).slice(0, 7)}`, `M:${day(month1).slice(0, 7)}`] },
    { from: Date.UTC(year0 - 1), marks: [`Y:${year0}`, `Y:${year0 - 1}`] },
    { from: null, marks: [] },
  ];
  const windows: Window[] = [];
  let end = until;
  for (const { marks, from: begins } of steps) {
    const lower = from === null ? begins : Math.max(from, begins ?? from);
    if (lower === null || lower < end) windows.push({ marks, from: lower, until: end });
    if (lower === null || lower === from) break;
    end = lower;
  }
  return windows;
}

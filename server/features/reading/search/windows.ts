/** Window of time: messages in it have one of these marks, and were written within these bounds. */
export interface Window {
  /** Keys of `message_words.keys`; empty without a lower bound. */
  marks: string[];
  /** Milliseconds since 1970, inclusive. */
  from: number | null;
  until: number;
}

const dayMs = 86_400_000;
const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
const startOfDay = (time: number): number => Math.floor(time / dayMs) * dayMs;
/** Returns the Monday, on which PostgreSQL's weeks begin; 1 January 1970 was a Thursday. */
const startOfWeek = (time: number): number => {
  const days = Math.floor(time / dayMs);
  return (days - ((days + 3) % 7)) * dayMs;
};
const startOfMonth = (time: number, back = 0): number => {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back);
};

/**
 * Lists the windows that a search reads in turn until it has a page: two days, two weeks, two months, two years, and
 * all before. A common word is found in the first window; a rare word makes each window nearly free. Each window has
 * few marks, so that reading its keys costs no more than its messages.
 * @param until upper bound, exclusive, in milliseconds since 1970
 * @param from lower bound
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

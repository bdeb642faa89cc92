import { expect, test } from 'vitest';
import { addMonths, readDay, weeksOf } from './calendar.ts';

const told = (date: Date | null | undefined) =>
  date ? `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}` : null;

test('weeksOf gives six weeks for any month, each beginning on Monday', () => {
  for (const month of [new Date(2026, 10, 22), new Date(2027, 1, 1), new Date(2026, 7, 31)]) {
    const weeks = weeksOf(month);
    expect(weeks.map(week => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
    const days = weeks.flat().filter(day => day !== null);
    expect(days.length).toBe(new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate());
    for (const week of weeks)
      for (const [place, day] of week.entries()) if (day) expect(day.getDay()).toBe((place + 1) % 7);
  }
});

test('addMonths keeps the day of the month, or takes the last day of a shorter month', () => {
  expect(told(addMonths(new Date(2026, 9, 31), 1))).toBe('2026-11-30');
  expect(told(addMonths(new Date(2026, 0, 31), 1))).toBe('2026-2-28');
  expect(told(addMonths(new Date(2026, 0, 15), -1))).toBe('2025-12-15');
});

test.each([
  ['5/11/2026', '2026-11-5'],
  [' 05.11.26 ', '2026-11-5'],
  ['5 - 11 - 2026', '2026-11-5'],
  ['05112026', '2026-11-5'],
  ['2026-11-05', '2026-11-5'],
  ['29/02/2028', '2028-2-29'],
  ['29/02/2027', null],
  ['31/04/2026', null],
  ['11/25/2026', null],
  ['2026-13-01', null],
  ['0/1/2026', null],
  ['hier', null],
  ['', null],
])('readDay reads %j as %s', (typed, day) => {
  expect(told(readDay(typed))).toBe(day);
});

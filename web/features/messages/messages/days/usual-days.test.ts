import { expect, test } from 'vitest';
import { usualDays } from './usual-days.ts';

const told = (date: Date) => `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;

test('The usual days start last week on its Monday, last month on its first', () => {
  const days = (now: Date) => Object.fromEntries(usualDays(now).map(({ id, day }) => [id, told(day)]));
  const sunday = new Date(2026, 10, 22, 23, 59);
  expect(days(sunday)).toMatchObject({
    today: '2026-11-22',
    yesterday: '2026-11-21',
    lastWeek: '2026-11-9',
    lastMonth: '2026-10-1',
  });
  expect(usualDays(sunday).map(({ id }) => id)).toEqual(['today', 'yesterday', 'lastWeek', 'lastMonth', 'beginning']);
  expect(usualDays(sunday).at(-1)?.day.getTime()).toBe(0);
  const monday = new Date(2026, 10, 23, 0, 1);
  expect(days(monday)).toMatchObject({ yesterday: '2026-11-22', lastWeek: '2026-11-16' });
  expect(days(new Date(2026, 0, 1))).toMatchObject({ yesterday: '2025-12-31', lastMonth: '2025-12-1' });
});

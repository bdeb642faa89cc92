import { addDays, monday, startOfDay } from '../../../../ui/fields/calendar.ts';

/** Lists the days often gone back to, in the order offered. */
export const usualDays = (now: Date) =>
  [
    { id: 'today', day: startOfDay(now) },
    { id: 'yesterday', day: addDays(now, -1) },
    { id: 'lastWeek', day: addDays(monday(now), -7) },
    { id: 'lastMonth', day: new Date(now.getFullYear(), now.getMonth() - 1, 1) },
    { id: 'beginning', day: new Date(0) },
  ] as const;

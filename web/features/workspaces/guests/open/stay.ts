import { limits } from '@palabre/common/contract/fields.ts';
import { dayKey } from '../../../../platform/words/format.ts';
import { readDay } from '../../../../ui/fields/calendar.ts';

/** Stay as a form has it. */
export interface Stay {
  channels: ReadonlySet<string>;
  /** Last day, as `dayKey` writes it, or a text as typed. */
  day: string;
}

const usualDays = 30;

/** Returns the day so many days from now. */
export function dayIn(days: number): Date {
  const day = new Date();
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() + days);
  return day;
}

/** First day that a form offers. */
export const firstDay = (): Date => dayIn(limits.stayDaysMin);

/** Last day that a form offers. */
export const lastDay = (): Date => dayIn(limits.stayDaysMax - 1);

/** Stay that a form begins with. */
export const newStay = (): Stay => ({ channels: new Set(), day: dayKey(dayIn(usualDays)) });

/** Returns the end of the last day, if a stay may end then. */
export function endOf({ day }: Stay): string | null {
  const date = readDay(day);
  if (!date || date < firstDay() || date > lastDay()) return null;
  date.setHours(23, 59, 59, 0);
  return date.toISOString();
}

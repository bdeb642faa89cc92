import { limits } from '@palabre/common/contract/fields.ts';

/** The days that were typed; null when that is no number of days one may choose. */
export function daysOf(typed: string): number | null {
  const days = /^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  return days >= limits.autoDeleteDaysMin && days <= limits.autoDeleteDaysMax ? days : null;
}

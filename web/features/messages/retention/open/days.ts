import { limits } from '@palabre/common/contract/fields.ts';

/** Parses a typed number of days; null when it is not a number within the limits. */
export function daysOf(typed: string): number | null {
  const days = /^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  return days >= limits.autoDeleteDaysMin && days <= limits.autoDeleteDaysMax ? days : null;
}

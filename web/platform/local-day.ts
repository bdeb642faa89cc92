import { zoneHere } from './words/format.ts';

/** Returns the day of a date of this device, as the first part of a local time: `2026-11-27`. */
export const localDay = (date: Date): string =>
  [
    String(date.getFullYear()).padStart(4, '0'),
    String(date.getMonth() + 1).padStart(2, '0'),
    String(date.getDate()).padStart(2, '0'),
  ].join('-');

/** Returns the midnight of this device that represents the day of a local time in its calendar. */
export function dayOf(localTime: string): Date {
  const [year = 0, month = 1, day = 1] = localTime.slice(0, 10).split('-').map(Number);
  return new Date(year, month - 1, day);
}

/** Returns the zone of this device, in which times are chosen. */
export const ownZone = (): string => zoneHere().zone ?? 'UTC';

import { localTimeOf } from '@palabre/common/rules/local-times.ts';
import type { WorkHours } from '@palabre/common/rules/people/duty.ts';

const hourMs = 3_600_000;
const zone = 'Europe/Paris';

const clockIn = (hours: number, nowMs: number) => localTimeOf(nowMs + hours * hourMs, zone).slice(11);

/** Makes hours that begin and end so many hours from now, each day: at any time of the machine. */
export const hoursFrom = (from: number, to: number, nowMs = Date.now()): WorkHours => ({
  zone,
  holidays: 'none',
  week: Array(7).fill({ start: clockIn(from, nowMs), end: clockIn(to, nowMs) }),
});

/** Returns when work begins that begins so many hours from now, as it is told. */
export const startIn = (hours: number, nowMs = Date.now()): string =>
  new Date(Math.floor((nowMs + hours * hourMs) / 60_000) * 60_000).toISOString();

/** Binds both to one moment: a minute may end between the setting of hours and the reading of them. */
export const dutySince = (nowMs = Date.now()) => ({
  hoursFrom: (from: number, to: number) => hoursFrom(from, to, nowMs),
  startIn: (hours: number) => startIn(hours, nowMs),
});

import { localTimeOf } from '@palabre/common/rules/local-times.ts';
import { type AbsenceDays, absenceAt, dayAfter, type WorkHours, workOf } from '@palabre/common/rules/people/duty.ts';
import { startOfDay } from '@palabre/common/rules/zones.ts';
import type { HeldHours, HoursOverTime } from '../../people/availability/open/past-hours.store.ts';
import type { Span } from './reports.store.ts';

/** Time from one moment to another, in milliseconds since 1970. */
interface Between {
  fromMs: number;
  toMs: number;
}

/** Part of a month with constant hours; null while there were none. */
interface Period extends Between {
  hours: WorkHours | null;
}

const heldAt = (held: readonly HeldHours[], ms: number) => held.find(({ untilMs }) => untilMs === null || ms < untilMs);

/** Returns the hours in force at a time: the person's own, else their society's, else the instance's. */
function hoursAt({ own, society, instance }: HoursOverTime, ms: number): WorkHours | null {
  const held = [own, society, instance].map(one => heldAt(one, ms)).find(one => one?.zone);
  const { zone, holidays, week } = held ?? {};
  return zone && holidays && week ? { zone, holidays, week } : null;
}

/** Divides a month where a person's hours, or the defaults they follow, changed. */
export function periodsOf(over: HoursOverTime, { fromMs, toMs }: Between): Period[] {
  const changes = [...over.own, ...over.society, ...over.instance]
    .flatMap(({ untilMs }) => untilMs ?? [])
    .filter(ms => fromMs < ms && ms < toMs)
    .sort((a, b) => a - b);
  const starts = [...new Set([fromMs, ...changes])];
  return starts.map((start, i) => ({ fromMs: start, toMs: starts[i + 1] ?? toMs, hours: hoursAt(over, start) }));
}

/** Lists a person's spans of work in these periods, without days of absence; whole days while they had no hours. */
export function spansOf(
  { userId, zone }: Pick<HoursOverTime, 'userId' | 'zone'>,
  periods: readonly Period[],
  absences: readonly AbsenceDays[],
): Span[] {
  const spans: Span[] = [];
  for (const { fromMs, toMs, hours } of periods) {
    const here = hours?.zone ?? zone;
    const last = localTimeOf(toMs, here).slice(0, 10);
    // The previous day's work may last into the period.
    for (let day = dayAfter(localTimeOf(fromMs, here).slice(0, 10), -1); day <= last; day = dayAfter(day)) {
      const work = hours
        ? workOf(day, hours)
        : { fromMs: startOfDay(day, zone), toMs: startOfDay(dayAfter(day), zone) };
      if (!work || absenceAt(work.fromMs, absences, here)) continue;
      const span = { userId, fromMs: Math.max(work.fromMs, fromMs), toMs: Math.min(work.toMs, toMs) };
      if (span.fromMs < span.toMs) spans.push(span);
    }
  }
  return spans;
}

import { limits } from '@palabre/common/contract/fields.ts';
import { localTimeOf } from '@palabre/common/rules/local-times.ts';
import { dayAfter } from '@palabre/common/rules/people/duty.ts';
import { startOfDay, usualZone as zone } from '@palabre/common/rules/zones.ts';
import type { Services } from '../../../platform/services.ts';
import { forgetPastHours, readHoursSince } from '../../people/availability/open/past-hours.store.ts';
import { countWritten, insertReport, isReported, readAbsencesIn, readPeople, type Written } from './reports.store.ts';
import { periodsOf, spansOf } from './spans.ts';

const peopleAtOnce = 500;

/** Returns the first day of the month of a day, or of the month before. */
const firstOf = (day: string): string => `${day.slice(0, 7)}-01`;

/**
 * Stores last month's numbers by society, unless they exist: about people who had hours in it, by the hours in force at
 * each time; societies are the current ones. A group under ten is left out, so that no number is about one person.
 */
export async function reportLastMonth({ database }: Pick<Services, 'database'>, now: Date): Promise<void> {
  const db = database.kysely;
  const after = firstOf(localTimeOf(now.getTime(), zone));
  const first = firstOf(dayAfter(after, -1));
  const month = first.slice(0, 7);
  const span = { from: new Date(startOfDay(first, zone)), to: new Date(startOfDay(after, zone)) };
  await forgetPastHours(db, span.from);
  if (await isReported(db, month)) return;
  const groups = new Map<string | null, Written & { people: number }>();
  for (let last: string | null = null; ; ) {
    const people = await readPeople(db, last, peopleAtOnce);
    const withHours = await periodsOfThose(db, people, span);
    const ids = [...withHours.keys()];
    if (ids.length > 0) {
      const absences = await readAbsencesIn(db, ids, { from: first, to: after });
      const spans = [...withHours.values()].flatMap(({ over, periods }) =>
        spansOf(
          over,
          periods,
          absences.filter(({ userId }) => userId === over.userId),
        ),
      );
      for (const { id, societyId } of people) {
        if (!withHours.has(id)) continue;
        const group = groups.get(societyId) ?? { societyId, people: 0, messages: 0, off: 0, urgent: 0 };
        groups.set(societyId, { ...group, people: group.people + 1 });
      }
      for (const { societyId, messages, off, urgent } of await countWritten(db, ids, spans, span)) {
        const group = groups.get(societyId);
        if (!group) continue;
        group.messages += messages;
        group.off += off;
        group.urgent += urgent;
      }
    }
    if (people.length < peopleAtOnce) break;
    last = people.at(-1)?.id ?? null;
  }
  await db.transaction().execute(async tx => {
    for (const group of groups.values()) {
      if (group.people >= limits.reportedGroup) await insertReport(tx, month, group);
    }
  });
}

/** Returns the periods of the people who had hours in a span of time. */
async function periodsOfThose(
  db: Services['database']['kysely'],
  people: readonly { id: string }[],
  { from, to }: { from: Date; to: Date },
) {
  const ids = people.map(({ id }) => id);
  const between = { fromMs: from.getTime(), toMs: to.getTime() };
  const all = (await readHoursSince(db, ids, from)).map(over => ({ over, periods: periodsOf(over, between) }));
  const those = all.filter(({ periods }) => periods.some(({ hours }) => hours !== null));
  return new Map(those.map(one => [one.over.userId, one]));
}

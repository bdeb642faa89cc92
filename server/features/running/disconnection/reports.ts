import { limits } from '@palabre/common/contract/fields.ts';
import { localTimeOf } from '@palabre/common/rules/local-times.ts';
import { absenceAt, dayAfter, type WorkHours, workOf } from '@palabre/common/rules/people/duty.ts';
import { startOfDay, usualZone as zone } from '@palabre/common/rules/zones.ts';
import type { Services } from '../../../platform/services.ts';
import { factsOf, readFacts } from '../../people/availability/open/availability.store.ts';
import {
  countWritten,
  insertReport,
  isReported,
  readAbsencesIn,
  readPeople,
  type Span,
  type Written,
} from './reports.store.ts';

const peopleAtOnce = 500;

/** Returns the first day of the month of a day, or of the month before. */
const firstOf = (day: string): string => `${day.slice(0, 7)}-01`;

/**
 * Stores the numbers of the month that is over by society, unless they are there: of people with hours, as those hours are
 * now. A group under ten is left out, and no number is of one person.
 */
export async function reportLastMonth({ database }: Pick<Services, 'database'>, now: Date): Promise<void> {
  const db = database.kysely;
  const after = firstOf(localTimeOf(now.getTime(), zone));
  const first = firstOf(dayAfter(after, -1));
  const month = first.slice(0, 7);
  if (await isReported(db, month)) return;
  const span = { from: new Date(startOfDay(first, zone)), to: new Date(startOfDay(after, zone)) };
  const groups = new Map<string | null, Written & { people: number }>();
  for (let last: string | null = null; ; ) {
    const people = await readPeople(db, last, peopleAtOnce);
    const hours = await hoursOf(db, people, now);
    const ids = [...hours.keys()];
    if (ids.length > 0) {
      const absences = await readAbsencesIn(db, ids, { from: first, to: after });
      const spans = ids.flatMap(id =>
        spansOf(
          id,
          hours.get(id) as WorkHours,
          absences.filter(({ userId }) => userId === id),
          { first, after },
        ),
      );
      for (const { id, societyId } of people) {
        if (!hours.has(id)) continue;
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

async function hoursOf(
  db: Services['database']['kysely'],
  people: readonly { id: string }[],
  now: Date,
): Promise<Map<string, WorkHours>> {
  const rows = await readFacts(
    db,
    people.map(({ id }) => id),
    now,
  );
  return new Map(
    rows.flatMap(row => {
      const { hours } = factsOf(row);
      return hours ? [[row.userId, hours]] : [];
    }),
  );
}

/** Lists the spans of work of a person in a month, but those of days of absence. */
function spansOf(
  userId: string,
  hours: WorkHours,
  absences: readonly { from: string; to: string }[],
  { first, after }: { first: string; after: string },
): Span[] {
  const spans: Span[] = [];
  for (let day = dayAfter(first, -1); day <= after; day = dayAfter(day)) {
    const work = workOf(day, hours);
    if (work && !absenceAt(work.fromMs, absences, hours.zone)) spans.push({ userId, ...work });
  }
  return spans;
}

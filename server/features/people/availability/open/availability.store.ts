import { limits } from '@palabre/common/contract/fields.ts';
import type { Absence, HoursSource, OwnAvailability } from '@palabre/common/contract/people/availability.ts';
import type { DutyFacts, Week } from '@palabre/common/rules/people/duty.ts';
import type { HolidayRegion } from '@palabre/common/rules/people/holidays.ts';
import { usualZone } from '@palabre/common/rules/zones.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../platform/postgres/db.ts';
import { prepared } from '../../../../platform/postgres/prepared.ts';

const dayMs = 24 * 3_600_000;
/** Time within which urgent messages are counted. */
const urgentDays = 7;

/** Facts about a person as stored. */
export interface FactsRow {
  userId: string;
  zone: string;
  holidays: HolidayRegion | null;
  week: Week | null;
  source: HoursSource;
  quietUntilMs: number | null;
  absences: Absence[];
}

/** Returns the facts that the rule of duty takes. */
export const factsOf = ({ zone, holidays, week, absences, quietUntilMs }: FactsRow): DutyFacts => ({
  hours: week && holidays ? { zone, holidays, week } : null,
  zone,
  absences,
  quietUntilMs,
});

/** Returns the first day that some zone has not left yet. */
const oldestToday = (now: Date): string => new Date(now.getTime() - dayMs).toISOString().slice(0, 10);

/**
 * Builds the query of the facts that decide whether people are off duty: their own hours, else their society's, else
 * the instance's; absences that have not ended; quiet.
 * @param isShown condition on `users` that selects the people
 * @param isDeputyShown condition, on `users` too, for naming a deputy
 */
const facts = (now: Date, isShown: RawBuilder<boolean>, isDeputyShown: RawBuilder<boolean>) => sql<FactsRow>`
  SELECT users.id AS "userId", coalesce(own.zone, given.zone, users.time_zone, ${usualZone}) AS zone,
    coalesce(own.holidays, given.holidays) AS holidays,
    CASE WHEN own.user_id IS NULL THEN given.week ELSE own.week END AS week,
    CASE WHEN own.user_id IS NOT NULL THEN 'own' WHEN given.zone IS NULL THEN 'none'
      WHEN given.society_id IS NULL THEN 'instance' ELSE 'society' END AS source,
    (extract(epoch FROM quiet.until) * 1000)::float8 AS "quietUntilMs",
    (
      SELECT coalesce(json_agg(json_build_object('from', from_day, 'to', to_day, 'text', text, 'deputy', (
        SELECT json_build_object('_id', users.id, 'firstName', users.first_name, 'lastName', users.last_name)
        FROM users WHERE users.id = deputy_id AND ${isDeputyShown}
      )) ORDER BY from_day), '[]') FROM absences WHERE user_id = users.id AND to_day >= ${oldestToday(now)}::date
    ) AS absences
  FROM users
  LEFT JOIN work_hours AS own ON own.user_id = users.id
  LEFT JOIN LATERAL (
    SELECT * FROM default_hours WHERE society_id = users.society_id OR society_id IS NULL
    ORDER BY society_id NULLS LAST LIMIT 1
  ) AS given ON own.user_id IS NULL
  LEFT JOIN quiet_times AS quiet ON quiet.user_id = users.id
  WHERE ${isShown}`;

const all = sql<boolean>`true`;
const among = (userIds: readonly string[]) => sql<boolean>`users.id = ANY((SELECT ${userIds}::uuid[])::uuid[])`;

/** Reads the facts about people, without a check of the viewer. */
export async function readFacts(db: Db, userIds: readonly string[], now: Date): Promise<FactsRow[]> {
  return (await facts(now, among(userIds), all).execute(db)).rows;
}

/**
 * Reads the facts about the shown people.
 * @param isShown condition on `users`: whether the caller may know the person
 */
export async function readShownFacts(
  db: Db,
  userIds: readonly string[],
  isShown: RawBuilder<boolean>,
  now: Date,
): Promise<FactsRow[]> {
  const asked = sql<boolean>`${among(userIds)} AND ${isShown}`;
  return (await sql<FactsRow>`${prepared('shown-facts')}${facts(now, asked, isShown)} ORDER BY users.id`.execute(db))
    .rows;
}

/** Reads a person's own hours, absences and quiet; undefined when there is no such person. */
export async function readOwn(db: Db, userId: string, now: Date): Promise<OwnAvailability | undefined> {
  const { rows } = await sql<FactsRow & { urgent: number }>`
    SELECT facts.*, (
      SELECT count(*)::int FROM urgent_messages
      WHERE sender_id = ${userId} AND created_at > now() - make_interval(days => ${urgentDays})
    ) AS urgent FROM (${facts(now, among([userId]), all)}) AS facts`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { hours, zone, quietUntilMs } = factsOf(row);
  return {
    _id: userId,
    hours: hours && { ...hours, week: [...hours.week] },
    zone,
    source: row.source,
    absences: row.absences,
    quietUntil: quietUntilMs !== null && quietUntilMs > now.getTime() ? new Date(quietUntilMs).toISOString() : null,
    urgentLeft: Math.max(0, limits.urgentPerWeek - row.urgent),
  };
}

/** Says in SQL whether a row of `messages` is urgent. */
export const isUrgent = sql<boolean>`EXISTS (
  SELECT FROM urgent_messages WHERE urgent_messages.sender_id = messages.sender_id AND urgent_messages.nonce = messages.nonce
)`;

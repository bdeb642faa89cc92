import type { Week } from '@palabre/common/rules/people/duty.ts';
import type { HolidayRegion } from '@palabre/common/rules/people/holidays.ts';
import { usualZone } from '@palabre/common/rules/zones.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../platform/postgres/db.ts';

/** Owner of hours: a person, or, for default hours, a society or the instance. */
type HoursOf = { userId: string } | { societyId: string | null };

/** Archives hours before they change. Of several changes in a day, only the hours before the first are archived. */
export async function keepPastHours(db: Db, of: HoursOf): Promise<void> {
  const [userId, societyId] = 'userId' in of ? [of.userId, null] : [null, of.societyId];
  const current =
    'userId' in of
      ? sql`work_hours WHERE user_id = ${userId}`
      : sql`default_hours WHERE society_id IS NOT DISTINCT FROM ${societyId}::uuid`;
  await sql`
    INSERT INTO past_hours (user_id, society_id, zone, holidays, week, until)
    SELECT ${userId}::uuid, ${societyId}::uuid, zone, holidays, week, clock_timestamp()
    FROM (SELECT) AS one LEFT JOIN (SELECT zone, holidays, week FROM ${current}) AS held ON true
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Deletes hours that ended before a time. */
export async function forgetPastHours(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM past_hours WHERE until <= ${before}`.execute(db);
}

/** Hours in force until a time, or now. */
export interface HeldHours {
  /** Null: there were none. */
  zone: string | null;
  holidays: HolidayRegion | null;
  /** Null: always on duty. */
  week: Week | null;
  /** Null: still in force. */
  untilMs: number | null;
}

/** Hours of a person over a time, in chronological order: a person's own hours override the defaults. */
export interface HoursOverTime {
  userId: string;
  /** Zone of a person without hours. */
  zone: string;
  own: HeldHours[];
  society: HeldHours[];
  instance: HeldHours[];
}

/** Reads the hours of these people since a time, with the defaults of their current society: one query. */
export async function readHoursSince(db: Db, userIds: readonly string[], since: Date): Promise<HoursOverTime[]> {
  const held = (past: RawBuilder<unknown>, current: RawBuilder<unknown>) => sql`(
    SELECT coalesce(json_agg(json_build_object('zone', zone, 'holidays', holidays, 'week', week,
      'untilMs', (extract(epoch FROM until) * 1000)::float8) ORDER BY until NULLS LAST), '[]')
    FROM (
      SELECT zone, holidays, week, until FROM past_hours WHERE ${past} AND until > ${since}
      UNION ALL SELECT zone, holidays, week, NULL FROM ${current}
    ) AS held
  )`;
  const { rows } = await sql<HoursOverTime>`
    WITH instance AS MATERIALIZED (
      SELECT ${held(sql`user_id IS NULL AND society_id IS NULL`, sql`default_hours WHERE society_id IS NULL`)} AS held
    )
    SELECT users.id AS "userId", coalesce(users.time_zone, ${usualZone}) AS zone,
      ${held(sql`user_id = users.id`, sql`work_hours WHERE user_id = users.id`)} AS own,
      ${held(sql`society_id = users.society_id`, sql`default_hours WHERE society_id = users.society_id`)} AS society,
      instance.held AS instance
    FROM users CROSS JOIN instance WHERE users.id = ANY(${userIds}::uuid[])`.execute(db);
  return rows;
}

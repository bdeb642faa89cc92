import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/db.ts';
import { inSenderIndex } from '../../../platform/postgres/sender-index.ts';

/** Tells whether a month (`2026-10`) has a report. */
export async function isReported(db: Db, month: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM disconnection_reports WHERE month = ${`${month}-01`}::date LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Reads the next people in order of id, with their society. */
export async function readPeople(
  db: Db,
  after: string | null,
  count: number,
): Promise<{ id: string; societyId: string | null }[]> {
  const { rows } = await sql<{ id: string; societyId: string | null }>`
    SELECT id, society_id AS "societyId" FROM users
    WHERE id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000') ORDER BY id LIMIT ${count}`.execute(db);
  return rows;
}

/** Reads the absences of people in a span of days, past ones included. */
export async function readAbsencesIn(
  db: Db,
  userIds: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<{ userId: string; from: string; to: string }[]> {
  const { rows } = await sql<{ userId: string; from: string; to: string }>`
    SELECT user_id AS "userId", from_day::text AS "from", to_day::text AS "to" FROM absences
    WHERE user_id = ANY(${userIds}::uuid[]) AND to_day >= ${from}::date AND from_day <= ${to}::date`.execute(db);
  return rows;
}

/** Span of work of a person, as times in milliseconds since 1970. */
export interface Span {
  userId: string;
  fromMs: number;
  toMs: number;
}

/** Counts of the messages that one group of people wrote. */
export interface Written {
  societyId: string | null;
  messages: number;
  off: number;
  urgent: number;
}

/** Counts people's messages between two times, by society: all, outside working hours, and urgent. */
export async function countWritten(
  db: Db,
  userIds: readonly string[],
  spans: readonly Span[],
  { from, to }: { from: Date; to: Date },
): Promise<Written[]> {
  const { rows } = await sql<Written>`
    WITH work AS (
      SELECT "userId" AS user_id,
        range_agg(tstzrange(to_timestamp("fromMs" / 1000.0), to_timestamp("toMs" / 1000.0))) AS at
      FROM json_to_recordset(${JSON.stringify(spans)}::json) AS one("userId" uuid, "fromMs" float8, "toMs" float8)
      WHERE "fromMs" < "toMs" GROUP BY "userId"
    ), written AS (
      SELECT sender_id, count(*)::int AS messages,
        count(*) FILTER (WHERE NOT coalesce(created_at <@ work.at, false))::int AS off
      FROM unnest(${userIds}::uuid[]) AS asked(user_id)
      JOIN messages ON messages.sender_id = asked.user_id AND ${inSenderIndex}
      LEFT JOIN work ON work.user_id = asked.user_id
      WHERE created_at >= ${from} AND created_at < ${to} AND twin_thread_id IS NULL
      GROUP BY sender_id
    )
    SELECT users.society_id AS "societyId", coalesce(sum(messages), 0)::int AS messages, coalesce(sum(off), 0)::int AS off,
      (coalesce(sum((
        SELECT count(*) FROM urgent_messages
        WHERE urgent_messages.sender_id = users.id AND created_at >= ${from} AND created_at < ${to}
      )), 0))::int AS urgent
    FROM users LEFT JOIN written ON written.sender_id = users.id
    WHERE users.id = ANY(${userIds}::uuid[]) GROUP BY users.society_id`.execute(db);
  return rows;
}

/** Stores the report of a group; an existing one stays. */
export async function insertReport(
  db: Db,
  month: string,
  { societyId, people, messages, off, urgent }: Written & { people: number },
): Promise<void> {
  await sql`
    INSERT INTO disconnection_reports (month, society_id, people, messages, messages_off, urgent)
    VALUES (${`${month}-01`}::date, ${societyId}::uuid, ${people}, ${messages}, ${off}, ${urgent})
    ON CONFLICT DO NOTHING`.execute(db);
}

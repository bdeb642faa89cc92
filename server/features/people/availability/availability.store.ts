import { limits } from '@palabre/common/contract/fields.ts';
import type { WorkHours } from '@palabre/common/rules/people/duty.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/db.ts';
import { keepPastHours } from './open/past-hours.store.ts';

/** Sets a person's hours; null for a person always on duty, for whom only the zone is kept, as the zone of absences. */
export async function setHours(db: Db, userId: string, hours: WorkHours | null, zone: string): Promise<void> {
  await keepPastHours(db, { userId });
  const holidays = hours?.holidays ?? 'none';
  const week = hours && JSON.stringify(hours.week);
  await sql`
    INSERT INTO work_hours (user_id, zone, holidays, week) VALUES (${userId}, ${hours?.zone ?? zone}, ${holidays}, ${week}::jsonb)
    ON CONFLICT (user_id) DO UPDATE SET zone = excluded.zone, holidays = excluded.holidays, week = excluded.week,
      updated_at = now()`.execute(db);
}

/** Deletes a person's own hours. */
export async function deleteHours(db: Db, userId: string): Promise<void> {
  await keepPastHours(db, { userId });
  await db.deleteFrom('work_hours').where('user_id', '=', userId).execute();
}

/** Absence to store. */
export interface NewAbsence {
  from: string;
  to: string;
  deputyId?: string | null | undefined;
  text: string;
}

/**
 * Replaces a person's absences that end on a day or later, and deletes those that ended a year ago. Locks the person,
 * so that of two concurrent changes one whole list remains.
 */
export async function replaceAbsences(
  db: Db,
  userId: string,
  absences: readonly NewAbsence[],
  today: string,
): Promise<void> {
  await sql`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`.execute(db);
  await sql`
    DELETE FROM absences WHERE user_id = ${userId}
      AND (to_day >= ${today}::date OR to_day < ${today}::date - interval '1 year')`.execute(db);
  if (absences.length === 0) return;
  const of = absences.map(({ deputyId, ...days }) => ({ ...days, deputyId: deputyId ?? null }));
  // An absence that has ended may have begun on the same day.
  await sql`
    INSERT INTO absences (user_id, from_day, to_day, deputy_id, text)
    SELECT ${userId}, "from", "to", "deputyId", text
    FROM json_to_recordset(${JSON.stringify(of)}::json) AS one("from" date, "to" date, "deputyId" uuid, text text)
    ON CONFLICT (user_id, from_day) DO UPDATE SET to_day = excluded.to_day, deputy_id = excluded.deputy_id,
      text = excluded.text`.execute(db);
}

/** Counts the people who share a place, by the condition on `users`. */
export async function countShown(
  db: Db,
  userIds: readonly string[],
  isShown: ReturnType<typeof sql<boolean>>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM users WHERE id = ANY(${userIds}::uuid[]) AND ${isShown}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Sets the time until which a person is not to be disturbed; null ends it. */
export async function setQuiet(db: Db, userId: string, until: Date | null): Promise<void> {
  if (until === null) await db.deleteFrom('quiet_times').where('user_id', '=', userId).execute();
  else
    await sql`
      INSERT INTO quiet_times (user_id, until) VALUES (${userId}, ${until})
      ON CONFLICT (user_id) DO UPDATE SET until = excluded.until`.execute(db);
}

/**
 * Records that the message with this nonce is urgent. Locks its sender, so that concurrent requests stay within the
 * sender's limit; deletes records over two months old.
 */
export async function insertUrgent(
  db: Db,
  { senderId, nonce, reason }: { senderId: string; nonce: string; reason: string },
): Promise<'made' | 'known' | 'full'> {
  await sql`SELECT FROM users WHERE id = ${senderId} FOR NO KEY UPDATE`.execute(db);
  const { rows: found } = await sql`
    SELECT FROM urgent_messages WHERE sender_id = ${senderId} AND nonce = ${nonce}`.execute(db);
  if (found.length > 0) return 'known';
  await sql`
    DELETE FROM urgent_messages WHERE sender_id = ${senderId} AND created_at < now() - interval '60 days'`.execute(db);
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO urgent_messages (sender_id, nonce, reason) SELECT ${senderId}, ${nonce}, ${reason} WHERE (
      SELECT count(*) FROM urgent_messages WHERE sender_id = ${senderId} AND created_at > now() - interval '7 days'
    ) < ${limits.urgentPerWeek}`.execute(db);
  return numAffectedRows > 0n ? 'made' : 'full';
}

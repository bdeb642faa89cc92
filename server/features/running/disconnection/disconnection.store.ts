import type { DisconnectionReport } from '@palabre/common/contract/running/disconnection.ts';
import type { WorkHours } from '@palabre/common/rules/people/duty.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/db.ts';
import { keepPastHours } from '../../people/availability/open/past-hours.store.ts';

const nobody = '00000000-0000-0000-0000-000000000000';

/** Reads the charter; undefined while there is none. */
export async function readCharter(db: Db): Promise<{ text: string; updatedAt: string } | undefined> {
  const row = await db.selectFrom('charter').select(['text', 'updated_at']).executeTakeFirst();
  return row && { text: row.text, updatedAt: row.updated_at.toISOString() };
}

/** Writes the charter; an empty text deletes it. */
export async function writeCharter(db: Db, text: string): Promise<void> {
  if (text === '') await db.deleteFrom('charter').execute();
  else
    await sql`
      INSERT INTO charter (text) VALUES (${text})
      ON CONFLICT (one) DO UPDATE SET text = excluded.text, updated_at = now()`.execute(db);
}

/** Finds a society's name. */
export const findSociety = (db: Db, id: string) =>
  db.selectFrom('societies').select(['id', 'name']).where('id', '=', id).executeTakeFirst();

/** Reads the default hours of a society, or of the instance. */
export async function readDefaultHours(db: Db, societyId: string | null): Promise<WorkHours | null> {
  const row = await db
    .selectFrom('default_hours')
    .select(['zone', 'holidays', 'week'])
    .where('society_id', societyId === null ? 'is' : '=', societyId)
    .executeTakeFirst();
  return row?.week ? { zone: row.zone, holidays: row.holidays, week: row.week } : null;
}

/** Sets the default hours of a society, or of the instance; null deletes them. */
export async function writeDefaultHours(db: Db, societyId: string | null, hours: WorkHours | null): Promise<void> {
  await keepPastHours(db, { societyId });
  if (hours === null)
    await db
      .deleteFrom('default_hours')
      .where('society_id', societyId === null ? 'is' : '=', societyId)
      .execute();
  else
    await sql`
      INSERT INTO default_hours (society_id, zone, holidays, week)
      VALUES (${societyId}::uuid, ${hours.zone}, ${hours.holidays}, ${JSON.stringify(hours.week)}::jsonb)
      ON CONFLICT (coalesce(society_id, ${sql.lit(nobody)})) DO UPDATE SET zone = excluded.zone, holidays = excluded.holidays, week = excluded.week,
        updated_at = now()`.execute(db);
}

/** Reads the months that have a report, the last first (`2026-10`). */
export async function readMonths(db: Db, atMost: number): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    SELECT DISTINCT to_char(month, 'YYYY-MM') AS month FROM disconnection_reports ORDER BY month DESC LIMIT ${atMost}`.execute(
    db,
  );
  return rows.map(({ month }) => month);
}

/** Reads the reports of a month in order of id, people without a society first. */
export async function readReports(
  db: Db,
  month: string,
  { after, count }: { after: string | undefined; count: number },
): Promise<DisconnectionReport[]> {
  const { rows } = await sql<DisconnectionReport>`
    SELECT CASE WHEN societies.id IS NULL THEN NULL ELSE json_build_object('_id', societies.id, 'name', name) END AS society,
      people, messages, messages_off AS "messagesOff", urgent
    FROM disconnection_reports AS report LEFT JOIN societies ON societies.id = report.society_id
    WHERE month = ${`${month}-01`}::date
      AND (${after ?? null}::uuid IS NULL OR coalesce(society_id, ${nobody}::uuid) > ${after ?? null}::uuid)
    ORDER BY coalesce(society_id, ${nobody}::uuid) LIMIT ${count}`.execute(db);
  return rows;
}

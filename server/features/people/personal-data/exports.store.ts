import { exportKeptHours, type PreparedExport } from '@palabre/common/contract/people/personal-data.ts';
import { sql } from 'kysely';
import type { Language } from '../../../platform/http/errors.ts';
import type { Db } from '../../../platform/postgres/db.ts';

/** File name of an export. */
export const exportName = 'palabre.zip';

/** Age after which an unfinished export counts as failed, so that its person may request another. */
const givenUpAfterHours = 6;

/** Language and time zone of an export. */
export interface Reading {
  language: Language;
  zone: string;
}

interface Row {
  state: PreparedExport['state'];
  asked_at: Date;
  ready_at: Date | null;
  id: string;
  size: string | null;
  private_until: Date | null;
}

const toPrepared = ({ state, asked_at, ready_at, id, size, private_until }: Row): PreparedExport => ({
  state,
  askedAt: asked_at.toISOString(),
  readyAt: ready_at?.toISOString() ?? null,
  until: private_until?.toISOString() ?? null,
  size: size === null ? null : Number(size),
  url: size === null ? null : `/api/file/${id}/${exportName}`,
});

/** Reads a person's last export; null once it has expired. */
export async function readExport(db: Db, userId: string): Promise<PreparedExport | null> {
  const { rows } = await sql<Row>`
    SELECT exports.id, asked_at, ready_at, size, private_until,
      CASE WHEN state = 'making' AND asked_at < now() - make_interval(hours => ${givenUpAfterHours})
        THEN 'failed' ELSE state END AS state
    FROM exports LEFT JOIN files ON files.id = exports.id AND state = 'ready'
    WHERE user_id = ${userId} AND (state <> 'ready' OR private_until > now())`.execute(db);
  return rows[0] ? toPrepared(rows[0]) : null;
}

/** Stores a request for an export, in place of the earlier one, whose file goes with the next sweep. */
export async function askExport(db: Db, userId: string, id: string, { language, zone }: Reading): Promise<void> {
  await sql`
    WITH before AS (
      UPDATE files SET private_until = now() FROM exports WHERE exports.user_id = ${userId} AND files.id = exports.id
    )
    INSERT INTO exports (user_id, id, language, zone, state, asked_at) VALUES (${userId}, ${id}, ${language}, ${zone}, 'making', now())
    ON CONFLICT (user_id) DO UPDATE SET id = excluded.id, language = excluded.language, zone = excluded.zone,
      state = excluded.state, tries = 0, asked_at = excluded.asked_at, ready_at = NULL`.execute(db);
}

/** Starts a try of this export; undefined when it is no longer requested. */
export async function beginExport(
  db: Db,
  userId: string,
  id: string,
): Promise<(Reading & { tries: number }) | undefined> {
  const { rows } = await sql<Reading & { tries: number }>`
    UPDATE exports SET tries = tries + 1 WHERE user_id = ${userId} AND id = ${id} AND state = 'making'
    RETURNING language, zone, tries`.execute(db);
  return rows[0];
}

/** Ends this export; returns whether it was still the current request. */
export async function endExport(db: Db, userId: string, id: string, state: 'ready' | 'failed'): Promise<boolean> {
  const { rows } = await sql`
    UPDATE exports SET state = ${state}, ready_at = CASE WHEN ${state} = 'ready' THEN now() END
    WHERE user_id = ${userId} AND id = ${id} AND state = 'making' RETURNING id`.execute(db);
  return rows.length > 0;
}

/** Inserts the row of an export's file before its bytes are stored, so that the sweep finds it in every case. */
export async function noteExport(db: Db, { id, userId, size }: { id: string; userId: string; size: number }) {
  await sql`
    INSERT INTO files (id, owner_id, name, type, size, private_until)
    VALUES (${id}, ${userId}, ${exportName}, 'application/zip', ${size}, now() + make_interval(hours => ${exportKeptHours}))
    ON CONFLICT (id) DO UPDATE SET size = excluded.size, private_until = excluded.private_until`.execute(db);
}

/** Lists files that have expired, or whose person is deleted. */
export async function readOverdue(db: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM files WHERE private_until IS NOT NULL
      AND (private_until <= now() OR NOT EXISTS (SELECT FROM users WHERE users.id = owner_id))
    ORDER BY id LIMIT ${count}`.execute(db);
  return rows.map(row => row.id);
}

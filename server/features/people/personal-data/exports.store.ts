import { exportKeptHours, type PreparedExport } from '@palabre/common/contract/people/personal-data.ts';
import { sql } from 'kysely';
import type { Language } from '../../../platform/http/errors.ts';
import type { Db } from '../../../platform/postgres/db.ts';

export const exportName = 'palabre.zip';

/** One that no job makes any more, whatever happened to it, keeps nobody from asking again. */
const givenUpAfterHours = 6;

/** In which language an export is, and by whose clocks its page writes times. */
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

/** The export that a person asked for last; one whose time is over is none. */
export async function readExport(db: Db, userId: string): Promise<PreparedExport | null> {
  const { rows } = await sql<Row>`
    SELECT exports.id, asked_at, ready_at, size, private_until,
      CASE WHEN state = 'making' AND asked_at < now() - make_interval(hours => ${givenUpAfterHours})
        THEN 'failed' ELSE state END AS state
    FROM exports LEFT JOIN files ON files.id = exports.id AND state = 'ready'
    WHERE user_id = ${userId} AND (state <> 'ready' OR private_until > now())`.execute(db);
  return rows[0] ? toPrepared(rows[0]) : null;
}

/** What one asks for takes the place of what one asked for before, whose file goes with the next sweep. */
export async function askExport(db: Db, userId: string, id: string, { language, zone }: Reading): Promise<void> {
  await sql`
    WITH before AS (
      UPDATE files SET private_until = now() FROM exports WHERE exports.user_id = ${userId} AND files.id = exports.id
    )
    INSERT INTO exports (user_id, id, language, zone, state, asked_at) VALUES (${userId}, ${id}, ${language}, ${zone}, 'making', now())
    ON CONFLICT (user_id) DO UPDATE SET id = excluded.id, language = excluded.language, zone = excluded.zone,
      state = excluded.state, tries = 0, asked_at = excluded.asked_at, ready_at = NULL`.execute(db);
}

/** Begins another try of this export; undefined when it is asked for no more. */
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

/** Ends this export, if it is still the one asked for; whether it is. */
export async function endExport(db: Db, userId: string, id: string, state: 'ready' | 'failed'): Promise<boolean> {
  const { rows } = await sql`
    UPDATE exports SET state = ${state}, ready_at = CASE WHEN ${state} = 'ready' THEN now() END
    WHERE user_id = ${userId} AND id = ${id} AND state = 'making' RETURNING id`.execute(db);
  return rows.length > 0;
}

/** Notes the file of an export before its bytes are stored: it is swept whatever happens then. */
export async function noteExport(db: Db, { id, userId, size }: { id: string; userId: string; size: number }) {
  await sql`
    INSERT INTO files (id, owner_id, name, type, size, private_until)
    VALUES (${id}, ${userId}, ${exportName}, 'application/zip', ${size}, now() + make_interval(hours => ${exportKeptHours}))
    ON CONFLICT (id) DO UPDATE SET size = excluded.size, private_until = excluded.private_until`.execute(db);
}

/** Some files whose time is over, or whose person is gone. */
export async function readOverdue(db: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM files WHERE private_until IS NOT NULL
      AND (private_until <= now() OR NOT EXISTS (SELECT FROM users WHERE users.id = owner_id))
    ORDER BY id LIMIT ${count}`.execute(db);
  return rows.map(row => row.id);
}

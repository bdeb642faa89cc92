import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from './postgres/db.ts';

/** A session that has not ended, and what of its person rights depend on. */
export interface LiveSession {
  id: string;
  user_id: string;
  admin: boolean;
  society_id: string | null;
}

/**
 * Those of these sessions that have not ended.
 * @returns by the session's id
 */
export async function readSessions(pool: pg.Pool, sids: readonly string[]): Promise<Map<string, LiveSession>> {
  const { rows } = await pool.query<LiveSession>({
    name: 'sessions',
    text: `
      SELECT sessions.id, sessions.user_id, users.admin, users.society_id
      FROM sessions JOIN users ON users.id = sessions.user_id
      WHERE sessions.id = ANY($1::uuid[]) AND sessions.expires_at > now()`,
    values: [sids],
  });
  return new Map(rows.map(row => [row.id, row]));
}

/** Opens a session. */
export async function insertSession(db: Db, session: { id: string; userId: string; expires: Date }): Promise<void> {
  const { id, userId, expires } = session;
  await db.insertInto('sessions').values({ id, user_id: userId, expires_at: expires }).execute();
}

/**
 * Ends sessions: all of a person, save one when `except` is given, or one alone.
 * @returns the ids of those that ended
 */
export async function deleteSessions(
  db: Db,
  which: { userId: string; except?: string } | { sid: string },
): Promise<string[]> {
  let query = db.deleteFrom('sessions').returning('id');
  if ('sid' in which) query = query.where('id', '=', which.sid);
  else {
    query = query.where('user_id', '=', which.userId);
    if (which.except) query = query.where('id', '!=', which.except);
  }
  return (await query.execute()).map(row => row.id);
}

const purgedTogether = 1_000;

/**
 * Deletes sessions whose time is over, some at a time.
 * @returns the ids of those that were there
 */
export async function deleteExpired(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM sessions WHERE id IN (
      SELECT id FROM sessions WHERE expires_at <= now() ORDER BY expires_at LIMIT ${purgedTogether} FOR UPDATE SKIP LOCKED
    ) RETURNING id`.execute(db);
  return rows.map(row => row.id);
}

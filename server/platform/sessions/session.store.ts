import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../postgres/db.ts';
import type { From } from './session.ts';
import type { Seen } from './session-seen.ts';

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

/** The session by which a linked account opens another one: nothing was proved for that one but the link. */
export interface Opener {
  userId: string;
  sid: string;
}

/**
 * Opens a session. One that a linked account opens is as old as that account's own, and was proved when that one was: what
 * asks who has just logged in is not deceived.
 */
export async function insertSession(
  db: Db,
  session: { id: string; userId: string; expires: Date; from: From; by: { code?: boolean; opener?: Opener } },
): Promise<void> {
  const { id, userId, expires, from, by } = session;
  const ofOpener = (column: 'created_at' | 'proved_at') =>
    sql<Date>`coalesce((SELECT ${sql.ref(column)} FROM sessions WHERE id = ${by.opener?.sid ?? null}), 'epoch')`;
  const linked = by.opener && {
    opened_from: by.opener.userId,
    created_at: ofOpener('created_at'),
    proved_at: ofOpener('proved_at'),
  };
  await db
    .insertInto('sessions')
    .values({
      ...{ id, user_id: userId, expires_at: expires, proved_device: from.device, ...from, ...linked },
      said_at: by.code ? sql<Date>`now()` : null,
    })
    .execute();
}

const provedForMinutes = 15;

/**
 * Whether the person of a session said who they are a moment ago, with this device.
 * @param by what counts: the login that began it too, or only that they have said it again since, or that a code was asked
 */
export async function isProved(
  db: Db,
  sid: string,
  device: string | null,
  by: 'proved_at' | 'said_at' = 'proved_at',
): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sid)
    .where(by, '>', sql<Date>`now() - ${`${provedForMinutes} minutes`}::interval`)
    .where('proved_device', 'is not distinct from', device)
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes that the person of a session has just said again who they are, with this device. */
export async function noteProved(db: Db, sid: string, device: string | null): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ proved_at: sql<Date>`now()`, said_at: sql<Date>`now()`, proved_device: device })
    .where('id', '=', sid)
    .execute();
}

/**
 * Notes when sessions were last used, and from where if that is known. One that something else is changing is left alone:
 * it is ending, or noted by another process.
 */
export async function writeSeen(db: Db, seen: readonly (readonly [string, Seen])[]): Promise<void> {
  const ids = seen.map(([id]) => id);
  const times = seen.map(([, { at }]) => new Date(at));
  const addresses = seen.map(([, { address }]) => address);
  await sql`
    WITH seen AS (SELECT * FROM unnest(${ids}::uuid[], ${times}::timestamptz[], ${addresses}::text[]) AS seen (id, at, address)),
      free AS (SELECT sessions.id FROM sessions JOIN seen USING (id) FOR UPDATE OF sessions SKIP LOCKED)
    UPDATE sessions SET seen_at = greatest(sessions.seen_at, seen.at), address = coalesce(seen.address, sessions.address)
    FROM seen JOIN free USING (id) WHERE sessions.id = seen.id`.execute(db);
}

/** All sessions of a person, one alone, or those that two accounts opened of each other, or that
 * were opened by any link of an account; save one when `except` is given. */
export type WhichSessions =
  | { userId: string; except?: string }
  | { sid: string }
  | { between: readonly [string, string]; except?: string }
  | { linkedTo: string; except?: string };

/**
 * Ends sessions.
 * @returns the ids of those that ended
 */
export async function deleteSessions(db: Db, which: WhichSessions): Promise<string[]> {
  let query = db.deleteFrom('sessions').returning('id');
  if ('sid' in which) query = query.where('id', '=', which.sid);
  else if ('between' in which) {
    const [one, other] = which.between;
    query = query.where(
      sql<boolean>`(user_id, opened_from) IN ((${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid))`,
    );
  } else if ('linkedTo' in which) {
    const { linkedTo } = which;
    query = query.where(
      sql<boolean>`(opened_from = ${linkedTo}::uuid OR (user_id = ${linkedTo}::uuid AND opened_from IS NOT NULL))`,
    );
  } else query = query.where('user_id', '=', which.userId);
  if ('except' in which && which.except) query = query.where('id', '!=', which.except);
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

import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../postgres/db.ts';
import type { From } from './session.ts';
import type { Seen } from './session-seen.ts';
import { needsTwoStep } from './two-step.store.ts';

/** Live session, with the facts about its person on which rights depend. */
export interface LiveSession {
  id: string;
  user_id: string;
  admin: boolean;
  society_id: string | null;
  guest_until: Date | null;
  /** Whether its person lacks the two-step required of everybody. */
  needs_two_step: boolean;
  /** Whether the stored last use is an hour old. */
  resting: boolean;
}

/**
 * Oldest last use of a live session, in SQL (decision 0079); null while administrators have not chosen a limit. Read in
 * each statement, so that a new limit holds in all processes from its commit on.
 */
const usedSince = `(SELECT now() - make_interval(days => (value #>> '{}')::int) FROM settings WHERE name = 'idleSessionDays')`;

/** Says in SQL whether a session, a row of `sessions`, is live: neither expired nor unused for too long. */
export const isLive = `sessions.expires_at > now() AND sessions.seen_at > coalesce(${usedSince}, '-infinity')`;

/** Says in SQL whether an account, a row of `users`, is open: not suspended, and not a guest whose stay is over. */
const isOpen = `users.suspended_at IS NULL AND (users.guest_until IS NULL OR users.guest_until > now())`;

/**
 * Reads which of these sessions are live.
 * @returns live sessions by id
 */
export async function readSessions(pool: pg.Pool, sids: readonly string[]): Promise<Map<string, LiveSession>> {
  const { rows } = await pool.query<LiveSession>({
    name: 'sessions',
    text: `
      SELECT sessions.id, sessions.user_id, users.admin, users.society_id, users.guest_until,
        ${needsTwoStep} AS needs_two_step, sessions.seen_at < now() - interval '1 hour' AS resting
      FROM sessions JOIN users ON users.id = sessions.user_id
      WHERE sessions.id = ANY((SELECT $1::uuid[])::uuid[]) AND ${isLive} AND ${isOpen}`,
    values: [sids],
  });
  return new Map(rows.map(row => [row.id, row]));
}

/** Session of a linked account from which another account is opened: only the link proves the latter's person. */
export interface Opener {
  userId: string;
  sid: string;
}

/**
 * Inserts a session, unless the account is closed: locks the account's row, so that a suspension, or the end of a
 * guest's stay, waits for it and then ends it. A session opened from a linked account inherits that session's creation
 * and proof times, so that checks of a recent login are not deceived.
 * @returns whether it was inserted
 */
export async function insertSession(
  db: Db,
  session: { id: string; userId: string; expires: Date; from: From; by: { code?: boolean; opener?: Opener } },
): Promise<boolean> {
  const { id, userId, expires, from, by } = session;
  const since = (column: 'created_at' | 'proved_at') =>
    by.opener
      ? sql`coalesce((SELECT ${sql.ref(column)} FROM sessions WHERE id = ${by.opener.sid}), 'epoch')`
      : sql`now()`;
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO sessions (id, user_id, expires_at, device, address, proved_device, opened_from, created_at, proved_at, said_at)
    SELECT ${id}::uuid, users.id, ${expires}::timestamptz, ${from.device}, ${from.address}, ${from.device},
      ${by.opener?.userId ?? null}::uuid, ${since('created_at')}, ${since('proved_at')},
      ${by.code ? sql`now()` : sql`NULL`}::timestamptz
    FROM users WHERE users.id = ${userId} AND ${sql.raw(isOpen)} FOR SHARE`.execute(db);
  return numAffectedRows > 0n;
}

/** Reads why an account is closed: it is suspended, or its guest's stay is over; null while it is open. */
export async function readShut(db: Db, userId: string): Promise<'suspended' | 'stay_over' | null> {
  const { rows } = await sql<{ suspended: boolean }>`
    SELECT suspended_at IS NOT NULL AS suspended FROM users WHERE id = ${userId} AND NOT (${sql.raw(isOpen)})`.execute(
    db,
  );
  const [shut] = rows;
  return shut ? (shut.suspended ? 'suspended' : 'stay_over') : null;
}

/**
 * Reads whether the account of an address is closed: it gets no mail, except an invitation that offers its guest
 * another stay.
 */
export async function readShutAddress(db: Db, email: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM users WHERE email = ${email} AND NOT (${sql.raw(isOpen)}) AND (suspended_at IS NOT NULL OR NOT EXISTS (
      SELECT FROM email_invites WHERE email_invites.email = users.email AND accepted_at IS NULL AND expires_at > now()
    ))`.execute(db);
  return rows.length > 0;
}

const provedForMinutes = 15;

/**
 * Tells whether the person of a session proved their identity recently, with this device.
 * @param by `proved_at` counts the login too; `said_at` counts only a proof after the login, or a login by code
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

/** Records that the person of a session has just proved their identity again, with this device. */
export async function noteProved(db: Db, sid: string, device: string | null): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ proved_at: sql<Date>`now()`, said_at: sql<Date>`now()`, proved_device: device })
    .where('id', '=', sid)
    .execute();
}

/** Records a use of a session immediately, in the transaction. */
export async function noteUsed(db: Db, sid: string): Promise<void> {
  await sql`UPDATE sessions SET seen_at = greatest(seen_at, now()) WHERE id = ${sid}`.execute(db);
}

/**
 * Writes when sessions were last used, and from where if known, by the database's clock, which also judges them: the
 * clocks of processes may differ. A use older than the stored one is ignored. A row locked by another transaction is
 * skipped: it is ending, or another process is writing it.
 */
export async function writeSeen(db: Db, seen: readonly (readonly [string, Seen])[]): Promise<void> {
  const ids = seen.map(([id]) => id);
  const now = performance.now();
  const agesMs = seen.map(([, { at }]) => now - at);
  const addresses = seen.map(([, { address }]) => address);
  await sql`
    WITH seen AS (
        SELECT id, now() - age_ms * interval '1 millisecond' AS at, address
        FROM unnest(${ids}::uuid[], ${agesMs}::float8[], ${addresses}::text[]) AS noted (id, age_ms, address)
      ),
      free AS (
        SELECT sessions.id FROM sessions JOIN seen USING (id)
        WHERE sessions.seen_at < seen.at FOR UPDATE OF sessions SKIP LOCKED
      )
    UPDATE sessions SET seen_at = seen.at, address = coalesce(seen.address, sessions.address)
    FROM seen JOIN free USING (id) WHERE sessions.id = seen.id`.execute(db);
}

/**
 * Selects sessions: all of a person, one by id, those that two linked accounts opened of each other, or those opened by
 * any link of an account; except `except`, if given.
 */
export type WhichSessions =
  | { userId: string; except?: string }
  | { sid: string }
  | { between: readonly [string, string]; except?: string }
  | { linkedTo: string; except?: string };

/**
 * Deletes sessions.
 * @returns their ids
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

/** Ways in which sessions end by themselves: the column with their time, and its bound. */
const over = {
  expired: ['expires_at', 'now()'],
  // Without an index, which each use would have to update, for the sake of a scan each minute.
  unused: ['seen_at', usedSince],
} as const;
export const waysOver = Object.keys(over) as (keyof typeof over)[];

/**
 * Deletes a batch of sessions that ended by themselves.
 * @returns their ids
 */
export async function deleteOver(db: Db, way: keyof typeof over): Promise<string[]> {
  const [column, until] = over[way];
  const { rows } = await sql<{ id: string }>`
    DELETE FROM sessions WHERE id IN (
      SELECT id FROM sessions WHERE ${sql.ref(column)} <= ${sql.raw(until)}
      ORDER BY ${sql.ref(column)} LIMIT ${purgedTogether} FOR UPDATE SKIP LOCKED
    ) RETURNING id`.execute(db);
  return rows.map(row => row.id);
}

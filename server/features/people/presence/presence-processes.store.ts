import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import type { Seen } from './presence.store.ts';

/**
 * Records that a process is alive.
 * @returns whether other processes did not know it, or had declared it dead, in which case nobody counts as connected
 * to it
 */
export async function sawProcess(db: Db, processId: string): Promise<boolean> {
  const { rows } = await sql<{ unknown: boolean }>`
    INSERT INTO processes (id, seen_at) VALUES (${processId}, now())
    ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at
    RETURNING xmax = 0 AS unknown`.execute(db);
  return rows[0]?.unknown === true;
}

/**
 * Records who is in a process, active or idle, and who left, then sets the status shown to other people: the chosen one
 * for a person in any process (away instead of online when idle in all), else offline. Locks their rows first, so that
 * of two processes with the same person the second sees the first's write.
 * @returns ids of people whose status changed
 */
export const showStatusesOf = (db: Db, processId: string, { active, idle, absent }: Seen): Promise<string[]> =>
  db.transaction().execute(async tx => {
    const everyone = [...active, ...idle, ...absent];
    await lockUsers(tx, everyone);
    await sql`DELETE FROM presences WHERE process_id = ${processId} AND user_id = ANY(${absent}::uuid[])`.execute(tx);
    await sql`
      INSERT INTO presences (user_id, process_id, idle)
      SELECT id, ${processId}::uuid, id = ANY(${idle}::uuid[]) FROM users
      WHERE id = ANY(${[...active, ...idle]}::uuid[])
      ON CONFLICT (user_id, process_id) DO UPDATE SET idle = excluded.idle WHERE presences.idle <> excluded.idle`.execute(
      tx,
    );
    return settle(tx, everyone);
  });

/**
 * Deletes processes silent for a while; only one process handles each.
 * @returns ids of people whose status changed
 */
export const buryProcesses = (db: Db, silentMs: number): Promise<string[]> =>
  db.transaction().execute(async tx => {
    const dead = await sql<{ id: string }>`
      SELECT id FROM processes WHERE seen_at < now() - ${silentMs} * interval '1 millisecond'
      FOR UPDATE SKIP LOCKED`.execute(tx);
    const processIds = dead.rows.map(row => row.id);
    if (processIds.length === 0) return [];
    const people = await sql<{ user_id: string }>`
      SELECT DISTINCT user_id FROM presences WHERE process_id = ANY(${processIds}::uuid[])`.execute(tx);
    const userIds = people.rows.map(row => row.user_id);
    await lockUsers(tx, userIds);
    await sql`DELETE FROM processes WHERE id = ANY(${processIds}::uuid[])`.execute(tx);
    return settle(tx, userIds);
  });

/** Sets people offline who are in no process, which corrects statuses left by a crash. */
export const strayOffline = (db: Db): Promise<string[]> =>
  db.transaction().execute(async tx => {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM users WHERE status <> 'offline' AND id NOT IN (SELECT user_id FROM presences)`.execute(tx);
    const userIds = rows.map(row => row.id);
    await lockUsers(tx, userIds);
    return settle(tx, userIds);
  });

/** Returns the given people who are active in any process. */
export async function activeOf(db: Db, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT DISTINCT user_id FROM presences WHERE NOT idle AND user_id = ANY(${userIds}::uuid[])`.execute(db);
  return rows.map(row => row.user_id);
}

async function lockUsers(tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`SELECT FROM users WHERE id = ANY(${userIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
}

async function settle(tx: Tx, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE users SET status = wanted.status
    FROM (
      SELECT id, CASE
        WHEN NOT EXISTS (SELECT FROM presences WHERE user_id = users.id) THEN 'offline'
        WHEN chosen_status = 'online' AND NOT EXISTS (SELECT FROM presences WHERE user_id = users.id AND NOT idle) THEN 'away'
        ELSE chosen_status END AS status
      FROM users WHERE id = ANY(${userIds}::uuid[])
    ) AS wanted
    WHERE users.id = wanted.id AND users.status <> wanted.status
    RETURNING users.id`.execute(tx);
  return rows.map(row => row.id);
}

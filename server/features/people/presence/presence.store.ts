import type { Status } from '@palabre/common/contract/people/users.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/db.ts';

/** People of one process, by their state in it: active, idle or gone. */
export interface Seen {
  active: readonly string[];
  idle: readonly string[];
  absent: readonly string[];
}

/** Stores the status that each of these people chose; `offline` makes them invisible. */
export async function chooseStatuses(db: Db, chosen: ReadonlyMap<string, Status>): Promise<void> {
  await sql`
    UPDATE users SET chosen_status = chosen.status
    FROM (
      SELECT users.id, chosen.status
      FROM unnest(${[...chosen.keys()]}::uuid[], ${[...chosen.values()]}::text[]) AS chosen(id, status)
      JOIN users ON users.id = chosen.id ORDER BY users.id FOR NO KEY UPDATE OF users
    ) AS chosen
    WHERE users.id = chosen.id`.execute(db);
}

/**
 * Sets the status shown to other people: the chosen one for connected people, away instead of online when idle, else
 * offline.
 * @returns ids of people whose status changed
 */
export async function showStatuses(db: Db, { active, idle, absent }: Seen): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE users SET status = wanted.status
    FROM (
      SELECT id, CASE
        WHEN id = ANY(${idle}::uuid[]) AND chosen_status = 'online' THEN 'away'
        WHEN id = ANY(${[...active, ...idle]}::uuid[]) THEN chosen_status
        ELSE 'offline' END AS status
      FROM users WHERE id = ANY(${[...active, ...idle, ...absent]}::uuid[]) ORDER BY id FOR NO KEY UPDATE
    ) AS wanted
    WHERE users.id = wanted.id AND users.status <> wanted.status
    RETURNING users.id`.execute(db);
  return rows.map(row => row.id);
}

/** Sets everyone offline at the start of the server, which corrects statuses left by a crash. */
export async function everyoneOffline(db: Db): Promise<void> {
  await db.updateTable('users').set({ status: 'offline' }).where('status', '<>', 'offline').execute();
}

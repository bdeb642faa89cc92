import { sql } from 'kysely';
import { fail } from '../../../../platform/http/errors.ts';
import type { Db } from '../../../../platform/postgres/db.ts';
import { nextSeq } from './messages.store.ts';

/**
 * Locks a channel or conversation until the transaction ends; the first and last messages of its threads are decided
 * under this lock.
 */
export async function holdPlace(db: Db, placeId: string): Promise<void> {
  const { rows } = await sql`SELECT FROM places WHERE id = ${placeId} FOR NO KEY UPDATE`.execute(db);
  if (rows.length === 0) fail('not_found');
}

/**
 * Ends a thread that has no reply left: it is not live, and nobody follows it. Its place stays, with its changes.
 * @returns whether it has none
 */
export async function emptyThread(db: Db, threadId: string): Promise<boolean> {
  const { rows } = await sql`
    WITH ended AS (
      UPDATE places SET live = false WHERE id = ${threadId} AND live
        AND NOT EXISTS (SELECT FROM messages WHERE place_id = places.id AND deleted_at IS NULL)
      RETURNING id
    ), left_alone AS (
      DELETE FROM thread_follows USING ended WHERE thread_id = ended.id
    )
    SELECT FROM ended`.execute(db);
  return rows.length > 0;
}

/**
 * Removes a deleted root that was kept above the replies of its thread.
 * @returns the seq of that change and the room to notify; undefined when there is no such root
 */
export async function letRootGo(
  db: Db,
  rootId: string,
  homeId: string,
): Promise<{ seq: number; room: string } | undefined> {
  const { rows } = await sql`SELECT FROM messages WHERE id = ${rootId} AND kept`.execute(db);
  if (rows.length === 0) return undefined;
  const change = await nextSeq(db, homeId);
  await sql`UPDATE messages SET kept = false, seq = ${change.seq} WHERE id = ${rootId}`.execute(db);
  return change;
}

import { sql } from 'kysely';
import type { Db } from '../../../../platform/postgres/db.ts';
import { threadsOf } from './places.store.ts';

/**
 * Marks a person's threads as read, in one channel or conversation, or everywhere.
 * @returns whether any changed
 */
export async function markThreads(db: Db, userId: string, homeId: string | null): Promise<boolean> {
  const { rows } = await sql`
    WITH thread AS (
      SELECT id, seq FROM (${threadsOf(userId)}) AS thread WHERE ${homeId}::uuid IS NULL OR home_id = ${homeId}
    ), moved AS (
      INSERT INTO read_pointers AS pointer (user_id, place_id, position)
      SELECT ${userId}::uuid, id, seq FROM thread ORDER BY id
      ON CONFLICT (user_id, place_id) DO UPDATE SET position = excluded.position
        WHERE excluded.position > pointer.position
      RETURNING place_id
    ), marks AS (
      DELETE FROM notification_marks AS mark USING thread
      WHERE mark.user_id = ${userId} AND mark.place_id = thread.id AND NOT is_read RETURNING place_id
    )
    SELECT place_id FROM moved UNION SELECT place_id FROM marks`.execute(db);
  return rows.length > 0;
}

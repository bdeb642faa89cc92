import { undoSeconds } from '@palabre/common/rules/reading/unread.ts';
import { sql } from 'kysely';
import { type Db, newId } from '../../../platform/postgres/db.ts';
import { placesOf, threadsOf } from './open/places.store.ts';

/** Time that an undo request may take on its way, beyond the seconds shown. */
const graceSeconds = 20;

/**
 * Marks all places of a person as read, their threads too, and stores the earlier pointers for an undo.
 * @returns id of the undo; null when nothing was unread
 */
export async function markAll(db: Db, userId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    WITH place AS (
      SELECT user_id, id, seq FROM (${placesOf(userId)} UNION ALL ${threadsOf(userId)}) AS place WHERE seq > 0
    ), before AS (
      SELECT place.id, seq, coalesce(position, 0) AS position
      FROM place LEFT JOIN read_pointers AS pointer ON pointer.user_id = place.user_id AND pointer.place_id = place.id
    ), moved AS (
      INSERT INTO read_pointers AS pointer (user_id, place_id, position)
      SELECT ${userId}::uuid, id, seq FROM before WHERE seq > position ORDER BY id
      ON CONFLICT (user_id, place_id) DO UPDATE SET position = excluded.position
        WHERE excluded.position > pointer.position
      RETURNING place_id, position
    ), marks AS (
      DELETE FROM notification_marks WHERE user_id = ${userId} AND NOT is_read RETURNING place_id, message_id
    )
    INSERT INTO read_undos (user_id, id, moved, marks)
    SELECT ${userId}::uuid, ${newId()}::uuid, coalesce((
      SELECT json_agg(json_build_object('place', id, 'before', before.position, 'after', moved.position))
      FROM moved JOIN before ON before.id = moved.place_id
    ), '[]'), coalesce((SELECT json_agg(json_build_object('place', place_id, 'message', message_id)) FROM marks), '[]')
    WHERE EXISTS (SELECT FROM moved) OR EXISTS (SELECT FROM marks)
    ON CONFLICT (user_id) DO UPDATE SET id = excluded.id, created_at = excluded.created_at,
      moved = excluded.moved, marks = excluded.marks
    RETURNING id`.execute(db);
  return rows[0]?.id ?? null;
}

/**
 * Undoes `markAll`: each pointer goes back, unless it moved further meanwhile.
 * @returns false when the undo is used, too late, or replaced by a later one
 */
export async function undoMarkAll(db: Db, userId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    WITH undone AS (
      DELETE FROM read_undos WHERE user_id = ${userId} AND id = ${id}
        AND created_at > now() - ${`${undoSeconds + graceSeconds} seconds`}::interval
      RETURNING moved, marks
    ), held AS (
      SELECT pointer.place_id, one.before
      FROM undone, jsonb_to_recordset(moved) AS one(place uuid, before bigint, after bigint)
      JOIN read_pointers AS pointer ON pointer.user_id = ${userId} AND pointer.place_id = one.place
        AND pointer.position = one.after
      ORDER BY pointer.place_id FOR UPDATE OF pointer
    ), back AS (
      UPDATE read_pointers AS pointer SET position = held.before
      FROM held WHERE pointer.user_id = ${userId} AND pointer.place_id = held.place_id
    ), marked AS (
      INSERT INTO notification_marks (user_id, place_id, message_id, is_read)
      SELECT ${userId}::uuid, one.place, one.message, false
      FROM undone, jsonb_to_recordset(marks) AS one(place uuid, message uuid) JOIN places ON places.id = one.place
      ORDER BY one.place, one.message ON CONFLICT DO NOTHING
    )
    SELECT FROM undone`.execute(db);
  return rows.length > 0;
}

import type { Level } from '@palabre/common/contract/reading/unread.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/db.ts';
import type { Reader } from './open/unread.store.ts';

/** Sets the level and the mute of a place for a person; an absent field stays. */
export async function setLevel(
  db: Db,
  { userId, placeId }: Reader,
  { level = null, muted = null }: { level?: Level | null | undefined; muted?: boolean | null | undefined },
): Promise<void> {
  await sql`
    INSERT INTO read_pointers AS pointer (user_id, place_id, level, muted)
    VALUES (${userId}, ${placeId}, coalesce(${level}::text, 'all'), coalesce(${muted}::boolean, false))
    ON CONFLICT (user_id, place_id) DO UPDATE
    SET level = coalesce(${level}::text, pointer.level), muted = coalesce(${muted}::boolean, pointer.muted)`.execute(
    db,
  );
}

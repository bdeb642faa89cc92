import { newCounted } from '@palabre/common/contract/reading/unread.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/db.ts';
import type { Reader } from './open/unread.store.ts';

/** Counts other people's messages after a position, up to `newCounted`. */
export async function countNew(db: Db, { userId, placeId }: Reader, after: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM (
      SELECT FROM messages WHERE place_id = ${placeId} AND position > ${after} AND deleted_at IS NULL
        AND sender_id <> ${userId} LIMIT ${newCounted}
    ) AS counted`.execute(db);
  return rows[0]?.count ?? 0;
}

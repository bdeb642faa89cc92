import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/db.ts';

/**
 * Passes each group that a person created and is in to another person: the preferred heir if they are in it, else the
 * oldest of its people whose account is open. A group without another person keeps its creator.
 * @returns ids of the groups that changed hands
 */
export async function passGroupsOn(db: Db, userId: string, preferred: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH made AS (
      SELECT id FROM conversations WHERE creator_id = ${userId} AND is_group
        AND id IN (SELECT conversation_id FROM conversation_users WHERE user_id = ${userId})
      ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE conversations SET creator_id = next.user_id FROM made CROSS JOIN LATERAL (
      SELECT user_id FROM conversation_users JOIN users ON users.id = user_id
      WHERE conversation_id = made.id AND user_id <> ${userId} AND suspended_at IS NULL
      ORDER BY (user_id = ${preferred}::uuid) DESC, joined_at, user_id LIMIT 1
    ) AS next WHERE conversations.id = made.id RETURNING conversations.id`.execute(db);
  return rows.map(({ id }) => id).sort();
}

/** Counts the groups that a person created and is in together with somebody else whose account is open. */
export async function countGroupsMade(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM conversation_users AS mine JOIN conversations ON conversations.id = mine.conversation_id
    WHERE mine.user_id = ${userId} AND creator_id = ${userId} AND is_group AND EXISTS (
      SELECT FROM conversation_users AS theirs JOIN users ON users.id = theirs.user_id
      WHERE theirs.conversation_id = conversations.id AND theirs.user_id <> ${userId} AND suspended_at IS NULL
    )`.execute(db);
  return rows[0]?.count ?? 0;
}

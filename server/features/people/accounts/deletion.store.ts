import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/db.ts';

/**
 * Locks a person's row, and for an administrator all other administrators' rows: of two who leave at once, the second
 * sees that the first is gone.
 */
export async function lockPerson(
  db: Db,
  id: string,
): Promise<{ person: { avatar: string | null; admin: boolean } | undefined; otherAdmins: number }> {
  const { rows } = await sql<{ id: string; avatar: string | null; admin: boolean }>`
    SELECT id, avatar, admin FROM users
    WHERE id = ${id} OR (admin AND EXISTS (SELECT FROM users AS leaver WHERE leaver.id = ${id} AND leaver.admin))
    ORDER BY id FOR NO KEY UPDATE`.execute(db);
  return { person: rows.find(row => row.id === id), otherAdmins: rows.filter(row => row.id !== id).length };
}

/** Locks a person's row against every new reference to it. */
export async function lockOut(db: Db, id: string): Promise<void> {
  await sql`SELECT FROM users WHERE id = ${id} FOR UPDATE`.execute(db);
}

/** Makes a member an owner. */
export async function makeOwner(db: Db, workspaceId: string, userId: string): Promise<void> {
  await db
    .updateTable('workspace_members')
    .set({ owner: true })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();
}

/**
 * Removes a person from all their conversations, and deletes those left empty.
 * @returns ids of the other conversations
 */
export async function leaveConversations(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM conversations
    WHERE id IN (SELECT conversation_id FROM conversation_users WHERE user_id = ${userId})
    ORDER BY id FOR NO KEY UPDATE`.execute(db);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  await sql`DELETE FROM conversation_users WHERE user_id = ${userId} AND conversation_id = ANY(${ids}::uuid[])`.execute(
    db,
  );
  const { rows: left } = await sql<{ id: string }>`
    WITH empty AS (
      SELECT id FROM conversations WHERE id = ANY(${ids}::uuid[])
        AND NOT EXISTS (SELECT FROM conversation_users WHERE conversation_id = conversations.id)
    ), gone AS (DELETE FROM places WHERE id IN (SELECT id FROM empty))
    SELECT id FROM unnest(${ids}::uuid[]) AS asked(id) WHERE id NOT IN (SELECT id FROM empty)`.execute(db);
  return left.map(({ id }) => id);
}

/** Deletes a person's row; everything that is theirs alone is deleted by cascade. */
export async function deletePerson(db: Db, userId: string): Promise<void> {
  // Deletes rows that no cascade covers: a notification names its actor, and an invitation would go on letting people
  // in.
  await db.deleteFrom('notifications').where('actor_id', '=', userId).execute();
  await db.deleteFrom('invites').where('created_by', '=', userId).execute();
  await db.deleteFrom('users').where('id', '=', userId).execute();
}

/** Asks for all messages of a person to be blanked. */
export async function askErasure(db: Db, userId: string): Promise<void> {
  await db.insertInto('erasures').values({ user_id: userId }).execute();
}

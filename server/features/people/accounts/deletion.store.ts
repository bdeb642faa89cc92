import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/db.ts';

/**
 * Locks a person's row, and for an administrator the rows of all others: of two who leave at once, the second sees that
 * the first is gone.
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

/** Lists the workspaces of a person, in the order of locking. */
export async function readWorkspaceIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('workspace_members')
    .select('workspace_id as id')
    .where('user_id', '=', userId)
    .orderBy('workspace_id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Future of a workspace when one of its members leaves. */
export interface Succession {
  title: string;
  logo: string | null;
  welcomeChannel: string;
  /** New owner, when the last owner leaves; undefined when another owner remains. */
  heir: string | undefined;
  /** Whether the workspace is left without members. */
  empty: boolean;
}

/**
 * Finds the owner of a workspace after a member leaves: another owner, else the member of the best rank, else the
 * oldest member.
 */
export async function readSuccession(db: Db, workspaceId: string, leaver: string): Promise<Succession> {
  const { rows } = await sql<{
    title: string;
    logo: string | null;
    welcome_channel: string;
    heir: string | null;
    owner: boolean | null;
    was_owner: boolean;
  }>`
    SELECT title, logo, welcome_channel, next.user_id AS heir, next.owner,
      EXISTS (SELECT FROM workspace_members
        WHERE workspace_id = workspaces.id AND user_id = ${leaver} AND owner) AS was_owner
    FROM workspaces LEFT JOIN LATERAL (
      SELECT user_id, owner FROM workspace_members AS members
      WHERE workspace_id = workspaces.id AND user_id <> ${leaver}
      ORDER BY owner DESC, (
        SELECT min(rank) FROM role_users JOIN roles ON roles.id = role_users.role_id
        WHERE role_users.workspace_id = members.workspace_id AND role_users.user_id = members.user_id
      ) NULLS LAST, joined_at, user_id LIMIT 1
    ) AS next ON true
    WHERE workspaces.id = ${workspaceId}`.execute(db);
  const [row] = rows;
  return {
    title: row?.title ?? '',
    logo: row?.logo ?? null,
    welcomeChannel: row?.welcome_channel ?? '',
    heir: row?.was_owner && row.owner === false ? (row.heir ?? undefined) : undefined,
    empty: row?.heir === null,
  };
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
  // Deletes what has no cascade: a notification names its actor, and an invitation would let in people they choose.
  await db.deleteFrom('notifications').where('actor_id', '=', userId).execute();
  await db.deleteFrom('invites').where('created_by', '=', userId).execute();
  await db.deleteFrom('users').where('id', '=', userId).execute();
}

/** Asks for all messages of a person to be blanked. */
export async function askErasure(db: Db, userId: string): Promise<void> {
  await db.insertInto('erasures').values({ user_id: userId }).execute();
}

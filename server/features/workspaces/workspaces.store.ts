import { limits } from '@palabre/common/contract/fields.ts';
import type { Workspace, WorkspaceCard } from '@palabre/common/contract/workspaces.ts';
import { sql } from 'kysely';
import { fail } from '../../platform/http/errors.ts';
import type { Db } from '../../platform/postgres/db.ts';
import { newId } from '../../platform/postgres/db.ts';
import { channelRoom } from '../../platform/realtime/rooms.ts';
import type { Actor } from '../../platform/session.ts';

/** A workspace with everything in it; {@link file://./workspaces.view.ts} says who is shown what. */
export type WholeWorkspace = Workspace & { bans: string[] };

/** Reads a workspace whole: one query. */
export async function readWorkspace(db: Db, id: string): Promise<WholeWorkspace> {
  const { rows } = await sql<WholeWorkspace>`
    SELECT id AS _id, title, logo, description, tags, restricted, society_id AS "societyId",
      welcome_channel AS "welcomeChannel", members_count AS "membersCount",
      ARRAY(SELECT user_id FROM workspace_members WHERE workspace_id = workspaces.id AND owner
        ORDER BY joined_at, user_id) AS owner,
      ARRAY(SELECT user_id FROM workspace_members WHERE workspace_id = workspaces.id
        ORDER BY owner DESC, joined_at, user_id LIMIT ${limits.listedMembers}) AS members,
      ARRAY(SELECT user_id FROM workspace_bans WHERE workspace_id = workspaces.id ORDER BY created_at, user_id) AS bans,
      ARRAY(SELECT id FROM channels WHERE workspace_id = workspaces.id AND visibility <> 'private'
        ORDER BY position, id) AS channels
    FROM workspaces WHERE id = ${id}`.execute(db);
  return rows[0] ?? fail('not_found');
}

/** Cards of what `can.discover` shows a person, the fullest first; or of their own, in the order they joined them. */
export async function readCards(db: Db, actor: Actor, which: 'discoverable' | 'mine'): Promise<WorkspaceCard[]> {
  const [condition, order] =
    which === 'mine'
      ? [sql`me.user_id IS NOT NULL`, sql`me.joined_at, workspaces.id`]
      : [
          sql`me.user_id IS NOT NULL OR NOT restricted OR society_id = ${actor.societyId}::uuid`,
          sql`members_count DESC, title, workspaces.id`,
        ];
  const { rows } = await sql<WorkspaceCard>`
    SELECT id AS _id, title, logo, description, tags, restricted, society_id AS "societyId",
      welcome_channel AS "welcomeChannel", members_count AS "membersCount", me.user_id IS NOT NULL AS "isMember",
      owners.ids AS owner, owners.people AS owners
    FROM workspaces
    LEFT JOIN workspace_members AS me ON me.workspace_id = workspaces.id AND me.user_id = ${actor.userId}
    CROSS JOIN LATERAL (
      SELECT coalesce(array_agg(users.id ORDER BY joined_at, users.id), '{}') AS ids,
        coalesce(json_agg(json_build_object('_id', users.id, 'firstName', first_name, 'lastName', last_name)
          ORDER BY joined_at, users.id), '[]') AS people
      FROM workspace_members AS members JOIN users ON users.id = members.user_id
      WHERE members.workspace_id = workspaces.id AND members.owner
    ) AS owners
    WHERE ${condition}
    ORDER BY ${order}`.execute(db);
  return rows;
}

/** What a person chooses of a workspace. */
export interface Settings {
  title: string;
  description: string;
  societyId: string | null;
  restricted: boolean;
  tags: string[];
  logo: string | null;
}

/** Makes a workspace with its first member, its welcome channel « général » and its role « Créateur ». */
export async function insertWorkspace(db: Db, ownerId: string, settings: Settings): Promise<string> {
  const [workspaceId, channelId, roleId] = [newId(), newId(), newId()];
  const { societyId, ...plain } = settings;
  await db
    .insertInto('workspaces')
    .values({ id: workspaceId, ...plain, society_id: societyId, welcome_channel: channelId })
    .execute();
  const visibility = 'public' as const;
  const room = channelRoom({ id: channelId, workspaceId, visibility });
  await db.insertInto('places').values({ id: channelId, kind: 'channel', room }).execute();
  await db
    .insertInto('channels')
    .values({ id: channelId, workspace_id: workspaceId, title: 'général', visibility, position: 0 })
    .execute();
  await addMember(db, workspaceId, ownerId, { owner: true });
  await db
    .insertInto('roles')
    .values({
      id: roleId,
      workspace_id: workspaceId,
      name: 'Créateur',
      rank: 1,
      creator: true,
      add_channels: true,
      can_kick: true,
    })
    .execute();
  await db.insertInto('role_users').values({ role_id: roleId, workspace_id: workspaceId, user_id: ownerId }).execute();
  return workspaceId;
}

/** Changes the settings that are given. */
export async function updateSettings(
  db: Db,
  id: string,
  { societyId, welcomeChannel, ...plain }: Partial<Settings & { welcomeChannel: string }>,
): Promise<void> {
  const values = {
    ...plain,
    ...(societyId !== undefined && { society_id: societyId }),
    ...(welcomeChannel !== undefined && { welcome_channel: welcomeChannel }),
  };
  if (Object.values(values).every(value => value === undefined)) return;
  await db.updateTable('workspaces').set(values).where('id', '=', id).execute();
}

/** Deletes a workspace, its channels and their messages. */
export async function deleteWorkspace(db: Db, id: string): Promise<void> {
  await sql`DELETE FROM places WHERE id IN (SELECT id FROM channels WHERE workspace_id = ${id})`.execute(db);
  await db.deleteFrom('workspaces').where('id', '=', id).execute();
}

/** Ids of all members. */
export async function readMemberIds(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('workspace_members')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .execute();
  return rows.map(row => row.user_id);
}

/** Ids of the owners. */
export async function readOwnerIds(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('workspace_members')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('owner', '=', true)
    .execute();
  return rows.map(row => row.user_id);
}

/** Makes a person who is not a member one. */
export async function addMember(db: Db, workspaceId: string, userId: string, { owner = false } = {}): Promise<void> {
  await db.insertInto('workspace_members').values({ workspace_id: workspaceId, user_id: userId, owner }).execute();
  await countMembers(db, workspaceId, 1);
}

/** Takes a member, and with them their roles, out of a workspace. */
export async function removeMember(db: Db, workspaceId: string, userId: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('workspace_members')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (numDeletedRows > 0n) await countMembers(db, workspaceId, -1);
}

async function countMembers(db: Db, id: string, more: number): Promise<void> {
  await db
    .updateTable('workspaces')
    .set(eb => ({ members_count: eb('members_count', '+', more) }))
    .where('id', '=', id)
    .execute();
}

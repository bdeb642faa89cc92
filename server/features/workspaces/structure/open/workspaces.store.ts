import { limits } from '@palabre/common/contract/fields.ts';
import type { Workspace, WorkspaceCard } from '@palabre/common/contract/workspaces/workspaces.ts';
import { defaultColor } from '@palabre/common/rules/workspaces/role-colour.ts';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Cursor } from '../../../../platform/http/cursors.ts';
import { fail } from '../../../../platform/http/errors.ts';
import type { Db } from '../../../../platform/postgres/db.ts';
import { newId } from '../../../../platform/postgres/db.ts';
import { prepared } from '../../../../platform/postgres/prepared.ts';
import type { Actor } from '../../../../platform/sessions/session.ts';
import { insertChannel } from './channels.store.ts';
import { readGuestCards } from './guest-views.store.ts';
import { addMember } from './members.store.ts';
import { insertRole, setUsers } from './roles.store.ts';

/** Workspace with every field; {@link file://./workspaces.view.ts} chooses the fields that a person is shown. */
export type WholeWorkspace = Workspace & { bans: string[] };

/** Reads whole workspaces: one query. */
export async function readWorkspaces(db: Db, ids: readonly string[]): Promise<WholeWorkspace[]> {
  const { rows } = await sql<WholeWorkspace>`${prepared('workspaces')}
    SELECT id AS _id, title, logo, description, tags, restricted, society_id AS "societyId",
      welcome_channel AS "welcomeChannel", members_count AS "membersCount",
      auto_delete AS "autoDelete", auto_delete_days AS "autoDeleteDays", announce_moves AS "announceMoves",
      ARRAY(SELECT user_id FROM workspace_members WHERE workspace_id = workspaces.id AND owner
        ORDER BY joined_at, user_id) AS owner,
      ARRAY(SELECT user_id FROM workspace_members WHERE workspace_id = workspaces.id
        ORDER BY owner DESC, joined_at, user_id LIMIT ${sql.lit(limits.listedMembers)}) AS members,
      ARRAY(SELECT user_id FROM workspace_bans WHERE workspace_id = workspaces.id ORDER BY created_at, user_id) AS bans,
      ARRAY(SELECT id FROM channels WHERE workspace_id = workspaces.id AND visibility <> 'private'
        ORDER BY position, id) AS channels
    FROM workspaces WHERE id = ANY((SELECT ${ids}::uuid[])::uuid[])`.execute(db);
  return rows;
}

/** Reads one whole workspace; fails with `not_found`. */
export const readWorkspace = async (db: Db, id: string): Promise<WholeWorkspace> =>
  (await readWorkspaces(db, [id]))[0] ?? fail('not_found');

const cards = (
  actor: Actor,
  condition: Expression<SqlBool>,
  order: RawBuilder<unknown>,
  mark = sql``,
) => sql<WorkspaceCard>`${mark}
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
  WHERE ${condition} ORDER BY ${order}`;

/** Reads cards of the workspaces that a person is a member or a guest of, in the order of joining. */
export const readMyCards = async (db: Db, actor: Actor): Promise<WorkspaceCard[]> => {
  if (actor.guestUntilMs !== null) return readGuestCards(db, actor.userId);
  const [isMine, inOrder] = [sql<SqlBool>`me.user_id IS NOT NULL`, sql`me.joined_at, workspaces.id`];
  return (await cards(actor, isMine, inOrder, prepared('my-cards')).execute(db)).rows;
};

/**
 * Reads cards of the workspaces that `can.discover` shows a person: their own first, unless a cursor is given, then
 * `count` others at most; both by title.
 */
export async function readDiscovery(
  db: Db,
  actor: Actor,
  asked: {
    search: string | undefined;
    society: boolean;
    after: Cursor | undefined;
    count: number;
  },
): Promise<WorkspaceCard[]> {
  const { search, society, after, count } = asked;
  const words = (search ?? '').split(/\s+/).filter(Boolean);
  const matches = words.map(
    word => sql`AND strpos(folded(title || ' ' || array_to_string(tags, ' ')), folded(${word})) > 0`,
  );
  if (society) matches.push(sql`AND society_id = ${actor.societyId}::uuid`);
  const isMine = sql`EXISTS (SELECT FROM workspace_members WHERE workspace_id = workspaces.id AND user_id = ${actor.userId})`;
  const condition = sql<SqlBool>`workspaces.id IN (
    ${
      after
        ? sql``
        : sql`SELECT id FROM workspaces JOIN workspace_members ON workspace_id = id AND user_id = ${actor.userId}
            WHERE true ${sql.join(matches, sql` `)}
          UNION ALL`
    }
    (SELECT id FROM workspaces
      WHERE (NOT restricted OR society_id = ${actor.societyId}::uuid) AND NOT ${isMine} ${sql.join(matches, sql` `)}
        ${after ? sql`AND (folded(title), id) > (folded(${after.name}), ${after.id}::uuid)` : sql``}
      ORDER BY folded(title), id LIMIT ${count})
  )`;
  const order = sql`(me.user_id IS NOT NULL) DESC, folded(title), workspaces.id`;
  return (await cards(actor, condition, order).execute(db)).rows;
}

/** Settings of a workspace. */
export interface Settings {
  title: string;
  description: string;
  societyId: string | null;
  restricted: boolean;
  tags: string[];
  logo: string | null;
  autoDelete: boolean;
  autoDeleteDays: number;
  announceMoves: boolean;
}

/** Inserts a workspace with its owner, its welcome channel « général » and its role « Créateur ». */
export async function insertWorkspace(db: Db, ownerId: string, settings: Settings): Promise<string> {
  const [workspaceId, welcomeChannel] = [newId(), newId()];
  const { societyId, autoDelete, autoDeleteDays, announceMoves, ...plain } = settings;
  await db
    .insertInto('workspaces')
    .values({
      id: workspaceId,
      ...plain,
      society_id: societyId,
      welcome_channel: welcomeChannel,
      auto_delete: autoDelete,
      auto_delete_days: autoDeleteDays,
      announce_moves: announceMoves,
    })
    .execute();
  await insertChannel(db, { id: welcomeChannel, workspaceId, title: 'général', visibility: 'public' });
  await addMember(db, workspaceId, ownerId, { owner: true });
  const all = { addChannels: true, canKick: true, creator: true };
  const roleId = await insertRole(db, workspaceId, 1, { name: 'Créateur', color: defaultColor, ...all });
  await setUsers(db, { _id: roleId, workspaceId }, [ownerId]);
  return workspaceId;
}

/** Updates the given settings. */
export async function updateSettings(
  db: Db,
  id: string,
  settings: Partial<Settings & { welcomeChannel: string }>,
): Promise<void> {
  const { societyId, welcomeChannel, autoDelete, autoDeleteDays, announceMoves, ...plain } = settings;
  const values = {
    ...plain,
    ...(societyId !== undefined && { society_id: societyId }),
    ...(welcomeChannel !== undefined && { welcome_channel: welcomeChannel }),
    ...(autoDelete !== undefined && { auto_delete: autoDelete }),
    ...(autoDeleteDays !== undefined && { auto_delete_days: autoDeleteDays }),
    ...(announceMoves !== undefined && { announce_moves: announceMoves }),
  };
  if (Object.values(values).every(value => value === undefined)) return;
  await db.updateTable('workspaces').set(values).where('id', '=', id).execute();
}

/** Deletes a workspace, its channels and their messages. */
export async function deleteWorkspace(db: Db, id: string): Promise<void> {
  await sql`DELETE FROM places WHERE id IN (SELECT id FROM channels WHERE workspace_id = ${id})`.execute(db);
  await db.deleteFrom('workspaces').where('id', '=', id).execute();
}

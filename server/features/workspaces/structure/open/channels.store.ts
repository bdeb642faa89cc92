import { limits } from '@palabre/common/contract/fields.ts';
import type { PublicUser } from '@palabre/common/contract/people/users.ts';
import type { Channel, Visibility } from '@palabre/common/contract/workspaces/channels.ts';
import type { MemberFacts } from '@palabre/common/permissions/can.ts';
import { type Expression, type SqlBool, sql } from 'kysely';
import { findChannel } from '../../../../platform/access/access.records.ts';
import { seen } from '../../../../platform/access/access.seen.ts';
import { publicColumns, toPublicUser } from '../../../../platform/access/people.store.ts';
import { fail } from '../../../../platform/http/errors.ts';
import { type Db, newId } from '../../../../platform/postgres/db.ts';
import { channelRoom } from '../../../../platform/realtime/rooms.ts';

/** A channel without who sees it. */
export type ChannelRecord = Omit<Channel, 'users'>;

/** A channel as the wire has it: of who sees a private one, so many at most. */
export function toChannel(record: ChannelRecord & { users: readonly string[] }): Channel {
  return { ...record, users: [...record.users].sort().slice(0, limits.listedMembers) };
}

/** Ids of those who see `channels`, when it is private: what `audienceOf` says, in SQL. */
const viewers = sql<string[]>`CASE WHEN channels.visibility = 'private' THEN ARRAY(
    SELECT user_id FROM workspace_members WHERE workspace_id = channels.workspace_id AND owner
    UNION
    SELECT role_users.user_id FROM role_channels JOIN role_users USING (role_id)
    WHERE role_channels.channel_id = channels.id AND role_channels.visible
  ) ELSE '{}' END`;

const columns = sql`channels.id AS _id, channels.title, channels.visibility,
  channels.workspace_id AS "workspaceId", channels.kept_role AS "keptRole", channels.position`;

/** The channels that a person sees, each with its place among those of its workspace. */
const seenBy = (userId: string, workspace: Expression<SqlBool>) => sql`(
    SELECT channels.id, channels.title, channels.visibility, channels.workspace_id, channels.kept_role, me.joined_at,
      row_number() OVER (PARTITION BY me.workspace_id ORDER BY channels.position, channels.id) - 1 AS position
    FROM workspace_members AS me JOIN channels ON channels.workspace_id = me.workspace_id
    WHERE me.user_id = ${userId} AND ${workspace} AND ${seen}
  ) AS channels`;

/** The channels that a person sees, of all their workspaces or of one, in their order. */
export async function readVisibleChannels(db: Db, userId: string, workspaceId?: string): Promise<Channel[]> {
  const workspace = workspaceId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`me.workspace_id = ${workspaceId}`;
  const { rows } = await sql<ChannelRecord & { users: string[] }>`
    SELECT ${columns}, ${viewers} AS users FROM ${seenBy(userId, workspace)}
    ORDER BY joined_at, workspace_id, position`.execute(db);
  return rows.map(toChannel);
}

/** The channels that a person sees of one workspace, as the wire has them. */
export interface WrittenChannels {
  workspaceId: string;
  /** How many there are, and people that they name. */
  weight: number;
  text: string;
}

/**
 * The channels that a person sees of one workspace, if they are in it, then of the others in the order they joined them, of so
 * many channels at most besides. PostgreSQL writes them: thousands of them as rows would keep everybody else waiting.
 */
export async function writeFirstChannels(
  db: Db,
  userId: string,
  most: number,
  named: string | null,
): Promise<WrittenChannels[]> {
  const first = sql<SqlBool>`(me.workspace_id = ${named}::uuid OR me.workspace_id IN (
    SELECT workspace_id FROM (
      SELECT workspace_id, sum(channels.count) OVER (ORDER BY joined_at, workspace_id) AS so_far
      FROM workspace_members AS mine CROSS JOIN LATERAL (
        SELECT count(*) FROM channels WHERE channels.workspace_id = mine.workspace_id
      ) AS channels WHERE mine.user_id = ${userId}
    ) AS counted WHERE so_far <= ${most}))`;
  const { rows } = await sql<WrittenChannels>`
    SELECT workspace_id AS "workspaceId", (count(*) + sum(cardinality(channels.users)))::int AS weight,
      string_agg(to_json(channel)::text, ',' ORDER BY channel.position) AS text
    FROM (
      SELECT channels.*, CASE WHEN channels.visibility <> 'private' THEN '{}' ELSE
        ARRAY(SELECT unnest(${viewers}) AS id ORDER BY id LIMIT ${limits.listedMembers}) END AS users
      FROM ${seenBy(userId, first)}
      -- Else PostgreSQL looks for them anew at each place where they are named above.
      OFFSET 0
    ) AS channels CROSS JOIN LATERAL (
      SELECT id AS _id, title, visibility, workspace_id AS "workspaceId", users, kept_role AS "keptRole", position
    ) AS channel
    GROUP BY workspace_id, joined_at
    ORDER BY workspace_id IS NOT DISTINCT FROM ${named}::uuid DESC, joined_at, workspace_id`.execute(db);
  return rows;
}

/** All channels of a workspace, in their order, whoever may see them. */
export async function readChannelRecords(db: Db, workspaceId: string): Promise<ChannelRecord[]> {
  const { rows } = await sql<ChannelRecord>`
    SELECT ${columns} FROM channels WHERE workspace_id = ${workspaceId} ORDER BY position, id`.execute(db);
  return rows;
}

/** One channel, as a person who sees it does. */
export async function readChannel(db: Db, id: string, userId: string): Promise<Channel> {
  const workspace = sql<SqlBool>`me.workspace_id = (SELECT workspace_id FROM channels WHERE id = ${id})`;
  const { rows } = await sql<ChannelRecord & { users: string[] }>`
    SELECT ${columns}, ${viewers} AS users FROM ${seenBy(userId, workspace)} WHERE id = ${id}`.execute(db);
  return toChannel(rows[0] ?? fail('not_found'));
}

/** A channel of this workspace that the person sees; `not_found` when there is none. */
export async function findVisibleChannel(
  db: Db,
  workspaceId: string,
  id: string,
  me: MemberFacts,
): Promise<{ id: string; visibility: Visibility }> {
  const channel = await findChannel(db, me.userId, id);
  if (channel?.workspaceId !== workspaceId) fail('not_found');
  return channel;
}

/** The people who see a channel, by name. */
export async function readUsersOf(db: Db, channel: { id: string; workspaceId: string }): Promise<PublicUser[]> {
  const rows = await db
    .selectFrom('workspace_members as me')
    .innerJoin('users', 'users.id', 'me.user_id')
    .innerJoin('channels', 'channels.workspace_id', 'me.workspace_id')
    .select(publicColumns)
    .where('channels.id', '=', channel.id)
    .where(seen)
    .orderBy('users.search_name')
    .orderBy('users.id')
    .execute();
  return rows.map(row => toPublicUser(row, { withEmail: true }));
}

/** How many channels a workspace has. */
export async function countChannels(db: Db, workspaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('channels')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Makes a channel, the last of its workspace, and the place of its messages. */
export async function insertChannel(
  db: Db,
  {
    id = newId(),
    workspaceId,
    title,
    visibility,
  }: { id?: string; workspaceId: string; title: string; visibility: Visibility },
): Promise<string> {
  const room = channelRoom({ id, workspaceId, visibility });
  await db.insertInto('places').values({ id, kind: 'channel', room }).execute();
  await sql`
    INSERT INTO channels (id, workspace_id, title, visibility, position)
    SELECT ${id}, ${workspaceId}, ${title}, ${visibility}, coalesce(max(position) + 1, 0)
    FROM channels WHERE workspace_id = ${workspaceId}`.execute(db);
  return id;
}

/** Changes the title and visibility of a channel; with the visibility goes the room that hears its messages. */
export async function updateChannel(
  db: Db,
  { id, workspaceId, title, visibility }: { id: string; workspaceId: string; title: string; visibility: Visibility },
): Promise<void> {
  await db.updateTable('channels').set({ title, visibility }).where('id', '=', id).execute();
  const room = channelRoom({ id, workspaceId, visibility });
  await db.updateTable('places').set({ room }).where('id', '=', id).where('room', '!=', room).execute();
}

/** The role that a channel keeps for those who were let in; null when it has none. */
export async function readKeptRole(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('channels').select('kept_role').where('id', '=', id).executeTakeFirst();
  return row?.kept_role ?? null;
}

/** Makes a role the one that a channel keeps. */
export async function keepRole(db: Db, id: string, roleId: string): Promise<void> {
  await db.updateTable('channels').set({ kept_role: roleId }).where('id', '=', id).execute();
}

/** Puts the channels of a workspace in this order, which names them all. */
export async function setOrder(db: Db, workspaceId: string, ids: readonly string[]): Promise<void> {
  await sql`
    UPDATE channels SET position = wanted.ordinal - 1
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS wanted(id, ordinal)
    WHERE channels.id = wanted.id AND workspace_id = ${workspaceId}`.execute(db);
}

/** Deletes a channel and its messages. */
export async function deleteChannel(db: Db, id: string): Promise<void> {
  await db.deleteFrom('places').where('id', '=', id).execute();
}

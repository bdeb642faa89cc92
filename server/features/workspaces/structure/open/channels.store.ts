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
import { prepared } from '../../../../platform/postgres/prepared.ts';
import { channelRoom } from '../../../../platform/realtime/rooms.ts';

/** Channel without the list of its viewers. */
export type ChannelRecord = Omit<Channel, 'users'>;

/** Converts a channel to its wire format; a private one lists `limits.listedMembers` viewers at most. */
export function toChannel(record: ChannelRecord & { users: readonly string[] }): Channel {
  return { ...record, users: [...record.users].sort().slice(0, limits.listedMembers) };
}

/** SQL for the ids of the viewers of a private channel: the same rule as `audienceOf`. */
const viewers = sql<string[]>`CASE WHEN channels.visibility = 'private' THEN ARRAY(
    SELECT user_id FROM workspace_members WHERE workspace_id = channels.workspace_id AND owner
    UNION
    SELECT role_users.user_id FROM role_channels JOIN role_users USING (role_id)
    WHERE role_channels.channel_id = channels.id AND role_channels.visible
  ) ELSE '{}' END`;

const columns = sql`channels.id AS _id, channels.title, channels.visibility,
  channels.workspace_id AS "workspaceId", channels.kept_role AS "keptRole", channels.position`;

/** Builds the channels that a person sees, each with its position among the visible ones of its workspace. */
const seenBy = (userId: string, workspace: Expression<SqlBool>) => sql`(
    SELECT channels.id, channels.title, channels.visibility, channels.workspace_id, channels.kept_role, me.joined_at,
      row_number() OVER (PARTITION BY me.workspace_id ORDER BY channels.position, channels.id) - 1 AS position
    FROM workspace_people AS me JOIN channels ON channels.workspace_id = me.workspace_id
    WHERE me.user_id = ${userId} AND ${workspace} AND ${seen}
  ) AS channels`;

/** Reads the channels that a person sees, of all their workspaces or of one, in order. */
export async function readVisibleChannels(db: Db, userId: string, workspaceId?: string): Promise<Channel[]> {
  const workspace = workspaceId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`me.workspace_id = ${workspaceId}`;
  const mark = prepared(workspaceId === undefined ? 'channels-of-all' : 'channels');
  const { rows } = await sql<ChannelRecord & { users: string[] }>`${mark}
    SELECT ${columns}, ${viewers} AS users FROM ${seenBy(userId, workspace)}
    ORDER BY joined_at, workspace_id, position`.execute(db);
  return rows.map(toChannel);
}

/** Channels that a person sees in one workspace, already written as JSON. */
export interface WrittenChannels {
  workspaceId: string;
  /** Number of channels and of user ids in the text. */
  weight: number;
  text: string;
}

/**
 * Writes the channels that a person sees: first the named workspace's, if they are a member, then other workspaces' in
 * the order of joining, up to `most` channels. PostgreSQL writes the JSON, since thousands of rows would block the
 * event loop for everybody else.
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
      FROM workspace_people AS mine CROSS JOIN LATERAL (
        SELECT count(*) FROM channels WHERE channels.workspace_id = mine.workspace_id
      ) AS channels WHERE mine.user_id = ${userId}
    ) AS counted WHERE so_far <= ${most}))`;
  const { rows } = await sql<WrittenChannels>`${prepared('first-channels')}
    SELECT workspace_id AS "workspaceId", (count(*) + sum(cardinality(channels.users)))::int AS weight,
      string_agg(to_json(channel)::text, ',' ORDER BY channel.position) AS text
    FROM (
      SELECT channels.*, CASE WHEN channels.visibility <> 'private' THEN '{}' ELSE
        ARRAY(SELECT unnest(${viewers}) AS id ORDER BY id LIMIT ${limits.listedMembers}) END AS users
      FROM ${seenBy(userId, first)}
      -- OFFSET 0 keeps PostgreSQL from running this subquery at each use of "users" above.
      OFFSET 0
    ) AS channels CROSS JOIN LATERAL (
      SELECT id AS _id, title, visibility, workspace_id AS "workspaceId", users, kept_role AS "keptRole", position
    ) AS channel
    GROUP BY workspace_id, joined_at
    ORDER BY workspace_id IS NOT DISTINCT FROM ${named}::uuid DESC, joined_at, workspace_id`.execute(db);
  return rows;
}

/** Reads all channels of a workspace in order, private ones included. */
export async function readChannelRecords(db: Db, workspaceId: string): Promise<ChannelRecord[]> {
  const { rows } = await sql<ChannelRecord>`
    SELECT ${columns} FROM channels WHERE workspace_id = ${workspaceId} ORDER BY position, id`.execute(db);
  return rows;
}

/** Reads one channel in a viewer's view of it; fails with `not_found`. */
export async function readChannel(db: Db, id: string, userId: string): Promise<Channel> {
  const workspace = sql<SqlBool>`me.workspace_id = (SELECT workspace_id FROM channels WHERE id = ${id})`;
  const { rows } = await sql<ChannelRecord & { users: string[] }>`
    SELECT ${columns}, ${viewers} AS users FROM ${seenBy(userId, workspace)} WHERE id = ${id}`.execute(db);
  return toChannel(rows[0] ?? fail('not_found'));
}

/** Finds a channel of this workspace that the person sees; fails with `not_found`. */
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

/** Reads the people who see a channel, guests included, by name. */
export async function readUsersOf(db: Db, channel: { id: string; workspaceId: string }): Promise<PublicUser[]> {
  const rows = await db
    .selectFrom('workspace_people as me')
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

/** Counts the channels of a workspace. */
export async function countChannels(db: Db, workspaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('channels')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Inserts a channel at the end of its workspace, and the place of its messages. */
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

/** Changes the title and visibility of a channel; the room of its messages and threads follows the visibility. */
export async function updateChannel(
  db: Db,
  { id, title, visibility }: { id: string; title: string; visibility: Visibility },
): Promise<void> {
  await db.updateTable('channels').set({ title, visibility }).where('id', '=', id).execute();
  await followRooms(db, [id]);
}

/** Reads the rooms of channels. */
export async function readRoomsOf(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ room: string }>`
    SELECT DISTINCT room FROM places WHERE id = ANY(${ids}::uuid[]) ORDER BY room`.execute(db);
  return rows.map(({ room }) => room);
}

/** Updates the rooms of channels' messages and threads to their visibility and their guests. */
export async function followRooms(db: Db, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<Parameters<typeof channelRoom>[0]>`
    SELECT id, workspace_id AS "workspaceId", visibility,
      EXISTS (SELECT FROM guest_channels WHERE channel_id = channels.id) AS "hasGuests"
    FROM channels WHERE id = ANY(${ids}::uuid[])`.execute(db);
  const wanted = sql`unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(channelRoom)}::text[]) AS wanted (id, room)`;
  await sql`
    UPDATE places SET room = wanted.room FROM ${wanted} WHERE places.id = wanted.id AND places.room <> wanted.room`.execute(
    db,
  );
  // Covers the threads made before the channel was locked; later threads read its new room.
  await sql`
    UPDATE places SET room = wanted.room FROM ${wanted}
    WHERE places.parent_id = wanted.id AND places.room <> wanted.room`.execute(db);
}

/** Reads the id of the role kept for people let into a channel; null when it has none. */
export async function readKeptRole(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('channels').select('kept_role').where('id', '=', id).executeTakeFirst();
  return row?.kept_role ?? null;
}

/** Records the role kept for a channel. */
export async function keepRole(db: Db, id: string, roleId: string): Promise<void> {
  await db.updateTable('channels').set({ kept_role: roleId }).where('id', '=', id).execute();
}

/** Sets the order of a workspace's channels; `ids` names them all. */
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

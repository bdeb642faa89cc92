import { can } from '@palabre/common/permissions/can.ts';
import { sql } from 'kysely';
import type pg from 'pg';
import { seesChannel } from '../../../../platform/access/access.seen.ts';
import type { Db } from '../../../../platform/postgres/db.ts';
import type { Called } from './mentions.ts';

interface CallerRow {
  user_id: string;
  place_id: string;
  workspace_id: string | null;
  is_member: boolean;
  is_owner: boolean;
  creator: boolean;
}

/**
 * Finds, for each sender of `<@everyone>`, the target mentioned: the workspace or the conversation; senders without the
 * right are left out. One query for all, about these senders alone.
 * @returns targets by `userId:placeId`
 */
export async function everyoneFor(
  pool: pg.Pool,
  callers: readonly { userId: string; placeId: string }[],
): Promise<Map<string, string>> {
  if (callers.length === 0) return new Map();
  const { rows } = await pool.query<CallerRow>({
    name: 'everyone-for',
    text: `
      SELECT caller.user_id, caller.place_id, channels.workspace_id, members.user_id IS NOT NULL AS is_member,
        coalesce(members.owner, false) AS is_owner, EXISTS (
          SELECT FROM role_users JOIN roles ON roles.id = role_users.role_id
          WHERE role_users.workspace_id = channels.workspace_id AND role_users.user_id = caller.user_id AND roles.creator
        ) AS creator
      FROM unnest((SELECT $1::uuid[]), (SELECT $2::uuid[])) AS caller(user_id, place_id)
      LEFT JOIN channels ON channels.id = caller.place_id
      LEFT JOIN workspace_members AS members
        ON members.workspace_id = channels.workspace_id AND members.user_id = caller.user_id`,
    values: [callers.map(one => one.userId), callers.map(one => one.placeId)],
  });
  const may = ({ user_id: userId, workspace_id, is_member, is_owner, creator }: CallerRow) => {
    const role = { rank: 1, creator, canKick: false, addChannels: false, visibleChannels: [], writableChannels: [] };
    // A person who writes in a conversation is in it.
    if (!workspace_id) return can.mentionConversation({ isIn: true });
    return can.mentionEveryone({ userId, isMember: is_member, isOwner: is_owner, roles: [role] });
  };
  return new Map(
    rows.filter(may).map(row => [`${row.user_id}:${row.place_id}`, row.workspace_id ?? row.place_id] as const),
  );
}

/** Replaces the mentions of an edited message; a reply still notifies the author it replies to. */
export async function replaceMentions(db: Db, messageId: string, { targets, everyone }: Called): Promise<void> {
  await sql`DELETE FROM mentions WHERE message_id = ${messageId}`.execute(db);
  await sql`
    WITH edited AS (
      UPDATE messages SET everyone = ${everyone !== null} WHERE id = ${messageId}
      RETURNING id, place_id, position, created_at, reply_calls
    ), called AS (
      SELECT edited.*, target, (target = ${everyone}::uuid) IS TRUE AS everyone, EXISTS (
          SELECT FROM places WHERE places.id = place_id AND parent_id IS NOT NULL
        ) AS in_thread
      FROM edited CROSS JOIN LATERAL (
        SELECT unnest(${everyone ? [...targets, everyone] : targets}::uuid[]) UNION SELECT reply_calls WHERE reply_calls IS NOT NULL
      ) AS called(target)
    ), following AS (
      -- Whom a reply calls by name follows its thread, as when it was posted.
      INSERT INTO thread_follows (user_id, thread_id, following)
      SELECT users.id, place_id, true FROM called JOIN users ON users.id = target WHERE in_thread AND NOT called.everyone
      ORDER BY users.id
      ON CONFLICT (user_id, thread_id) DO UPDATE SET following = true WHERE NOT thread_follows.following
    )
    INSERT INTO mentions (message_id, target, everyone, place_id, position, created_at, in_thread)
    SELECT id, target, everyone, place_id, position, created_at, in_thread FROM called`.execute(db);
}

/** Room of a place, and its people's notification levels; a thread takes both from its home. */
export interface Hearing {
  room: string;
  workspaceId: string | null;
  /** People of level « nothing ». */
  quiet: string[];
  /** People who muted the place: only a mention by name reaches them. */
  muted: string[];
  /** People of level « mentions », notified of mentions only. */
  calledOnly: string[];
}

/** Reads the room of each place, and the people with a level of their own there. */
export async function readHearings(pool: pg.Pool, placeIds: readonly string[]): Promise<Map<string, Hearing>> {
  const { rows } = await pool.query<{ id: string; workspace_id: string | null } & Omit<Hearing, 'workspaceId'>>({
    name: 'mention-hearings',
    text: `
      SELECT places.id, places.room, channels.workspace_id, ARRAY(
        SELECT user_id FROM read_pointers WHERE place_id = home.id AND level = 'nothing'
      ) AS quiet, ARRAY(
        SELECT user_id FROM read_pointers WHERE place_id = home.id AND muted AND level <> 'nothing'
      ) AS muted, ARRAY(
        SELECT user_id FROM conversation_users JOIN read_pointers USING (user_id)
        WHERE conversation_id = home.id AND place_id = home.id AND level = 'mentions'
      ) AS "calledOnly"
      FROM unnest((SELECT $1::uuid[])) AS place(id) JOIN places USING (id)
      CROSS JOIN LATERAL (SELECT coalesce(places.parent_id, places.id) AS id) AS home
      LEFT JOIN channels ON channels.id = home.id`,
    values: [placeIds],
  });
  return new Map(rows.map(({ id, workspace_id: workspaceId, ...hearing }) => [id, { ...hearing, workspaceId }]));
}

/** Reads the people who have already read each of these messages: one query for all. */
export async function readReaders(
  pool: pg.Pool,
  messages: readonly { messageId: string; placeId: string; position: number }[],
): Promise<Map<string, string[]>> {
  if (messages.length === 0) return new Map();
  const { rows } = await pool.query<{ message_id: string; readers: string[] }>({
    name: 'mention-readers',
    text: `
      SELECT message_id, ARRAY(
        SELECT user_id FROM read_pointers WHERE read_pointers.place_id = edited.place_id AND position >= edited.position
      ) AS readers
      FROM unnest((SELECT $1::uuid[]), (SELECT $2::uuid[]), (SELECT $3::bigint[])) AS edited(message_id, place_id, position)`,
    values: [messages.map(one => one.messageId), messages.map(one => one.placeId), messages.map(one => one.position)],
  });
  return new Map(rows.map(row => [row.message_id, row.readers]));
}

/** Reads the people mentioned by name or by a role, if they may read the channel or conversation: one query for all. */
export async function readCalled(
  pool: pg.Pool,
  calls: readonly { messageId: string; placeId: string; target: string }[],
): Promise<Map<string, Set<string>>> {
  const called = new Map<string, Set<string>>();
  if (calls.length === 0) return called;
  const { rows } = await pool.query<{ message_id: string; user_id: string }>({
    name: 'mention-called',
    text: `
      WITH call AS (
        SELECT * FROM unnest((SELECT $1::uuid[]), (SELECT $2::uuid[]), (SELECT $3::uuid[]))
          AS call(message_id, place_id, target)
      ), person AS (
        SELECT message_id, place_id, target AS user_id FROM call
        UNION
        SELECT message_id, place_id, role_users.user_id
        FROM call JOIN channels ON channels.id = place_id
        JOIN role_users ON role_users.role_id = target AND role_users.workspace_id = channels.workspace_id
      )
      SELECT message_id, person.user_id FROM person JOIN channels ON channels.id = place_id
      JOIN workspace_people AS me ON me.workspace_id = channels.workspace_id AND me.user_id = person.user_id
      WHERE ${seesChannel('me')}
      UNION ALL
      SELECT message_id, person.user_id FROM person
      JOIN conversation_users ON conversation_id = place_id AND conversation_users.user_id = person.user_id`,
    values: [calls.map(one => one.messageId), calls.map(one => one.placeId), calls.map(one => one.target)],
  });
  for (const { message_id, user_id } of rows) {
    const people = called.get(message_id);
    if (people) people.add(user_id);
    else called.set(message_id, new Set([user_id]));
  }
  return called;
}

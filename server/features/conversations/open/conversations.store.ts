import type { Conversation, Participant } from '@palabre/common/contract/conversations.ts';
import { limits } from '@palabre/common/contract/fields.ts';
import { lastMessageOf, lastTime } from '@palabre/common/rules/conversations.ts';
import { type RawBuilder, sql } from 'kysely';
import { decodeCursor, encodeCursor } from '../../../platform/http/cursors.ts';
import { fail } from '../../../platform/http/errors.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import { pageOf } from '../../../platform/postgres/pages.ts';
import { prepared } from '../../../platform/postgres/prepared.ts';
import { rooms } from '../../../platform/realtime/rooms.ts';
import { columns, type MessageRow, toMessage, withAuthors } from '../../messages/timeline/open/messages.store.ts';
import { readSoFar } from '../../reading/unread/open/unread.store.ts';

/** Row of a conversation with its people and its last message, if any. */
type Row = { [K in keyof MessageRow]: MessageRow[K] | null } & {
  conversation_id: string;
  title: string | null;
  is_group: boolean;
  creator_id: string | null;
  made_at: string;
  people: Participant[];
};

function toConversation(row: Row): Conversation {
  const { conversation_id: placeId, title, is_group: isGroup, creator_id, made_at, people } = row;
  const last =
    row.id === null ? null : toMessage(row as MessageRow, { placeId, homeId: placeId, kind: 'conversation' });
  return {
    _id: placeId,
    title,
    isGroup,
    users: people,
    creator: creator_id,
    lastMessage: last && lastMessageOf(last),
    createdAt: made_at,
  };
}

const lastMessage = sql.raw(`
  SELECT ${columns.join(', ')} FROM ${withAuthors(`
    SELECT * FROM messages WHERE place_id = conversations.id AND deleted_at IS NULL ORDER BY position DESC LIMIT 1`)}`);

/** Builds the query of conversations, for a list or a single one; `which` joins, filters and orders. */
const conversations = (which: RawBuilder<unknown>, mark = sql``) => sql<Row>`${mark}
  SELECT conversations.id AS conversation_id, conversations.title, conversations.is_group, conversations.creator_id,
    made.at AS made_at, people.list AS people, last.*
  FROM conversations
  CROSS JOIN LATERAL (
    SELECT date_trunc('milliseconds', conversations.created_at AT TIME ZONE 'UTC') AS at
  ) AS made
  CROSS JOIN LATERAL (
    SELECT coalesce(json_agg(CASE WHEN suspended_at IS NULL AND guest_until IS NULL
      THEN json_build_object('_id', users.id, 'firstName', first_name, 'lastName', last_name, 'avatar', avatar,
        'status', status)
      ELSE (jsonb_build_object('_id', users.id, 'firstName', first_name, 'lastName', last_name, 'avatar', avatar,
        'status', status) || CASE WHEN suspended_at IS NULL THEN '{}' ELSE '{"suspended": true}' END::jsonb
        || CASE WHEN guest_until IS NULL THEN '{}' ELSE '{"guest": true}' END::jsonb)::json
      END ORDER BY joined_at, users.id), '[]') AS list
    FROM conversation_users JOIN users ON users.id = conversation_users.user_id
    WHERE conversation_users.conversation_id = conversations.id
  ) AS people
  LEFT JOIN LATERAL (${lastMessage}) AS last ON true
  ${which}`;

const recent = sql.raw(`date_trunc('milliseconds', coalesce(last.time, made.at))`);

/**
 * Reads a page of a person's conversations, the most recent first (`byRecent`), without hidden ones that got no message
 * since.
 * @param cursor `nextCursor` of the previous page
 */
export async function readConversations(db: Db, userId: string, cursor?: string) {
  const after = cursor === undefined ? null : readCursor(cursor);
  const { conversationsListed: count } = limits;
  const which = sql`
    JOIN conversation_users AS me ON me.conversation_id = conversations.id
    WHERE me.user_id = ${userId} AND (me.hidden_at IS NULL OR EXISTS (
      SELECT FROM messages WHERE place_id = conversations.id AND position > me.hidden_at
    )) ${after ? sql`AND (${recent}, conversations.id) < (${after.time}::timestamp, ${after.id}::uuid)` : sql``}
    ORDER BY ${recent} DESC, conversations.id DESC LIMIT ${count + 1}`;
  const { rows } = await conversations(which, after ? sql`` : prepared('conversations')).execute(db);
  const { page, nextCursor } = pageOf(rows.map(toConversation), count, last =>
    encodeCursor({ name: lastTime(last), id: last._id }),
  );
  return { conversations: page, nextCursor };
}

function readCursor(cursor: string): { time: string; id: string } {
  const { name, id } = decodeCursor(cursor) ?? fail('invalid_cursor');
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(name) || Number.isNaN(Date.parse(name))) fail('invalid_cursor');
  return { time: name, id };
}

/** Reads one conversation; fails with `not_found`. */
export async function readConversation(db: Db, id: string): Promise<Conversation> {
  const { rows } = await conversations(sql`WHERE conversations.id = ${id}`).execute(db);
  return toConversation(rows[0] ?? fail('not_found'));
}

/** Reads conversations by id, in no order. */
export async function readConversationsById(db: Db, ids: readonly string[]): Promise<Conversation[]> {
  if (ids.length === 0) return [];
  const { rows } = await conversations(sql`WHERE conversations.id = ANY(${ids}::uuid[])`).execute(db);
  return rows.map(toConversation);
}

/** Returns the given ids that belong to users. */
export async function findPeople(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM users WHERE id = ANY(${ids}::uuid[])`.execute(db);
  return rows.map(row => row.id);
}

/** Lists the ids of the people of a conversation. */
export async function readPeople(db: Db, id: string): Promise<string[]> {
  const rows = await db.selectFrom('conversation_users').select('user_id').where('conversation_id', '=', id).execute();
  return rows.map(row => row.user_id);
}

const pairOf = ([one, other]: readonly [string, string]) =>
  sql`least(${one}::uuid, ${other}::uuid), greatest(${one}::uuid, ${other}::uuid)`;

/**
 * Claims the pair of two people for a new conversation; waits for a concurrent claim of the same pair.
 * @returns the id of the pair's conversation: the new one, or an earlier one
 */
export async function claimPair(db: Db, pair: readonly [string, string], id: string): Promise<string> {
  const { numAffectedRows } = await sql`
    INSERT INTO conversation_pairs (first_user, second_user, conversation_id) VALUES (${pairOf(pair)}, ${id})
    ON CONFLICT DO NOTHING`.execute(db);
  if (numAffectedRows === 1n) return id;
  const { rows } = await sql<{ conversation_id: string }>`
    SELECT conversation_id FROM conversation_pairs WHERE (first_user, second_user) = (${pairOf(pair)})`.execute(db);
  return rows[0]?.conversation_id ?? fail('changed_meanwhile');
}

/** Creates a conversation and the place of its messages. */
export async function insertConversation(
  db: Db,
  { id, creatorId, users }: { id: string; creatorId: string; users: readonly string[] },
): Promise<void> {
  await db
    .insertInto('places')
    .values({ id, kind: 'conversation', room: rooms.conversation(id) })
    .execute();
  await db
    .insertInto('conversations')
    .values({ id, title: null, is_group: users.length > 2, creator_id: creatorId })
    .execute();
  await addPeople(db, id, users);
}

/** Adds people to a conversation in the given order, with all of it read so far. */
export async function addPeople(db: Db, id: string, users: readonly string[]): Promise<void> {
  await sql`INSERT INTO conversation_users (conversation_id, user_id) SELECT ${id}, unnest(${users}::uuid[])`.execute(
    db,
  );
  await readSoFar(db, users, { conversationId: id });
}

/** Removes a person from a conversation. */
export async function removePerson(db: Db, id: string, userId: string): Promise<void> {
  await db.deleteFrom('conversation_users').where('conversation_id', '=', id).where('user_id', '=', userId).execute();
}

/** Sets the title of a conversation. */
export async function setTitle(db: Db, id: string, title: string): Promise<void> {
  await db.updateTable('conversations').set({ title }).where('id', '=', id).execute();
}

/** Hides a conversation from one of its people until the next message. */
export async function hide(db: Db, id: string, userId: string): Promise<void> {
  await sql`
    UPDATE conversation_users SET hidden_at = (SELECT seq FROM places WHERE id = ${id})
    WHERE conversation_id = ${id} AND user_id = ${userId}`.execute(db);
  await readSoFar(db, [userId], { conversationId: id });
}

/**
 * Shows a conversation to one of its people again.
 * @returns whether it was hidden
 */
export async function unhide(db: Db, id: string, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('conversation_users')
    .set({ hidden_at: null })
    .where('conversation_id', '=', id)
    .where('user_id', '=', userId)
    .where('hidden_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Shows a group again to all people who hid it while it had only two people. */
export async function showToAll(db: Db, id: string): Promise<void> {
  await sql`
    UPDATE conversation_users SET hidden_at = NULL
    WHERE conversation_id = ${id} AND hidden_at IS NOT NULL`.execute(db);
}

/** Deletes a conversation and its messages. */
export async function deleteConversation(db: Db, id: string): Promise<void> {
  await db.deleteFrom('places').where('id', '=', id).execute();
}

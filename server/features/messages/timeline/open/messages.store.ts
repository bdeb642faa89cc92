import type { FileAttachment, Message } from '@palabre/common/contract/messages/messages.ts';
import { goneName } from '@palabre/common/rules/names.ts';
import type { Reaction } from '@palabre/common/rules/reactions.ts';
import { sql } from 'kysely';
import type pg from 'pg';
import { placeReader } from '../../../../platform/access/access.pages.ts';
import type { PlaceAccess } from '../../../../platform/access/access.places.ts';
import { fail } from '../../../../platform/http/errors.ts';
import type { Db } from '../../../../platform/postgres/db.ts';
import { type AnswerRow, answerColumns, answeredJoin, toAnswered } from './answers.store.ts';

/** A message with its author, as every query here selects it. */
export interface MessageRow extends AnswerRow {
  id: string;
  position: number;
  seq: number;
  sender_id: string;
  nonce: string | null;
  content: string;
  /** As the wire has it. */
  time: string;
  updated: boolean;
  /** As the wire has them. */
  files: FileAttachment[] | null;
  reactions: Reaction[] | null;
  pinned: boolean;
  everyone: boolean | null;
  first_name: string | null;
  last_name: string | null;
  avatar: string | null;
}

/** The columns of a {@link MessageRow}. */
export const columns = [
  'messages.id',
  'messages.position',
  'messages.seq',
  'messages.sender_id',
  'messages.nonce',
  'messages.content',
  "messages.created_at AT TIME ZONE 'UTC' AS time",
  'messages.updated',
  'messages.files',
  'messages.reactions',
  'messages.pinned_at IS NOT NULL AS pinned',
  'messages.everyone',
  'users.first_name',
  'users.last_name',
  'users.avatar',
  ...answerColumns,
];

/** A row as the wire has it. */
export function toMessage(row: MessageRow, { placeId, kind }: PlaceAccess): Message {
  const channel = kind === 'channel';
  const replyTo = toAnswered(row);
  return {
    _id: row.id,
    content: row.content,
    time: row.time,
    channelId: channel ? placeId : null,
    conversationId: channel ? null : placeId,
    updated: row.updated,
    sender: {
      _id: row.sender_id,
      firstName: row.first_name ?? goneName,
      lastName: row.last_name ?? '',
      avatar: row.avatar,
    },
    reactions: row.reactions ?? [],
    fileAttachments: row.files ?? [],
    pinned: row.pinned,
    ...(row.everyone && { mentionsEveryone: true }),
    ...(replyTo && { replyTo }),
    nonce: row.nonce,
    position: row.position,
    seq: row.seq,
  };
}

/** Some messages with their authors and what they answer, each looked up by its key: a join would let the planner read everyone. */
export const withAuthors = (messages: string) => `(${messages}) AS messages
  LEFT JOIN LATERAL (
    SELECT first_name, last_name, avatar FROM users WHERE users.id = messages.sender_id OFFSET 0
  ) AS users ON true ${answeredJoin}`;

/** Messages of the place on one side of a position, the nearest first: one index serves the newest page and any other. */
const part = (condition: string, order: 'ASC' | 'DESC', count: string) => `(
  SELECT * FROM messages WHERE place_id = asked.place_id AND deleted_at IS NULL AND position ${condition}
  ORDER BY position ${order} LIMIT ${count})`;

/** Looked up by its id before it is looked at: an index of places would lead through all that is in one. */
const positionAsked = `(
  SELECT position FROM (SELECT position, place_id, deleted_at FROM messages WHERE id = asked.id OFFSET 0) AS one
  WHERE place_id = asked.place_id AND deleted_at IS NULL)`;

/** Where the first message stands that was written at a moment or later. */
const positionSince = `(
  SELECT position_since(asked.place_id, 'epoch'::timestamptz + asked.since * interval '1 millisecond'))`;

/** What reads messages of a place, for a person: each is one query for all who ask at the same time. */
export const messageReaders = (pool: pg.Pool) => ({
  /** Those before a position, the newest first. */
  older: placeReader<MessageRow, { before: 'bigint'; count: 'int' }>(pool, {
    name: 'page-older',
    columns,
    own: { before: 'bigint', count: 'int' },
    rows: withAuthors(part('< asked.before', 'DESC', 'asked.count')),
  }),
  /** Those after a position, ascending. */
  newer: placeReader<MessageRow, { after: 'bigint'; count: 'int' }>(pool, {
    name: 'page-newer',
    columns,
    own: { after: 'bigint', count: 'int' },
    rows: withAuthors(part('> asked.after', 'ASC', 'asked.count')),
  }),
  /** A message with those before it, and those after it, in no order; nothing when it is not there. */
  around: placeReader<MessageRow, { id: 'uuid'; older: 'int'; newer: 'int' }>(pool, {
    name: 'page-around',
    columns,
    own: { id: 'uuid', older: 'int', newer: 'int' },
    rows: withAuthors(
      `${part(`<= ${positionAsked}`, 'DESC', 'asked.older')} UNION ALL ${part(`> ${positionAsked}`, 'ASC', 'asked.newer')}`,
    ),
  }),
  /** Those before the first message of a moment or later, and from it on, in no order. */
  since: placeReader<MessageRow & { before: boolean }, { since: 'bigint'; older: 'int'; newer: 'int' }>(pool, {
    name: 'page-since',
    columns: [...columns, 'messages.before'],
    own: { since: 'bigint', older: 'int', newer: 'int' },
    rows: withAuthors(`
      SELECT *, true AS before FROM ${part(`< ${positionSince}`, 'DESC', 'asked.older')} AS older
      UNION ALL SELECT *, false FROM ${part(`>= ${positionSince}`, 'ASC', 'asked.newer')} AS newer`),
  }),
  /** All that changed after a seq, tombstones included, in the order of their changes. */
  changes: placeReader<MessageRow & { deleted: boolean }, { after: 'bigint'; count: 'int' }>(pool, {
    name: 'page-changes',
    columns: [...columns, 'messages.deleted_at IS NOT NULL AS deleted'],
    own: { after: 'bigint', count: 'int' },
    rows: withAuthors(`
      SELECT * FROM messages WHERE place_id = asked.place_id AND seq > asked.after ORDER BY seq LIMIT asked.count`),
  }),
});
export type MessageReaders = ReturnType<typeof messageReaders>;

/** One message that is not deleted. */
export async function readMessage(db: Db, id: string, place: PlaceAccess): Promise<Message> {
  const { rows } = await sql<MessageRow>`
    SELECT ${sql.raw(columns.join(', '))} FROM messages LEFT JOIN users ON users.id = messages.sender_id
    ${sql.raw(answeredJoin)} WHERE messages.id = ${id} AND messages.deleted_at IS NULL`.execute(db);
  return toMessage(rows[0] ?? fail('not_found'), place);
}

/**
 * Takes the next number of a place, and its lock until the transaction ends.
 * @returns the number, and the room that hears the place under that lock
 */
export async function nextSeq(db: Db, placeId: string): Promise<{ seq: number; room: string }> {
  const row = await db
    .updateTable('places')
    .set({ seq: sql`seq + 1` })
    .where('id', '=', placeId)
    .returning(['seq', 'room'])
    .executeTakeFirst();
  return row ?? fail('not_found');
}

/** Changes the text of a message that is still there. */
export async function editMessage(db: Db, id: string, content: string, seq: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('messages')
    .set({ content, seq, updated: true })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) fail('not_found');
}

/** What a channel is called, for who can't see the place it is in. */
export async function readPlaceName(db: Db, placeId: string): Promise<{ id: string; name: string }> {
  const row = await db
    .selectFrom('channels')
    .innerJoin('workspaces', 'workspaces.id', 'channels.workspace_id')
    .select(['workspaces.title as workspace', 'channels.title'])
    .where('channels.id', '=', placeId)
    .executeTakeFirst();
  return { id: placeId, name: row ? `${row.workspace} › ${row.title}` : '' };
}

/** What is left of a deleted message, for `SET`: that it was there. */
export const emptied = sql`content = '', files = NULL, reactions = NULL, pinned_at = NULL, deleted_at = now()`;

/** Empties a message and leaves its tombstone. */
export async function deleteMessage(db: Db, id: string, seq: number): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE messages SET ${emptied}, seq = ${seq} WHERE id = ${id} AND deleted_at IS NULL`.execute(db);
  if (numAffectedRows === 0n) fail('not_found');
}

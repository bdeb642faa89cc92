import type { FileAttachment, Message } from '@palabre/common/contract/messages/messages.ts';
import type { Reaction } from '@palabre/common/rules/messages/reactions.ts';
import { goneName } from '@palabre/common/rules/people/names.ts';
import { sql } from 'kysely';
import { idsOf, type PlaceAccess } from '../../../../platform/access/access.places.ts';
import { fail } from '../../../../platform/http/errors.ts';
import type { Db } from '../../../../platform/postgres/db.ts';
import { prepared } from '../../../../platform/postgres/prepared.ts';
import { type AnswerRow, answerColumns, answeredJoin, toAnswered } from './answers.store.ts';

/** Message with its author, as every query here selects it. */
export interface MessageRow extends AnswerRow {
  id: string;
  position: number;
  seq: number;
  sender_id: string;
  nonce: string | null;
  content: string;
  /** Time in wire format. */
  time: string;
  updated: boolean;
  /** Files in wire format, like the reactions. */
  files: FileAttachment[] | null;
  reactions: Reaction[] | null;
  pinned: boolean;
  everyone: boolean | null;
  /** Whether it is a deleted root, above the replies of its thread. */
  kept: boolean;
  twin_id: string | null;
  twin_thread_id: string | null;
  first_name: string | null;
  last_name: string | null;
  avatar: string | null;
  /** Whether the account of the author is a guest's. */
  guest: boolean;
}

/** Columns of a {@link MessageRow}. */
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
  'messages.kept',
  'messages.twin_id',
  'messages.twin_thread_id',
  'users.first_name',
  'users.last_name',
  'users.avatar',
  'users.guest_until IS NOT NULL AS guest',
  ...answerColumns,
];

type SenderRow = Pick<MessageRow, 'sender_id' | 'first_name' | 'last_name' | 'avatar' | 'guest'>;

const toSender = ({ sender_id, first_name, last_name, avatar, guest }: SenderRow): Message['sender'] => ({
  _id: sender_id,
  firstName: first_name ?? goneName,
  lastName: last_name ?? '',
  avatar,
  ...(guest && { guest: true as const }),
});

/** Converts a row to wire format. */
export function toMessage(row: MessageRow, place: PlaceAccess): Message {
  const replyTo = row.kept ? undefined : toAnswered(row);
  const { twin_id, twin_thread_id } = row;
  return {
    _id: row.id,
    content: row.content,
    time: row.time,
    ...idsOf(place),
    updated: row.updated,
    sender: toSender(row),
    reactions: row.reactions ?? [],
    fileAttachments: row.files ?? [],
    pinned: row.pinned,
    ...(row.everyone && !row.kept && { mentionsEveryone: true }),
    ...(replyTo && { replyTo }),
    nonce: row.nonce,
    position: row.position,
    seq: row.seq,
    ...(row.kept && { deleted: true as const }),
    ...(twin_id && (twin_thread_id ? { copyOf: { _id: twin_id, threadId: twin_thread_id } } : { copyId: twin_id })),
  };
}

/**
 * Joins messages to their authors and the messages they reply to, each by its key: with a plain join the planner could
 * read all people.
 */
export const withAuthors = (messages: string) => `(${messages}) AS messages
  LEFT JOIN LATERAL (
    SELECT first_name, last_name, avatar, guest_until FROM users WHERE users.id = messages.sender_id OFFSET 0
  ) AS users ON true ${answeredJoin}`;

/** Reads one message that is not deleted; fails with `not_found`. */
export async function readMessage(db: Db, id: string, place: PlaceAccess): Promise<Message> {
  const { rows } = await sql<MessageRow>`${prepared('message')}
    SELECT ${sql.raw(columns.join(', '))} FROM messages LEFT JOIN users ON users.id = messages.sender_id
    ${sql.raw(answeredJoin)} WHERE messages.id = ${id} AND messages.deleted_at IS NULL`.execute(db);
  return toMessage(rows[0] ?? fail('not_found'), place);
}

/** Limit on the messages whose authors are listed. */
const authorsOf = 1_000;

/** Reads the current names of the authors of a place's messages, from a position on. */
export async function readAuthors(db: Db, placeId: string, from: number): Promise<Message['sender'][]> {
  const { rows } = await sql<SenderRow>`${prepared('authors')}
    SELECT sender_id, first_name, last_name, avatar, guest_until IS NOT NULL AS guest
    FROM (SELECT DISTINCT sender_id FROM (
      SELECT sender_id FROM messages WHERE place_id = ${placeId} AND deleted_at IS NULL AND position >= ${from}
      ORDER BY position LIMIT ${sql.lit(authorsOf)}
    ) AS near) AS authors
    LEFT JOIN LATERAL (
      SELECT first_name, last_name, avatar, guest_until FROM users WHERE users.id = sender_id OFFSET 0
    ) AS users ON true
    ORDER BY sender_id`.execute(db);
  return rows.map(toSender);
}

/**
 * Takes the next seq of a place, and its lock until the transaction ends.
 * @returns the seq, and the place's room read under the lock
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

/** Changes the text of a message that is not deleted. */
export async function editMessage(db: Db, id: string, content: string, seq: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('messages')
    .set({ content, seq, updated: true })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) fail('not_found');
}

/** Reads the name of a channel with its workspace's, for people who can't see the place; empty for a conversation. */
export async function readPlaceName(db: Db, placeId: string): Promise<{ id: string; name: string }> {
  const row = await db
    .selectFrom('channels')
    .innerJoin('workspaces', 'workspaces.id', 'channels.workspace_id')
    .select(['workspaces.title as workspace', 'channels.title'])
    .where('channels.id', '=', placeId)
    .executeTakeFirst();
  return { id: placeId, name: row ? `${row.workspace} › ${row.title}` : '' };
}

/**
 * Columns of a tombstone, for `SET`, under the lock of the place: the row stays, its content goes. A root whose thread has
 * replies stays in pages too.
 */
export const emptied = sql`content = '', files = NULL, reactions = NULL, pinned_at = NULL, deleted_at = now(), kept = EXISTS (
  SELECT FROM places AS thread WHERE thread.id = messages.id AND thread.parent_id IS NOT NULL AND thread.live
)`;

/**
 * Empties a message and leaves its tombstone.
 * @returns whether it stays in pages, above the replies of its thread
 */
export async function deleteMessage(db: Db, id: string, seq: number): Promise<boolean> {
  const { rows } = await sql<{ kept: boolean }>`
    UPDATE messages SET ${emptied}, seq = ${seq} WHERE id = ${id} AND deleted_at IS NULL RETURNING kept`.execute(db);
  return (rows[0] ?? fail('not_found')).kept;
}

import type { Message } from '@palabre/common/contract/messages.ts';
import { sql } from 'kysely';
import { type PlaceAccess, placeStatement } from '../../platform/access.places.ts';
import { fail } from '../../platform/http/errors.ts';
import type { Db } from '../../platform/postgres/db.ts';

/** A message with its author, as every query here selects it. */
export interface MessageRow {
  id: string;
  position: number;
  seq: number;
  sender_id: string;
  nonce: string | null;
  content: string;
  /** As the wire has it. */
  time: string;
  updated: boolean;
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
  'users.first_name',
  'users.last_name',
  'users.avatar',
];

/** A row as the wire has it. */
export function toMessage(row: MessageRow, { placeId, kind }: PlaceAccess): Message {
  const channel = kind === 'channel';
  return {
    _id: row.id,
    content: row.content,
    time: row.time,
    channelId: channel ? placeId : null,
    conversationId: channel ? null : placeId,
    updated: row.updated,
    sender: {
      _id: row.sender_id,
      firstName: row.first_name ?? 'Utilisateur supprimé',
      lastName: row.last_name ?? '',
      avatar: row.avatar,
    },
    reactions: [],
    fileAttachments: [],
    pinned: false,
    nonce: row.nonce,
    position: row.position,
    seq: row.seq,
  };
}

/** Some messages with their authors, each looked up by its key: a join would let the planner read everyone. */
export const withAuthors = (messages: string) => `(${messages}) AS messages
  LEFT JOIN LATERAL (
    SELECT first_name, last_name, avatar FROM users WHERE users.id = messages.sender_id OFFSET 0
  ) AS users ON true`;

/** Messages of the place on one side of a position, the nearest first: one index serves the newest page and any other. */
const part = (condition: string, order: 'ASC' | 'DESC', count: string) => `(
  SELECT * FROM messages WHERE place_id = (SELECT $1::uuid) AND deleted_at IS NULL AND position ${condition}
  ORDER BY position ${order} LIMIT ${count})`;

/** Reads at most so many messages before a position, the newest first: `(before, count)`. */
export const readOlder = placeStatement<MessageRow>(
  'page-older',
  columns,
  withAuthors(part('< (SELECT $3::bigint)', 'DESC', '(SELECT $4::int)')),
);

/** Reads at most so many messages after a position, ascending: `(after, count)`. */
export const readNewer = placeStatement<MessageRow>(
  'page-newer',
  columns,
  withAuthors(part('> (SELECT $3::bigint)', 'ASC', '(SELECT $4::int)')),
);

const positionOf = `(SELECT position FROM messages WHERE id = $3 AND place_id = $1 AND deleted_at IS NULL)`;

/**
 * Reads a message with those before it, and those after it, in no order: `(id, count with itself, count after it)`.
 * Nothing when it is not there.
 */
export const readNeighbours = placeStatement<MessageRow>(
  'page-around',
  columns,
  withAuthors(
    `${part(`<= ${positionOf}`, 'DESC', '(SELECT $4::int)')} UNION ALL ${part(`> ${positionOf}`, 'ASC', '(SELECT $5::int)')}`,
  ),
);

/** Reads all rows changed after a seq, tombstones included, in the order of their changes: `(after, count)`. */
export const readChanges = placeStatement<MessageRow & { deleted: boolean }>(
  'page-changes',
  [...columns, 'messages.deleted_at IS NOT NULL AS deleted'],
  withAuthors(`
    SELECT * FROM messages WHERE place_id = (SELECT $1::uuid) AND seq > (SELECT $3::bigint)
    ORDER BY seq LIMIT (SELECT $4::int)`),
);

/** One message that is not deleted. */
export async function readMessage(db: Db, id: string, place: PlaceAccess): Promise<Message> {
  const { rows } = await sql<MessageRow>`
    SELECT ${sql.raw(columns.join(', '))} FROM messages LEFT JOIN users ON users.id = messages.sender_id
    WHERE messages.id = ${id} AND messages.deleted_at IS NULL`.execute(db);
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

/** Empties a message and leaves its tombstone. */
export async function deleteMessage(db: Db, id: string, seq: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('messages')
    .set({ content: '', seq, deleted_at: new Date() })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) fail('not_found');
}

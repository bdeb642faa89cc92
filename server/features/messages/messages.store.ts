import type { Message } from '@palabre/common/contract/messages.ts';
import { sql } from 'kysely';
import { fail } from '../../platform/http/errors.ts';
import type { Db } from '../../platform/postgres/db.ts';

/** A message with its author, as every query here selects it. */
export interface MessageRow {
  id: string;
  place_id: string;
  kind: 'channel' | 'conversation';
  position: number;
  seq: number;
  sender_id: string;
  nonce: string | null;
  content: string;
  created_at: Date;
  updated: boolean;
  deleted_at: Date | null;
  first_name: string | null;
  last_name: string | null;
  avatar: string | null;
}

/** A row as the wire has it. */
export function toMessage(row: MessageRow): Message {
  const channel = row.kind === 'channel';
  return {
    _id: row.id,
    content: row.content,
    time: row.created_at.toISOString(),
    channelId: channel ? row.place_id : null,
    conversationId: channel ? null : row.place_id,
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

const columns = sql`messages.id, messages.place_id, places.kind, messages.position, messages.seq, messages.sender_id,
  messages.nonce, messages.content, messages.created_at, messages.updated, messages.deleted_at,
  users.first_name, users.last_name, users.avatar`;

/** Which part of a place to read, by positions: at most `older` up to one, then at most `newer` after one. */
interface Window {
  older?: { before: number; count: number };
  newer?: { after: number; count: number };
}

export interface Page {
  rows: MessageRow[];
  seq: number;
}

/**
 * Reads a window of a place, ascending, and the place's seq of the same moment: one query on one index, the
 * newest page or any other.
 */
export async function readWindow(db: Db, placeId: string, { older, newer }: Window): Promise<Page> {
  const part = (condition: ReturnType<typeof sql>, order: 'ASC' | 'DESC', count: number) => sql`(
    SELECT messages.* FROM messages
    WHERE place_id = ${placeId} AND deleted_at IS NULL AND ${condition}
    ORDER BY position ${sql.raw(order)} LIMIT ${count})`;
  const parts = [
    ...(older ? [part(sql`position < ${older.before}`, 'DESC', older.count)] : []),
    ...(newer ? [part(sql`position > ${newer.after}`, 'ASC', newer.count)] : []),
  ];
  const { rows } = await sql<MessageRow & { place_seq: number }>`
    SELECT places.seq AS place_seq, ${columns}
    FROM places LEFT JOIN (${sql.join(parts, sql` UNION ALL `)}) AS messages ON true
    LEFT JOIN users ON users.id = messages.sender_id
    WHERE places.id = ${placeId}
    ORDER BY messages.position`.execute(db);
  return { rows: rows.filter(row => row.id !== null), seq: rows[0]?.place_seq ?? 0 };
}

/** All rows changed after a seq, tombstones included, in the order of their changes. */
export async function readChanges(db: Db, placeId: string, after: number, count: number): Promise<Page> {
  const { rows } = await sql<MessageRow & { place_seq: number }>`
    SELECT places.seq AS place_seq, ${columns}
    FROM places LEFT JOIN (
      SELECT * FROM messages WHERE place_id = ${placeId} AND seq > ${after} ORDER BY seq LIMIT ${count}
    ) AS messages ON true
    LEFT JOIN users ON users.id = messages.sender_id
    WHERE places.id = ${placeId}
    ORDER BY messages.seq`.execute(db);
  return { rows: rows.filter(row => row.id !== null), seq: rows[0]?.place_seq ?? 0 };
}

/** One message that is not deleted. */
export async function readMessage(db: Db, id: string): Promise<Message> {
  const { rows } = await sql<MessageRow>`
    SELECT ${columns} FROM messages JOIN places ON places.id = messages.place_id
    LEFT JOIN users ON users.id = messages.sender_id
    WHERE messages.id = ${id} AND messages.deleted_at IS NULL`.execute(db);
  return toMessage(rows[0] ?? fail('not_found'));
}

/** Where a message that is not deleted stands in its place. */
export async function readPosition(db: Db, placeId: string, id: string): Promise<number> {
  const row = await db
    .selectFrom('messages')
    .select('position')
    .where('id', '=', id)
    .where('place_id', '=', placeId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.position ?? fail('not_found');
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

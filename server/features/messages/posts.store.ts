import type pg from 'pg';
import type { MessageRow } from './messages.store.ts';

/** A message to store. */
export interface NewMessage {
  id: string;
  placeId: string;
  senderId: string;
  nonce: string | null;
  content: string;
  time: Date;
}

/** Where a message landed. */
export interface Stored {
  id: string;
  seq: number;
  /** The room that hears its place, read under the place's lock. */
  room: string;
}

/**
 * Messages already stored under these senders' nonces, deleted ones included. Looked up one by one in the index: a
 * join would let the planner read all that a busy sender has ever written.
 */
export async function findByNonce(
  pool: pg.Pool,
  posts: readonly { senderId: string; nonce: string | null }[],
): Promise<(MessageRow & { room: string })[]> {
  const withNonce = posts.filter(post => post.nonce !== null);
  if (withNonce.length === 0) return [];
  const { rows } = await pool.query<MessageRow & { room: string }>({
    name: 'posts-by-nonce',
    text: `
      SELECT messages.*, places.kind, places.room, users.first_name, users.last_name, users.avatar
      FROM unnest($1::uuid[], $2::uuid[]) AS wanted(sender_id, nonce)
      CROSS JOIN LATERAL (
        SELECT * FROM messages WHERE sender_id = wanted.sender_id AND nonce = wanted.nonce LIMIT 1
      ) AS messages
      JOIN places ON places.id = messages.place_id
      JOIN users ON users.id = messages.sender_id`,
    values: [withNonce.map(post => post.senderId), withNonce.map(post => post.nonce)],
  });
  return rows;
}

/**
 * Stores many messages in one durable statement, numbered in each place in the order given. A message whose
 * place has gone is left out of the answer.
 */
export async function insertMessages(pool: pg.Pool, messages: readonly NewMessage[]): Promise<Map<string, Stored>> {
  if (messages.length === 0) return new Map();
  const ordinals = new Map<string, number>();
  const ordered = messages.map(message => {
    const ordinal = (ordinals.get(message.placeId) ?? 0) + 1;
    ordinals.set(message.placeId, ordinal);
    return ordinal;
  });
  const { rows } = await pool.query<Stored>({
    name: 'posts-insert',
    text: `
      WITH bumped AS (
        UPDATE places SET seq = places.seq + counts.count
        FROM unnest($1::uuid[], $2::int[]) AS counts(id, count)
        WHERE places.id = counts.id
        RETURNING places.id, places.room, places.seq - counts.count AS base
      ), stored AS (
        INSERT INTO messages (id, place_id, position, seq, sender_id, nonce, content, created_at)
        SELECT posts.id, bumped.id, bumped.base + posts.ordinal, bumped.base + posts.ordinal,
          posts.sender_id, posts.nonce, posts.content, posts.created_at
        FROM unnest($3::uuid[], $4::uuid[], $5::int[], $6::uuid[], $7::uuid[], $8::text[], $9::timestamptz[])
          AS posts(id, place_id, ordinal, sender_id, nonce, content, created_at)
        JOIN bumped ON bumped.id = posts.place_id
        RETURNING id, place_id, seq
      )
      SELECT stored.id, stored.seq, bumped.room FROM stored JOIN bumped ON bumped.id = stored.place_id`,
    values: [
      [...ordinals.keys()],
      [...ordinals.values()],
      messages.map(message => message.id),
      messages.map(message => message.placeId),
      ordered,
      messages.map(message => message.senderId),
      messages.map(message => message.nonce),
      messages.map(message => message.content),
      messages.map(message => message.time),
    ],
  });
  return new Map(rows.map(row => [row.id, row]));
}

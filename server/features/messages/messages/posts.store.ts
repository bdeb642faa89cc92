import type { FileAttachment, Message } from '@palabre/common/contract/messages/messages.ts';
import type pg from 'pg';
import type { PlaceAccess, PostingAccess } from '../../../platform/access/access.places.ts';
import type { Called } from '../mentions/open/mentions.ts';
import { type AnswerRow, answersNothing } from '../timeline/open/answers.store.ts';
import { columns, type MessageRow, toMessage, withAuthors } from '../timeline/open/messages.store.ts';

/** Message to store. */
export interface NewMessage {
  id: string;
  placeId: string;
  senderId: string;
  nonce: string | null;
  content: string;
  files: readonly FileAttachment[] | null;
  /** Time in the form of the wire. */
  time: string;
  called: Called;
  answer?: AnswerRow | undefined;
}

/** Message found by its nonce, maybe in another place, maybe deleted. */
export interface Found extends MessageRow {
  place_id: string;
  kind: PlaceAccess['kind'];
  room: string;
  deleted: boolean;
}

/** Place and number of a stored message. */
export interface Stored {
  id: string;
  seq: number;
  /** Room that hears its place, read under the place's lock. */
  room: string;
}

/**
 * Finds messages stored earlier under these senders' nonces, deleted ones included. Looks up each nonce in the index by
 * itself: with a join the planner could read all messages of a busy sender.
 */
export async function findByNonce(
  pool: pg.Pool,
  posts: readonly { senderId: string; nonce: string | null }[],
): Promise<Found[]> {
  const withNonce = posts.filter(post => post.nonce !== null);
  if (withNonce.length === 0) return [];
  const { rows } = await pool.query<Found>({
    name: 'posts-by-nonce',
    text: `
      SELECT ${columns.join(', ')}, messages.place_id, messages.deleted_at IS NOT NULL AS deleted, places.kind, places.room
      FROM ${withAuthors(`
        SELECT messages.* FROM unnest((SELECT $1::uuid[]), (SELECT $2::uuid[])) AS wanted(sender_id, nonce)
        CROSS JOIN LATERAL (
          SELECT * FROM messages WHERE sender_id = wanted.sender_id AND nonce = wanted.nonce LIMIT 1
        ) AS messages`)}
      JOIN places ON places.id = messages.place_id`,
    values: [withNonce.map(post => post.senderId), withNonce.map(post => post.nonce)],
  });
  return rows;
}

/** SQL for whether a post of the statement calls everyone. */
const callsEveryone = `, posts.id = ANY (SELECT id FROM call WHERE everyone)`;

/** SQL that stores the calls with the posts, in one statement, so that none is lost. */
const storeCalls = `, call AS MATERIALIZED (
        SELECT * FROM unnest((SELECT $11::uuid[]), (SELECT $12::uuid[]), (SELECT $13::boolean[])) AS call(id, target, everyone)
      )`;

const insertCalls = `, called AS (
        INSERT INTO mentions (message_id, target, everyone, place_id, position, created_at)
        SELECT call.id, call.target, call.everyone, stored.place_id, stored.seq, stored.created_at FROM call JOIN stored USING (id)
      )`;

/** Parameters of the messages replied to, and of the authors called. */
const answers = ', (SELECT $14::uuid[]), (SELECT $15::uuid[])';

const insertText = (calling: boolean) => `
      WITH free AS (
        SELECT places.id, counts.count
        FROM unnest((SELECT $1::uuid[]), (SELECT $2::int[])) AS counts(id, count) JOIN places USING (id)
        FOR NO KEY UPDATE OF places SKIP LOCKED
      ), bumped AS (
        UPDATE places SET seq = places.seq + free.count FROM free WHERE places.id = free.id
        RETURNING places.id, places.room, places.seq - free.count AS base
      )${calling ? storeCalls : ''}, stored AS (
        INSERT INTO messages (id, place_id, position, seq, sender_id, nonce, content, files, created_at${calling ? ', everyone, reply_to, reply_calls' : ''})
        SELECT posts.id, bumped.id, bumped.base + posts.ordinal, bumped.base + posts.ordinal,
          posts.sender_id, posts.nonce, posts.content, posts.files::jsonb, posts.created_at${calling ? `${callsEveryone}, posts.reply_to, posts.reply_calls` : ''}
        FROM unnest(
          (SELECT $3::uuid[]), (SELECT $4::uuid[]), (SELECT $5::int[]), (SELECT $6::uuid[]), (SELECT $7::uuid[]),
          (SELECT $8::text[]), (SELECT $9::text[]), (SELECT $10::timestamptz[])${calling ? answers : ''}
        ) AS posts(id, place_id, ordinal, sender_id, nonce, content, files, created_at${calling ? ', reply_to, reply_calls' : ''})
        JOIN bumped ON bumped.id = posts.place_id
        RETURNING id, place_id, seq, created_at
      )${calling ? insertCalls : ''}
      SELECT stored.id, stored.seq, bumped.room FROM stored JOIN bumped ON bumped.id = stored.place_id`;

/** Statement for posts without calls or replies, which are most. */
const insert = { name: 'posts-insert', text: insertText(false) };
const insertCalling = { name: 'posts-insert-calling', text: insertText(true) };

/**
 * Stores many messages in one durable statement, numbered in each place in the given order. Waits for no lock: a
 * message whose place is locked or deleted is left out of the result.
 */
export async function insertMessages(pool: pg.Pool, messages: readonly NewMessage[]): Promise<Map<string, Stored>> {
  if (messages.length === 0) return new Map();
  const ordinals = new Map<string, number>();
  const ordered = messages.map(message => {
    const ordinal = (ordinals.get(message.placeId) ?? 0) + 1;
    ordinals.set(message.placeId, ordinal);
    return ordinal;
  });
  const calling = messages.filter(({ called }) => called.everyone !== null || called.targets.length > 0);
  const calls = calling.flatMap(({ id, called: { targets, everyone } }) => [
    ...targets.map(target => ({ id, target, everyone: false })),
    ...(everyone ? [{ id, target: everyone, everyone: true }] : []),
  ]);
  const isPlain = calls.length === 0 && messages.every(({ answer }) => !answer);
  const { rows } = await pool.query<Stored>({
    ...(isPlain ? insert : insertCalling),
    values: [
      [...ordinals.keys()],
      [...ordinals.values()],
      messages.map(message => message.id),
      messages.map(message => message.placeId),
      ordered,
      messages.map(message => message.senderId),
      messages.map(message => message.nonce),
      messages.map(message => message.content),
      messages.map(({ files }) => files && JSON.stringify(files)),
      messages.map(message => message.time),
      ...(isPlain
        ? []
        : [
            calls.map(call => call.id),
            calls.map(call => call.target),
            calls.map(call => call.everyone),
            messages.map(({ answer }) => answer?.reply_to ?? null),
            messages.map(({ answer }) => answer?.reply_calls ?? null),
          ]),
    ],
  });
  return new Map(rows.map(row => [row.id, row]));
}

/** Builds the wire form of a message just stored, as reading it would. */
export function landedMessage(fresh: NewMessage, access: PostingAccess, seq: number): Message {
  const row = {
    id: fresh.id,
    position: seq,
    seq,
    sender_id: fresh.senderId,
    nonce: fresh.nonce,
    content: fresh.content,
    files: fresh.files && [...fresh.files],
    time: fresh.time,
    updated: false,
    reactions: null,
    pinned: false,
    everyone: fresh.called.everyone !== null,
    first_name: access.firstName,
    last_name: access.lastName,
    avatar: access.avatar,
    ...(fresh.answer ?? answersNothing),
  };
  return toMessage(row, { placeId: fresh.placeId, kind: access.kind });
}

import type { FileAttachment, Message } from '@palabre/common/contract/messages/messages.ts';
import type pg from 'pg';
import { type PlaceAccess, type PostingAccess, placeColumns } from '../../../platform/access/access.places.ts';
import type { Called } from '../mentions/open/mentions.ts';
import { type AnswerRow, answersNothing } from '../timeline/open/answers.store.ts';
import { columns, type MessageRow, toMessage, withAuthors } from '../timeline/open/messages.store.ts';
import { insert, insertCalling, insertReplying } from './posts.statements.ts';

/** Message to store. */
export interface NewMessage {
  id: string;
  placeId: string;
  senderId: string;
  nonce: string | null;
  content: string;
  files: readonly FileAttachment[] | null;
  /** Time in wire format. */
  time: string;
  called: Called;
  answer?: AnswerRow | undefined;
  /** Whether it is a reply in a thread: its place is the thread. */
  isReply?: true;
  /** Copy, in the channel, of a reply also shown there; for the copy, the reply. */
  twinId?: string;
  /** For a copy, the thread of the reply. */
  twinThreadId?: string;
}

/** Message found by its nonce, maybe in another place, maybe deleted. */
export interface Found extends MessageRow, PlaceAccess {
  room: string;
  deleted: boolean;
}

/** Place and number of a stored message. */
export interface Stored {
  id: string;
  seq: number;
  /** Room of its place, read under the place's lock. */
  room: string;
}

/**
 * Finds messages stored earlier under these senders' nonces, deleted ones included. Looks up each nonce separately in
 * the index: with a join, the planner could read all messages of a busy sender.
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
      SELECT ${columns.join(', ')}, messages.deleted_at IS NOT NULL AS deleted, places.room, ${placeColumns}
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

/**
 * Stores many messages in one durable statement, numbered in each place in the given order. Waits for no lock: a
 * message whose place is locked or deleted is left out of the result.
 */
export async function insertMessages(
  pool: Pick<pg.PoolClient, 'query'>,
  messages: readonly NewMessage[],
): Promise<Map<string, Stored>> {
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
  const isReplying = messages.some(({ isReply }) => isReply);
  const isPlain = !isReplying && calls.length === 0 && messages.every(({ answer }) => !answer);
  const { rows } = await pool.query<Stored>({
    ...(isReplying ? insertReplying : isPlain ? insert : insertCalling),
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
      ...(isReplying
        ? [
            messages.map(({ twinId }) => twinId ?? null),
            messages.map(({ twinThreadId }) => twinThreadId ?? null),
            messages.filter(({ isReply }) => isReply).map(({ id }) => id),
          ]
        : []),
    ],
  });
  return new Map(rows.map(row => [row.id, row]));
}

/** Builds the wire format of a message just stored, equal to a later read of it. */
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
    guest: access.isGuest,
    kept: false,
    twin_id: fresh.twinId ?? null,
    twin_thread_id: fresh.twinThreadId ?? null,
    ...(fresh.answer ?? answersNothing),
  };
  return toMessage(row, { placeId: fresh.placeId, homeId: access.homeId, kind: access.kind });
}

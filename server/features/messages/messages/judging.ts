import { limits } from '@palabre/common/contract/fields.ts';
import type { FileAttachment, Message } from '@palabre/common/contract/messages/messages.ts';
import type pg from 'pg';
import { type PostingAccess, postingAccess, rightKey } from '../../../platform/access/access.places.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { newId } from '../../../platform/postgres/db.ts';
import { alsoCalling, type Called, calledBy } from '../mentions/open/mentions.ts';
import { readAnswers } from '../timeline/open/answers.store.ts';
import { toMessage } from '../timeline/open/messages.store.ts';
import { findByNonce, type NewMessage } from './posts.store.ts';
import { readThreadsAsked } from './posts.threads.store.ts';

/** Message to post; rights are checked at its turn. */
export interface Post {
  senderId: string;
  /** Channel or conversation; for a reply in a thread, the thread's home, if the client named it. */
  placeId?: string | undefined;
  /** Makes the message a reply in the thread under this message, or in the thread that this message belongs to. */
  threadOf?: string | null | undefined;
  /** Whether the channel or conversation shows the reply too. */
  alsoInPlace?: boolean | undefined;
  content: string;
  nonce: string | null;
  /** Predetermined id of the message, under which its files are stored. */
  id?: string;
  files?: readonly FileAttachment[];
  /** Message of the same place to which the message replies. */
  replyTo?: string | null;
  /** Whether the author of that message is notified; true by default. */
  replyNotifies?: boolean;
}

/** Message made from a post. */
export interface Posted {
  message: Message;
  /** False for a repeated post, by the same sender with the same nonce. */
  created: boolean;
}

/** Post whose channel or conversation is known. */
export type Placed = Post & { placeId: string };

/**
 * Outcome of a post: refused; or a message with the room to notify; or to be checked once more, `locked` after its
 * place's lock, else `again` at once.
 */
export type Outcome = { refused: unknown } | (Posted & Told) | 'again' | 'locked';

export interface Told {
  room: string | null;
  called?: Called;
  /** Copy of a reply in its channel or conversation. */
  copy?: Message;
}

/** Verdict on a post before storing: an outcome, or a message to store. */
export type Judged = Outcome | { fresh: NewMessage; copy?: NewMessage; access: PostingAccess };

const keyOf = (userId: string, other: string): string => `${userId}:${other}`;
const callsNobody: Called = { targets: [], everyone: null };
/** Returns the key of a sender and a nonce. */
export const nonceOf = ({ senderId, nonce }: Pick<Post, 'senderId' | 'nonce'>): string => keyOf(senderId, nonce ?? '');

/** Returns the error code for a post whose place, or whose thread's root, its sender may not see. */
export const unseenCode = ({ threadOf }: Placed) => (threadOf ? 'message_not_found' : 'not_found');

/**
 * Reads rights, nonces, mentions, quotes and threads, and checks each post.
 * @param unsure senders and nonces of posts that may have been stored without their events
 */
export async function judgePosts(
  pool: pg.Pool,
  batch: readonly Placed[],
  unsure: ReadonlySet<string>,
): Promise<Judged[]> {
  const pairs = new Map(
    batch.map(({ senderId: userId, placeId }) => [keyOf(userId, placeId), { userId, placeId }] as const),
  );
  const [rights, known, called, answers, threads] = await Promise.all([
    postingAccess(pool, [...pairs.values()]),
    findByNonce(pool, batch),
    calledBy(pool, batch),
    readAnswers(
      pool,
      batch.map(post => ({ ...post, placeId: post.threadOf ?? post.placeId })),
    ),
    readThreadsAsked(
      pool,
      batch.flatMap(({ senderId: userId, threadOf }) => (threadOf ? [{ userId, messageId: threadOf }] : [])),
    ),
  ]);
  const stored = new Map(known.map(row => [keyOf(row.sender_id, row.nonce ?? ''), row]));
  const fresh = new Set<string>();
  const more = new Map<string, number>();
  return batch.map((post, i) => {
    const access = rights.get(keyOf(post.senderId, post.placeId));
    const nonce = nonceOf(post);
    const before = stored.get(nonce);
    const thread = post.threadOf ? threads.get(rightKey(post.senderId, post.threadOf)) : undefined;
    // A thread must be named by `threadOf`: posting to its id as a place would bypass its followers.
    if (!access?.canRead || access.homeId !== post.placeId) return { refused: new AppError(unseenCode(post)) };
    if (before) {
      // A nonce belongs to one message: a repeat in another place, or after its deletion, is refused.
      const placeId = thread?.threadId ?? post.threadOf ?? post.placeId;
      if (before.placeId !== placeId || before.deleted) return { refused: new AppError('not_found') };
      return {
        message: toMessage(before, before),
        created: false,
        room: unsure.has(nonce) ? before.room : null,
        called: alsoCalling(called[i] as Called, before),
      };
    }
    if (!access.canWrite) return { refused: new AppError('cannot_write') };
    if (post.threadOf) {
      if (thread?.homeId !== post.placeId) return { refused: new AppError('message_not_found') };
      if (post.threadOf !== thread.threadId) {
        post.threadOf = thread.threadId;
        return 'again';
      }
      // Earlier replies of the batch count too.
      const ahead = more.get(thread.threadId) ?? 0;
      if (thread.replies + ahead >= limits.repliesPerThread) return { refused: new AppError('thread_full') };
      more.set(thread.threadId, ahead + 1);
    }
    const answer = answers[i];
    if (answer === 'not there') return { refused: new AppError('message_not_found') };
    if (answer === 'deleted') return { refused: new AppError('answered_deleted') };
    // Another post of the batch has the same nonce: that post is stored first, then this one finds it.
    if (post.nonce && fresh.has(nonce)) return 'again';
    if (post.nonce) fresh.add(nonce);
    const [id, time] = [post.id ?? newId(), new Date().toISOString()];
    const calling = alsoCalling(called[i] as Called, answer);
    const made = { files: null, ...post, id, time, called: calling, answer };
    if (!thread) return { fresh: made, access };
    const reply = { ...made, placeId: thread.threadId, isReply: true as const };
    if (!post.alsoInPlace) return { fresh: reply, access };
    const twin = { called: callsNobody, answer: undefined, nonce: null, twinId: id, twinThreadId: thread.threadId };
    const copy = { ...made, ...twin, id: newId() };
    return { fresh: { ...reply, twinId: copy.id }, copy, access };
  });
}

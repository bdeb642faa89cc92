import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileAttachment, Message } from '@palabre/common/contract/messages/messages.ts';
import { type PostingAccess, postingAccess } from '../../../platform/access/access.places.ts';
import { AppError, asAppError } from '../../../platform/http/errors.ts';
import { newId } from '../../../platform/postgres/db.ts';
import { sayInTurn } from '../../../platform/realtime/events.ts';
import { to } from '../../../platform/realtime/rooms.ts';
import type { Services } from '../../../platform/services.ts';
import { alsoCalling, type Called, calledBy } from '../mentions/open/mentions.ts';
import { readAnswers } from '../timeline/open/answers.store.ts';
import { toMessage } from '../timeline/open/messages.store.ts';
import { Lanes } from './lanes.ts';
import { findByNonce, insertMessages, landedMessage, type NewMessage, type Stored } from './posts.store.ts';
import { refusingUnseen } from './refuse-unseen.ts';

/** Message to post; rights are checked at its turn. */
export interface Post {
  senderId: string;
  placeId: string;
  content: string;
  nonce: string | null;
  /** Id that the message must have, since its files are stored under it. */
  id?: string;
  files?: readonly FileAttachment[];
  /** Message of the same place that it replies to. */
  replyTo?: string | null;
  /** Whether the author of that message is called; true by default. */
  replyNotifies?: boolean;
}

/** Message that a post became. */
export interface Posted {
  message: Message;
  /** False for a repeated post, by the same sender with the same nonce. */
  created: boolean;
}

interface Waiting extends Post {
  since: number;
  resolve: (posted: Posted) => void;
  reject: (error: unknown) => void;
}

/** Outcome of a post: refused, or a message with the room to tell; or to be judged again, maybe after its place's lock. */
type Outcome = { refused: unknown } | (Posted & { room: string | null; called?: Called }) | 'again' | 'locked';

/** Judgement of a post before storing: an outcome, or a message to store. */
type Judged = Outcome | { fresh: NewMessage; access: PostingAccess };

const batchSize = 256;
const unsureAtMost = 10_000;
/** Longest wait for a place; a post that waits longer fails with `unavailable`. */
const placeWaitMs = 10_000;

/**
 * Queue of posts. Posts that arrive while others are being stored wait, and are then stored together: one query of
 * rights and one durable statement for all (decision 0003). Each sender is answered at the commit; events leave just
 * after, in the order of `seq`. A locked place delays its own posts only.
 */
export class PostQueue {
  private readonly lanes: Lanes<Waiting>;
  /** Number of messages stored by this process. */
  stored = 0;
  private running = false;
  /** Sender and nonce of posts that may have been stored although the statement failed: no event told them. */
  private readonly unsure = new Set<string>();

  constructor(
    private readonly services: Pick<Services, 'database' | 'places' | 'turns' | 'broadcaster' | 'logger'>,
    private readonly mentionEvents: Services['mentionEvents'],
  ) {
    const refuseUnseen = refusingUnseen<Waiting>(
      posts => this.notUnseen(posts),
      post => this.lanes.remove(post.placeId, post),
    );
    const wake = () => {
      if (!this.running) void this.run();
    };
    this.lanes = new Lanes(services.places, wake, held => held.forEach(post => void refuseUnseen(post)));
  }

  /**
   * Posts a message; the same sender and nonce again give the same message.
   * @throws AppError `not_found`, `cannot_write`; for a reply `message_not_found`, `answered_deleted`
   */
  post(post: Post): Promise<Posted> {
    return new Promise((resolve, reject) => {
      this.lanes.add(post.placeId, { ...post, since: performance.now(), resolve, reject });
    });
  }

  /** Fails as a post would, before its files are read; or returns the message it repeats, if its events have left. */
  async foresee(post: Pick<Post, 'senderId' | 'placeId' | 'nonce' | 'replyTo'>): Promise<Message | null> {
    const [judged] = await this.judge([{ ...post, content: '' }]);
    if (typeof judged !== 'object' || 'fresh' in judged) return null;
    if ('refused' in judged) throw judged.refused;
    return judged.room === null ? judged.message : null;
  }

  private async run(): Promise<void> {
    this.running = true;
    // Waits for the other posts of this turn of the event loop.
    await nextTurn();
    for (let taken = this.lanes.take(batchSize); taken.length > 0; taken = this.lanes.take(batchSize)) {
      const batch = taken.flatMap(({ items }) => items);
      // A failure to emit never stores a post again: only judging and storing are retried.
      const outcomes = await this.settle(batch);
      await this.tell(batch, outcomes);
      let first = 0;
      for (const { lane, items } of taken) {
        const mine = outcomes.slice(first, first + items.length);
        first += items.length;
        const again = items.filter((_, i) => typeof mine[i] === 'string');
        if (mine.includes('locked')) this.lanes.pause(lane, again);
        else this.lanes.giveBack(lane, again);
      }
    }
    this.running = false;
  }

  /** Finds the outcome of each post, in order. If the batch fails, tries each post by itself: none fails another. */
  private async settle(batch: readonly Waiting[]): Promise<Outcome[]> {
    try {
      const outcomes = await this.store(await this.judge(batch));
      return outcomes.map((outcome, i) => (this.waitedTooLong(batch[i], outcome) ? waitedInVain() : outcome));
    } catch (error) {
      if (storedElsewhere(error) && !batch.some(post => this.waitedTooLong(post, 'again')))
        return batch.map(() => 'again');
      const away = asAppError(error).code === 'unavailable';
      if (batch.length === 1 || away) return batch.map(post => this.giveUp(post, error));
      const outcomes: Outcome[] = [];
      for (const post of batch) outcomes.push(...(await this.settle([post])));
      return outcomes;
    }
  }

  private waitedTooLong(post: Waiting | undefined, outcome: Outcome): boolean {
    return typeof outcome === 'string' && post !== undefined && performance.now() - post.since > placeWaitMs;
  }

  /** Refuses the post. Its sender will retry; if the post was stored after all, that retry emits its event. */
  private giveUp(post: Post, error: unknown): Outcome {
    if (this.unsure.size >= unsureAtMost) this.unsure.clear();
    if (post.nonce) this.unsure.add(nonceOf(post));
    return { refused: error };
  }

  /** Keeps the posts that are not refused with `not_found`, judged as at their turn. */
  private async notUnseen(posts: readonly Waiting[]): Promise<Map<Waiting, true>> {
    const judged = await this.judge(posts);
    return new Map(posts.filter((_, i) => !isUnseen(judged[i])).map(post => [post, true]));
  }

  /** Reads rights, nonces, calls and replies, and judges each post. */
  private async judge(batch: readonly Post[]): Promise<Judged[]> {
    const { pool } = this.services.database;
    const pairs = new Map(
      batch.map(({ senderId: userId, placeId }) => [keyOf(userId, placeId), { userId, placeId }] as const),
    );
    const [rights, known, called, answers] = await Promise.all([
      postingAccess(pool, [...pairs.values()]),
      findByNonce(pool, batch),
      calledBy(pool, batch),
      readAnswers(pool, batch),
    ]);
    const stored = new Map(known.map(row => [keyOf(row.sender_id, row.nonce ?? ''), row]));
    const fresh = new Set<string>();
    return batch.map((post, i) => {
      const access = rights.get(keyOf(post.senderId, post.placeId));
      const nonce = nonceOf(post);
      const before = stored.get(nonce);
      if (!access?.canRead) return { refused: new AppError('not_found') };
      if (before) {
        // A nonce belongs to one message: a repeat in another place, or after its deletion, is refused.
        if (before.place_id !== post.placeId || before.deleted) return { refused: new AppError('not_found') };
        return {
          message: toMessage(before, { placeId: post.placeId, kind: before.kind }),
          created: false,
          room: this.unsure.has(nonce) ? before.room : null,
          called: alsoCalling(called[i] as Called, before),
        };
      }
      if (!access.canWrite) return { refused: new AppError('cannot_write') };
      const answer = answers[i];
      if (answer === 'not there') return { refused: new AppError('message_not_found') };
      if (answer === 'deleted') return { refused: new AppError('answered_deleted') };
      // A post of the batch has the same nonce: it is stored first, then this one finds it.
      if (post.nonce && fresh.has(nonce)) return 'again';
      if (post.nonce) fresh.add(nonce);
      const [id, time] = [post.id ?? newId(), new Date().toISOString()];
      const calling = alsoCalling(called[i] as Called, answer);
      return { fresh: { files: null, ...post, id, time, called: calling, answer }, access };
    });
  }

  /** Stores the new messages in one durable statement. */
  private async store(judged: readonly Judged[]): Promise<Outcome[]> {
    const fresh = judged.flatMap(one => (isFresh(one) ? one.fresh : []));
    const stored = await insertMessages(this.services.database.pool, fresh);
    this.stored += stored.size;
    return judged.map(one => (isFresh(one) ? outcomeOf(one, stored.get(one.fresh.id)) : one));
  }

  /** Answers the senders, then tells the rooms. */
  private async tell(batch: readonly Waiting[], outcomes: readonly Outcome[]): Promise<void> {
    const committedMs = performance.now();
    for (const [i, post] of batch.entries()) {
      const outcome = outcomes[i] as Outcome;
      if (typeof outcome === 'string') continue;
      if ('refused' in outcome) post.reject(outcome.refused);
      else {
        post.resolve(outcome);
        this.unsure.delete(nonceOf(post));
      }
    }
    // Sends the senders' answers first: a fan-out may take milliseconds.
    await nextTurn();
    for (const outcome of outcomes) {
      if (typeof outcome === 'string' || 'refused' in outcome || outcome.room === null) continue;
      sayInTurn(this.services, 'newMessage', outcome.message, to(outcome.room), committedMs);
      this.mentionEvents.queuePosted(outcome.message, outcome.called);
    }
  }
}

const keyOf = (userId: string, other: string): string => `${userId}:${other}`;
const nonceOf = ({ senderId, nonce }: Post): string => keyOf(senderId, nonce ?? '');

const isFresh = (one: Judged): one is Extract<Judged, { fresh: NewMessage }> =>
  typeof one !== 'string' && 'fresh' in one;

const isUnseen = (one: Judged | undefined): boolean =>
  typeof one === 'object' && 'refused' in one && asAppError(one.refused).code === 'not_found';

/**
 * Tells whether another process has just stored a message with this nonce (or a deadlock): judged again, the post finds
 * it.
 */
function storedElsewhere(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return (code === '23505' && constraint === 'messages_nonce') || code === '40P01';
}

const waitedInVain = (): Outcome => ({ refused: new AppError('unavailable', { retryAfter: 1 }) });

/**
 * Makes the outcome of a stored message, or `locked` when its place was locked or deleted: judging it again tells
 * which.
 */
function outcomeOf({ fresh, access }: Extract<Judged, { fresh: NewMessage }>, landed?: Stored): Outcome {
  if (!landed) return 'locked';
  return { message: landedMessage(fresh, access, landed.seq), created: true, room: landed.room, called: fresh.called };
}

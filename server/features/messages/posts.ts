import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Message } from '@palabre/common/contract/messages.ts';
import { type PostingAccess, postingAccess } from '../../platform/access.places.ts';
import { AppError, asAppError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/postgres/db.ts';
import { sayInTurn } from '../../platform/realtime/events.ts';
import { to } from '../../platform/realtime/rooms.ts';
import type { Services } from '../../platform/services.ts';
import { toMessage } from './messages.store.ts';
import { findByNonce, insertMessages, type NewMessage, type Stored } from './posts.store.ts';

/** What a person posts; rights are checked when its turn comes. */
export interface Post {
  senderId: string;
  placeId: string;
  content: string;
  nonce: string | null;
}

export interface Posted {
  message: Message;
  /** False when the same sender and nonce had posted it before. */
  created: boolean;
}

interface Waiting extends Post {
  resolve: (posted: Posted) => void;
  reject: (error: unknown) => void;
}

/** What became of a post: refused, or a message, with the room that is still to hear of it. */
type Outcome = { refused: unknown } | (Posted & { room: string | null });

/** What a post is before anything is stored: its outcome already, a message to store, or the same as such a one. */
type Judged = Outcome | { fresh: NewMessage; access: PostingAccess } | { sameAs: string };

const batchSize = 256;
const unsureAtMost = 10_000;

/**
 * Posts that arrive while others are being stored wait, and are then stored together: one query of rights and
 * one durable statement for all of them (decision 0003). Each poster is answered at the commit; the events
 * leave just after, in the order of `seq`.
 */
export class PostQueue {
  private waiting: Waiting[] = [];
  private running = false;
  /** Sender and nonce of posts that the database may have stored without an answer: nobody was told of them. */
  private readonly unsure = new Set<string>();

  constructor(private readonly services: Pick<Services, 'database' | 'places' | 'turns' | 'broadcaster' | 'logger'>) {}

  /**
   * Posts a message; the same sender and nonce again give the same message.
   * Refuses with `not_found` in a place one may not read, `cannot_write` in one where one may only read.
   */
  post(post: Post): Promise<Posted> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ ...post, resolve, reject });
      if (!this.running) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.running = true;
    // Those that arrived in this turn of the event loop go together.
    await nextTurn();
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, batchSize);
      // What fails in telling is never stored again: only judging and storing are tried again.
      await this.services.places.run(
        batch.map(post => post.placeId),
        async () => this.tell(batch, await this.settle(batch)),
      );
    }
    this.running = false;
  }

  /** Finds what becomes of each post, in the order given. One must not fail another: if all fail, each has its own try. */
  private async settle(batch: readonly Post[]): Promise<Outcome[]> {
    try {
      return await this.store(await this.judge(batch));
    } catch (error) {
      const away = asAppError(error).code === 'unavailable';
      if (batch.length === 1 || away) return batch.map(post => this.giveUp(post, error));
      const outcomes: Outcome[] = [];
      for (const post of batch) outcomes.push(...(await this.settle([post])));
      return outcomes;
    }
  }

  /** Its sender will try again; if it was stored after all, that is when everyone hears of it. */
  private giveUp(post: Post, error: unknown): Outcome {
    if (this.unsure.size >= unsureAtMost) this.unsure.clear();
    if (post.nonce) this.unsure.add(nonceOf(post));
    return { refused: error };
  }

  /** Reads rights and nonces, and says of each post what it is. */
  private async judge(batch: readonly Post[]): Promise<Judged[]> {
    const { pool } = this.services.database;
    const pairs = new Map(
      batch.map(({ senderId: userId, placeId }) => [keyOf(userId, placeId), { userId, placeId }] as const),
    );
    const [rights, known] = await Promise.all([postingAccess(pool, [...pairs.values()]), findByNonce(pool, batch)]);
    const stored = new Map(known.map(row => [keyOf(row.sender_id, row.nonce ?? ''), row]));
    const fresh = new Map<string, string>();
    return batch.map(post => {
      const access = rights.get(keyOf(post.senderId, post.placeId));
      const nonce = nonceOf(post);
      const before = stored.get(nonce);
      if (!access?.canRead) return { refused: new AppError('not_found') };
      if (before) {
        // A nonce belongs to one message: in another place, or of a deleted one, it answers nothing.
        if (before.place_id !== post.placeId || before.deleted) return { refused: new AppError('not_found') };
        return {
          message: toMessage(before, { placeId: post.placeId, kind: before.kind }),
          created: false,
          room: this.unsure.has(nonce) ? before.room : null,
        };
      }
      if (!access.canWrite) return { refused: new AppError('cannot_write') };
      const twin = fresh.get(nonce);
      if (twin) return { sameAs: twin };
      const message = { ...post, id: newId(), time: new Date().toISOString() };
      if (post.nonce) fresh.set(nonce, message.id);
      return { fresh: message, access };
    });
  }

  /** Stores those that are new, in one durable statement. */
  private async store(judged: readonly Judged[]): Promise<Outcome[]> {
    const fresh = judged.flatMap(one => ('fresh' in one ? one : []));
    const stored = await insertMessages(
      this.services.database.pool,
      fresh.map(one => one.fresh),
    );
    const outcomes = new Map(fresh.map(one => [one.fresh.id, outcomeOf(one, stored.get(one.fresh.id))]));
    return judged.map(one => {
      if ('fresh' in one) return outcomes.get(one.fresh.id) as Outcome;
      if (!('sameAs' in one)) return one;
      const same = outcomes.get(one.sameAs) as Outcome;
      return 'refused' in same ? same : { ...same, created: false, room: null };
    });
  }

  /** Answers the posters, then tells the rooms. */
  private async tell(batch: readonly Waiting[], outcomes: readonly Outcome[]): Promise<void> {
    for (const [i, post] of batch.entries()) {
      const outcome = outcomes[i] as Outcome;
      if ('refused' in outcome) post.reject(outcome.refused);
      else {
        post.resolve(outcome);
        this.unsure.delete(nonceOf(post));
      }
    }
    // The posters' answers leave first: a fan-out may take milliseconds.
    await nextTurn();
    for (const outcome of outcomes) {
      if ('refused' in outcome || outcome.room === null) continue;
      sayInTurn(this.services, 'newMessage', outcome.message, to(outcome.room));
    }
  }
}

const keyOf = (userId: string, other: string): string => `${userId}:${other}`;
const nonceOf = ({ senderId, nonce }: Post): string => keyOf(senderId, nonce ?? '');

/** A message as it landed; its place may have gone meanwhile. */
function outcomeOf({ fresh, access }: { fresh: NewMessage; access: PostingAccess }, landed?: Stored): Outcome {
  if (!landed) return { refused: new AppError('not_found') };
  const row = {
    id: fresh.id,
    position: landed.seq,
    seq: landed.seq,
    sender_id: fresh.senderId,
    nonce: fresh.nonce,
    content: fresh.content,
    time: fresh.time,
    updated: false,
    first_name: access.firstName,
    last_name: access.lastName,
    avatar: access.avatar,
  };
  const message = toMessage(row, { placeId: fresh.placeId, kind: access.kind });
  return { message, created: true, room: landed.room };
}

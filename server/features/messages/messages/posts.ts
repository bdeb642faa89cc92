import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { rightKey } from '../../../platform/access/access.places.ts';
import { nowhere } from '../../../platform/access/access.workspaces.ts';
import { AppError, asAppError, fail } from '../../../platform/http/errors.ts';
import { inBatches } from '../../../platform/pacing/in-batches.ts';
import { sayInTurn } from '../../../platform/realtime/events.ts';
import { to } from '../../../platform/realtime/rooms.ts';
import type { Services } from '../../../platform/services.ts';
import { readMessage } from '../timeline/open/messages.store.ts';
import {
  type Judged,
  judgePosts,
  nonceOf,
  type Outcome,
  type Placed,
  type Post,
  type Posted,
  unseenCode,
} from './judging.ts';
import { Lanes } from './lanes.ts';
import { insertMessages, landedMessage, type NewMessage, type Stored } from './posts.store.ts';
import { type Asking, insertTwins, readThreadsAsked, type ThreadAsked } from './posts.threads.store.ts';
import { refusingUnseen } from './refuse-unseen.ts';

interface Waiting extends Placed {
  since: number;
  resolve: (posted: Posted) => void;
  reject: (error: unknown) => void;
}

const batchSize = 256;
const unsureAtMost = 10_000;
/** Longest wait for a place; a post that waits longer fails with `unavailable`. */
const placeWaitMs = 10_000;

/**
 * Queue of posts. Posts that arrive while a batch is being stored form the next batch: one query of rights and one
 * durable statement for all (decision 0003). Each sender is answered at the commit; events leave just after, in the
 * order of `seq`. A locked place delays its own posts only.
 */
export class PostQueue {
  private readonly lanes: Lanes<Waiting>;
  private readonly threadAsked: (asking: Asking) => Promise<ThreadAsked | undefined>;
  /** Number of messages stored by this process. */
  stored = 0;
  private running = false;
  /**
   * Sender and nonce of posts that may have been stored although the statement failed: their events were not emitted.
   */
  private readonly unsure = new Set<string>();

  constructor(
    private readonly services: Pick<Services, 'database' | 'places' | 'turns' | 'broadcaster' | 'logger'>,
    private readonly mentionEvents: Services['mentionEvents'],
  ) {
    const refuseUnseen = refusingUnseen<Waiting>(
      posts => this.notUnseen(posts),
      post => this.lanes.remove(laneOf(post), post),
      unseenCode,
    );
    const wake = () => {
      if (!this.running) void this.run();
    };
    this.threadAsked = inBatches(async (asking: Asking[]) => {
      const threads = await readThreadsAsked(services.database.pool, asking);
      return new Map(
        asking.flatMap(one => {
          const thread = threads.get(rightKey(one.userId, one.messageId));
          return thread ? [[one, thread] as const] : [];
        }),
      );
    });
    this.lanes = new Lanes(services.places, wake, held => held.forEach(post => void refuseUnseen(post)));
  }

  /**
   * Posts a message; the same sender and nonce again give the same message.
   * @throws AppError `not_found`, `cannot_write`; for a quote `message_not_found`, `answered_deleted`; for a reply in a
   * thread `message_not_found`, `thread_full`
   */
  async post(post: Post): Promise<Posted> {
    const placed = await this.place(post);
    return new Promise((resolve, reject) => {
      this.lanes.add(laneOf(placed), { ...placed, since: performance.now(), resolve, reject });
    });
  }

  /** Finds the channel or conversation of a reply whose client did not name it. */
  private async place(post: Post): Promise<Placed> {
    if (post.placeId) return { ...post, placeId: post.placeId };
    const messageId = post.threadOf ?? fail('one_place');
    const thread = await this.threadAsked({ userId: post.senderId, messageId });
    return { ...post, placeId: thread?.homeId ?? nowhere };
  }

  /** Fails as the post would, before its files are read; or returns the message it repeats, if its events have left. */
  async foresee(post: Omit<Post, 'content' | 'id' | 'files'>): Promise<Message | null> {
    const [judged] = await this.judge([await this.place({ ...post, content: '' })]);
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
  private giveUp(post: Pick<Post, 'senderId' | 'nonce'>, error: unknown): Outcome {
    if (this.unsure.size >= unsureAtMost) this.unsure.clear();
    if (post.nonce) this.unsure.add(nonceOf(post));
    return { refused: error };
  }

  /** Returns the posts that the check at their turn would not refuse with `not_found`. */
  private async notUnseen(posts: readonly Waiting[]): Promise<Map<Waiting, true>> {
    const judged = await this.judge(posts);
    return new Map(posts.filter((post, i) => !isUnseen(post, judged[i])).map(post => [post, true]));
  }

  private judge(posts: readonly Placed[]): Promise<Judged[]> {
    return judgePosts(this.services.database.pool, posts, this.unsure);
  }

  /** Stores new messages in one durable statement. */
  private async store(judged: readonly Judged[]): Promise<Outcome[]> {
    const { pool } = this.services.database;
    const fresh = judged.filter(isFresh);
    const stored = await insertMessages(
      pool,
      fresh.flatMap(({ fresh, copy }) => (copy ? [] : fresh)),
    );
    // Replies also shown in their channel are few, so each takes a transaction of its own, which holds both places.
    const failed = new Map<string, Outcome>();
    for (const { fresh: reply, copy } of fresh) {
      if (!copy) continue;
      try {
        for (const [id, row] of await insertTwins(pool, [reply, copy])) stored.set(id, row);
      } catch (error) {
        // The others are stored: their events must leave.
        failed.set(reply.id, storedElsewhere(error) ? 'again' : this.giveUp(reply, error));
      }
    }
    this.stored += stored.size;
    return Promise.all(
      judged.map(one => (isFresh(one) ? (failed.get(one.fresh.id) ?? outcomeOf(one, stored)) : this.withCopy(one))),
    );
  }

  /** Adds its copy to a repeated reply whose events may not have left. */
  private async withCopy(one: Outcome): Promise<Outcome> {
    if (typeof one === 'string' || 'refused' in one || one.room === null) return one;
    const { copyId, parent } = one.message;
    const homeId = parent?.channelId ?? parent?.conversationId;
    if (!copyId || !homeId) return one;
    const home = { placeId: homeId, homeId, kind: parent?.channelId ? 'channel' : 'conversation' } as const;
    return { ...one, copy: await readMessage(this.services.database.kysely, copyId, home) };
  }

  /** Answers the senders, then notifies the rooms. */
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
      if (outcome.copy) sayInTurn(this.services, 'newMessage', outcome.copy, to(outcome.room), committedMs);
      this.mentionEvents.queuePosted(outcome.message, outcome.called);
    }
  }
}

/** Returns the key of the lane in which a post waits: its thread's or its place's. */
const laneOf = ({ threadOf, placeId }: Placed): string => threadOf ?? placeId;

type Fresh = Extract<Judged, { fresh: NewMessage }>;
const isFresh = (one: Judged): one is Fresh => typeof one !== 'string' && 'fresh' in one;

const isUnseen = (post: Placed, one: Judged | undefined): boolean =>
  typeof one === 'object' && 'refused' in one && asAppError(one.refused).code === unseenCode(post);

/**
 * Tells whether another process has just stored a message with this nonce (or a deadlock occurred): a new check then
 * finds it.
 */
function storedElsewhere(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return (code === '23505' && constraint === 'messages_nonce') || code === '40P01';
}

const waitedInVain = (): Outcome => ({ refused: new AppError('unavailable', { retryAfter: 1 }) });

/** Makes the outcome of a stored message, or `locked` when its place was locked or deleted: a new check tells which. */
function outcomeOf({ fresh, copy, access }: Fresh, stored: ReadonlyMap<string, Stored>): Outcome {
  const [landed, twin] = [stored.get(fresh.id), copy && stored.get(copy.id)];
  if (!landed) return 'locked';
  return {
    ...{ message: landedMessage(fresh, access, landed.seq), created: true, room: landed.room, called: fresh.called },
    ...(copy && twin && { copy: landedMessage(copy, access, twin.seq) }),
  };
}

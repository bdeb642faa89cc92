import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { WireIds } from '../../../platform/access/access.places.ts';
import type { Pace } from '../../../platform/http/floods/pace.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { createSparing, type Sparing } from '../../../platform/pacing/sparing.ts';
import type { Event } from '../../../platform/realtime/events.ts';
import { forgetGone, indexPlaces, placesBehind, settleIndex } from './indexer.store.ts';

/** Delay between a post and its indexing, on an idle server. */
const soonMs = 200;
/**
 * Pause after a batch, as a multiple of the batch's duration, up to a bound: a flood of posts is indexed late, without
 * slowing posts.
 */
const rest = { times: 7, atMostMs: 2_500 };
/** Limit on the slowness that counts: without a limit, an index on a server that looks slow would lose its pauses. */
const slownessAtMost = 6;
const placesAtOnce = 32;
/** Pause after a failed batch: doubled by each failure in a row, up to a bound. */
const failed = { restMs: 250, atMostMs: 5_000 };
/** Time to index pending places when the process stops; the next start indexes the rest. */
const endWithinMs = 300;

/**
 * Returns the pause after a batch. On a server slow for everybody, a batch takes the time of all concurrent work:
 * pauses in proportion would let the index fall minutes behind, for its own small cost.
 * @param slowness times by which everything takes longer than on a quick server
 */
export const restAfter = (tookMs: number, slowness: number): number =>
  Math.min(Math.max(soonMs, (tookMs / Math.min(slowness, slownessAtMost)) * rest.times), rest.atMostMs);

const aboutMessages = new Set<string>(['newMessage', 'updateMessage', 'deleteMessage']);

/**
 * Keeps the index in step with messages, asynchronously to posts: each changed place is read on from its mark in order
 * of `seq`, so that no process misses or repeats a change (decision 0032). A job each minute catches up after a crash.
 */
export class SearchIndexer {
  private readonly noted = new Set<string>();
  private running: Promise<void> | undefined;
  private closedAt: number | undefined;
  private readonly ending = new AbortController();
  private readonly log: Sparing;

  constructor(
    private readonly pool: pg.Pool,
    logger: Logger,
    private readonly pace: Pick<Pace, 'slowness'>,
  ) {
    this.log = createSparing(logger);
  }

  /** Adds the place of a message event to the queue. */
  hear({ name, payload }: Pick<Event, 'name' | 'payload'>): void {
    if (!aboutMessages.has(name)) return;
    const { threadId, channelId, conversationId } = payload as WireIds;
    this.note(threadId ?? channelId ?? conversationId);
  }

  /** Queues every place that changed since it was indexed, and drops deleted places. */
  async catchUp(): Promise<void> {
    await forgetGone(this.pool);
    for (const placeId of await placesBehind(this.pool)) this.note(placeId);
  }

  /** Indexes the queue without pauses, and accepts nothing more. */
  async close(): Promise<void> {
    this.closedAt = performance.now();
    this.ending.abort();
    await this.running;
  }

  private note(placeId: string | null): void {
    if (placeId === null || this.closedAt !== undefined) return;
    this.noted.add(placeId);
    this.running ??= this.run().finally(() => {
      this.running = undefined;
    });
  }

  private get isLate(): boolean {
    return this.closedAt !== undefined && performance.now() - this.closedAt > endWithinMs;
  }

  private async run(): Promise<void> {
    let restMs = soonMs;
    let failures = 0;
    while (this.noted.size > 0 && !this.isLate) {
      await pause(restMs, undefined, { ref: false, signal: this.ending.signal }).catch(() => {});
      // After a failure, places are indexed one by one: a place that fails again does not hold up the others.
      const some = [...this.noted].slice(0, failures > 0 ? 1 : placesAtOnce);
      for (const placeId of some) this.noted.delete(placeId);
      const began = performance.now();
      try {
        for (const placeId of await indexPlaces(this.pool, some)) this.noted.add(placeId);
        await settleIndex(this.pool);
        failures = 0;
        restMs = restAfter(performance.now() - began, this.pace.slowness);
      } catch (error) {
        this.log('warn', 'search could not be kept up, tried again', { err: error });
        if (this.closedAt !== undefined) return;
        for (const placeId of some) this.noted.add(placeId);
        restMs = Math.min(failed.restMs * 2 ** failures, failed.atMostMs);
        failures += 1;
      }
    }
  }
}

/** Job that catches up on changes left by a crash, an upgrade or a failure: at the start, and each minute. */
export const catchUp = (indexer: SearchIndexer): Job => ({
  name: 'search.catchUp',
  cron: '* * * * *',
  atStart: true,
  run: () => indexer.catchUp(),
});

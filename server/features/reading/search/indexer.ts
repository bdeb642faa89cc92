import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Event } from '../../../platform/realtime/events.ts';
import { forgetGone, indexPlaces, placesBehind, settleIndex } from './indexer.store.ts';

/** A message is found this long after it was posted, when there is nothing else to do. */
const soonMs = 200;
/**
 * Times what was spent on it that is left to others before the next go, up to a bound: a flood of posts is found late, and
 * not slowed.
 */
const rest = { times: 7, atMostMs: 2_500 };
const placesAtOnce = 32;
/** What waits when the process stops is read within this time; the next start reads the rest. */
const endWithinMs = 300;

const aboutMessages = new Set<string>(['newMessage', 'updateMessage', 'deleteMessage']);

/**
 * Keeps what messages are found by in step with them, beside their posting and not within it: each place that something
 * was said of is read on from its mark, in the order of its changes, so that nothing is missed or counted twice, whichever
 * process does it (decision 0032). What a crash left is met again by the job of every minute.
 */
export class SearchIndexer {
  private readonly noted = new Set<string>();
  private running: Promise<void> | undefined;
  private closedAt: number | undefined;
  private readonly ending = new AbortController();

  constructor(
    private readonly pool: pg.Pool,
    private readonly logger: Logger,
  ) {}

  /** Notes the place of a message that something is said of. */
  hear({ name, payload }: Pick<Event, 'name' | 'payload'>): void {
    if (!aboutMessages.has(name)) return;
    const { channelId, conversationId } = payload as { channelId: string | null; conversationId: string | null };
    this.note(channelId ?? conversationId);
  }

  /** Notes every place that has changed since it was read last, and forgets those that are gone. */
  async catchUp(): Promise<void> {
    await forgetGone(this.pool);
    for (const placeId of await placesBehind(this.pool)) this.note(placeId);
  }

  /** Reads what waits, without a rest, and nothing that comes later. */
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
    while (this.noted.size > 0 && !this.isLate) {
      await pause(restMs, undefined, { ref: false, signal: this.ending.signal }).catch(() => {});
      const some = [...this.noted].slice(0, placesAtOnce);
      for (const placeId of some) this.noted.delete(placeId);
      const began = performance.now();
      try {
        for (const placeId of await indexPlaces(this.pool, some)) this.noted.add(placeId);
        await settleIndex(this.pool);
        restMs = Math.min(Math.max(soonMs, (performance.now() - began) * rest.times), rest.atMostMs);
      } catch (error) {
        // The job of every minute finds them again.
        this.logger.warn({ err: error }, 'search could not be kept up');
        return;
      }
    }
  }
}

/** Meets again what a crash, an upgrade or a failure left unread, and forgets what is gone: at the start, and each minute. */
export const catchUp = (indexer: SearchIndexer): Job => ({
  name: 'search.catchUp',
  cron: '* * * * *',
  atStart: true,
  run: () => indexer.catchUp(),
});

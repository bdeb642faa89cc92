import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Broadcaster } from '../../platform/realtime/events.ts';
import { forgetGone, indexPlaces, placesBehind } from './indexer.store.ts';

/** A message is found this long after it was posted, when there is nothing else to do. */
const soonMs = 200;
/**
 * Times what was spent on it that is left to others before the next go, up to a bound: a flood of posts is found late, and
 * not slowed.
 */
const rest = { times: 7, atMostMs: 2_500 };
const placesAtOnce = 32;

const aboutMessages = new Set<string>(['newMessage', 'updateMessage', 'deleteMessage']);

/**
 * Keeps what messages are found by in step with them, beside their posting and not within it: each place that something
 * was said of is read on from its mark, in the order of its changes, so that nothing is missed or counted twice, whichever
 * process does it (decision 0032). What a crash left is met again by the job of every minute.
 */
export class SearchIndexer {
  private readonly noted = new Set<string>();
  private running: Promise<void> | undefined;
  private closed = false;

  constructor(
    private readonly pool: pg.Pool,
    private readonly logger: Logger,
  ) {}

  /** The same broadcaster; what it says of messages is noted. */
  hearing(broadcaster: Broadcaster): Broadcaster {
    return {
      send: (name, payload, target) => {
        if (aboutMessages.has(name)) {
          const { channelId, conversationId } = payload as { channelId: string | null; conversationId: string | null };
          this.note(channelId ?? conversationId);
        }
        broadcaster.send(name, payload, target);
      },
      sendTogether: events => broadcaster.sendTogether(events),
      syncRooms: userIds => broadcaster.syncRooms(userIds),
    };
  }

  /** Notes every place that has changed since it was read last, and forgets those that are gone. */
  async catchUp(): Promise<void> {
    await forgetGone(this.pool);
    for (const placeId of await placesBehind(this.pool)) this.note(placeId);
  }

  async close(): Promise<void> {
    this.closed = true;
    this.noted.clear();
    await this.running;
  }

  private note(placeId: string | null): void {
    if (placeId === null || this.closed) return;
    this.noted.add(placeId);
    this.running ??= this.run().finally(() => {
      this.running = undefined;
    });
  }

  private async run(): Promise<void> {
    let restMs = soonMs;
    while (this.noted.size > 0) {
      await pause(restMs, undefined, { ref: false });
      const some = [...this.noted].slice(0, placesAtOnce);
      for (const placeId of some) this.noted.delete(placeId);
      const began = performance.now();
      try {
        for (const placeId of await indexPlaces(this.pool, some)) if (!this.closed) this.noted.add(placeId);
        restMs = Math.min(Math.max(soonMs, (performance.now() - began) * rest.times), rest.atMostMs);
      } catch (error) {
        // The job of every minute finds them again.
        this.logger.warn({ err: error }, 'search could not be kept up');
        return;
      }
    }
  }
}

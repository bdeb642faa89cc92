import { rooms, to } from '../../../platform/realtime/rooms.ts';
import type { Services } from '../../../platform/services.ts';
import { inTransaction } from '../../../platform/work.ts';
import { readChannelsOf } from '../structure/open/guests.store.ts';
import { claimEnded, readNextEnd } from './guests.store.ts';
import { settleAccounts, tellEnd } from './open/stays.ts';

const atOnce = 100;
const aheadMs = 60_000;

/** Ends of stays: the former guest is notified, leaves the rooms, and loses the sessions if no other stay is left. */
export class Endings {
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(private readonly services: Services) {}

  /** Ends the stays that are over, and schedules the next one that ends before the job runs again. */
  async run(): Promise<void> {
    while ((await this.endSome()) === atOnce);
    const next = await readNextEnd(this.services.database.kysely, aheadMs);
    clearTimeout(this.timer);
    if (next === undefined || this.stopped) return;
    this.timer = setTimeout(() => void this.runLater(), Math.max(0, next.getTime() - Date.now()) + 50);
    this.timer.unref();
  }

  /** Cancels the timer. */
  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private async runLater(): Promise<void> {
    const { underWay, logger } = this.services;
    try {
      await underWay.run(() => this.run());
    } catch (error) {
      // The job ends them within the minute.
      logger.warn({ err: error }, 'ends of stays not acted upon');
    }
  }

  private endSome(): Promise<number> {
    return inTransaction(this.services, async work => {
      const ended = await claimEnded(work.db, atOnce);
      for (const stay of ended) {
        for (const _id of await readChannelsOf(work.db, stay)) {
          work.emit('deleteChannel', { _id, workspaceId: stay.workspaceId }, to(rooms.user(stay.userId)));
        }
        await tellEnd(work, stay);
      }
      await settleAccounts(this.services, work, [...new Set(ended.map(({ userId }) => userId))]);
      return ended.length;
    });
  }
}

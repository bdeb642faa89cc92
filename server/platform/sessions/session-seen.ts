import { limits } from '@palabre/common/contract/fields.ts';
import type { Db } from '../postgres/db.ts';
import { writeSeen } from './session.store.ts';

const everyMs = 3 * 60_000;
/** Time until the first use after a long rest is written. */
const soonMs = 5_000;
/** Sessions written in one statement. */
const writtenTogether = 1_000;
/** Limit on noted sessions, some 20 MB; further ones are noted after the next write. */
const notedAtMost = 100_000;
/** Limit on the idle time that counts: no session lasts longer. */
const restAtMostMs = limits.sessionDays * 86_400_000;

/** Time, and address if known, of the last use of a session. */
export interface Seen {
  /** Milliseconds of the process's clock that only goes forward: the database says what time that was. */
  at: number;
  address: string | null;
}

/**
 * Records when and from where sessions were last used: noted in memory at each use, written in batches every few
 * minutes. A failed batch waits for the next write.
 *
 * A use is an act of a person on a device (decision 0079): a request with the session in its header, a chosen status,
 * typing, and the last touch that a page reports with its requests and heartbeats. A page left open with nobody at it
 * does not count, whatever it fetches by itself, nor does a picture, whose request has the cookie alone. For a client
 * that reports no touches, every request counts.
 */
export class SeenSessions {
  private noted = new Map<string, Seen>();
  /** Sessions whose next use is to be written early, at most as many as noted ones. */
  private readonly resting = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  /** Time at which the timer ends. */
  private dueAt = 0;

  constructor(private readonly db: Db) {}

  /**
   * Notes a use of a session.
   * @param address called once between two writes, since finding the address costs
   * @param idleMs time since the person last touched the device
   */
  note(sid: string, address?: () => string, idleMs = 0): void {
    const at = performance.now() - Math.min(idleMs, restAtMostMs);
    const known = this.noted.get(sid);
    if (known) {
      known.at = Math.max(known.at, at);
      known.address ??= address?.() ?? null;
    } else if (this.noted.size < notedAtMost) {
      this.noted.set(sid, { at, address: address?.() ?? null });
    } else return;
    this.arm(idleMs < everyMs && this.resting.delete(sid) ? soonMs : everyMs);
  }

  /**
   * Schedules an early write of a session's next use: its stored last use is so old that the session might already
   * count as unused.
   */
  hasten(sid: string): void {
    if (this.resting.size < notedAtMost) this.resting.add(sid);
  }

  /** Writes the noted uses. */
  async write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const noted = [...this.noted];
    this.noted = new Map();
    this.resting.clear();
    for (let from = 0; from < noted.length; from += writtenTogether) {
      const some = noted.slice(from, from + writtenTogether);
      await writeSeen(this.db, some).catch(() => this.keep(some));
    }
  }

  private keep(some: readonly [string, Seen][]): void {
    for (const [sid, seen] of some) if (!this.noted.has(sid)) this.noted.set(sid, seen);
    this.arm(everyMs);
  }

  /** Schedules a write of the noted sessions within a time. */
  private arm(withinMs: number): void {
    const dueAt = performance.now() + withinMs;
    if (this.timer && this.dueAt <= dueAt) return;
    clearTimeout(this.timer);
    this.dueAt = dueAt;
    this.timer = setTimeout(() => void this.write(), withinMs).unref();
  }

  /** Writes the remaining sessions; called while the database is still open. */
  async close(): Promise<void> {
    await this.write();
    clearTimeout(this.timer);
  }
}

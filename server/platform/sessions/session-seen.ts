import type { Db } from '../postgres/db.ts';
import { writeSeen } from './session.store.ts';

const everyMs = 3 * 60_000;
/** Sessions written in one statement. */
const writtenTogether = 1_000;
/** Noted sessions at most, some 20 MB; further ones are noted after the next write. */
const notedAtMost = 100_000;

/** Time, and address if known, of the last use of a session. */
export interface Seen {
  at: number;
  address: string | null;
}

/**
 * Records when and from where sessions were last used: noted in memory at each request, written in batches every few
 * minutes. A failed batch waits for the next write.
 */
export class SeenSessions {
  private noted = new Map<string, Seen>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly db: Db) {}

  /**
   * Notes a use of a session.
   * @param address called once between two writes, since finding the address costs
   */
  note(sid: string, address?: () => string): void {
    const known = this.noted.get(sid);
    if (known) {
      known.at = Date.now();
      known.address ??= address?.() ?? null;
    } else if (this.noted.size < notedAtMost) {
      this.noted.set(sid, { at: Date.now(), address: address?.() ?? null });
      this.timer ??= setTimeout(() => void this.write(), everyMs).unref();
    }
  }

  /** Writes the noted uses. */
  async write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const noted = [...this.noted];
    this.noted = new Map();
    for (let from = 0; from < noted.length; from += writtenTogether) {
      const some = noted.slice(from, from + writtenTogether);
      await writeSeen(this.db, some).catch(() => this.keep(some));
    }
  }

  private keep(some: readonly [string, Seen][]): void {
    for (const [sid, seen] of some) if (!this.noted.has(sid)) this.noted.set(sid, seen);
    this.timer ??= setTimeout(() => void this.write(), everyMs).unref();
  }

  /** Writes what is left; called while the database is still open. */
  async close(): Promise<void> {
    await this.write();
    clearTimeout(this.timer);
  }
}

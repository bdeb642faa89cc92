import type { Db } from '../postgres/db.ts';
import { writeSeen } from './session.store.ts';

const everyMs = 3 * 60_000;
/** In one statement. */
const writtenTogether = 1_000;
/** Some 20 MB: beyond it, who else comes is noted in the next minutes. */
const notedAtMost = 100_000;

export interface Seen {
  at: number;
  address: string | null;
}

/**
 * When sessions were last used, and from where: noted at each request, written for all of them together every few
 * minutes. What could not be written waits for the next time.
 */
export class SeenSessions {
  private noted = new Map<string, Seen>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly db: Db) {}

  /** @param address asked for once between two writings: finding it costs */
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

  /** Writes what was noted. */
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

  /** Writes what is left; to be called while the database is still open. */
  async close(): Promise<void> {
    await this.write();
    clearTimeout(this.timer);
  }
}

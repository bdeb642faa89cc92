import type { ServerResponse } from 'node:http';
import { availableParallelism } from 'node:os';
import { AppError } from '../../../platform/http/errors.ts';
import { searchesAtOnce } from '../../../platform/postgres/db.ts';

/** Limit on concurrent searches, each of another person. */
const atOnce = searchesAtOnce;
/** Limit on concurrent searches that are still short: one core stays free for posts. */
const shortAtOnce = Math.max(1, Math.min(atOnce, availableParallelism() - 1));
/** Time after which a search counts as long, and lets the next one begin beside it. */
const shortMs = 60;
/** Limits on waiting searches, for one person and in all: fast typing leaves a few behind. */
const waiting = { ofPerson: 12, inAll: 1_000 };
/** Longest wait of a search: its person has moved on by then, and running it would delay later searches. */
const waitAtMostMs = 10_000;
/**
 * Wait of the oldest search beyond which the newest goes first (LIFO): under overload, most searches are then answered
 * at once and some not at all, instead of all of them late. No sooner, since a queue that a nearly full core works off
 * in order within two seconds would starve its last searches for as long as others arrive.
 */
const lateMs = 2_000;

interface Waiting {
  since: number;
  begin: () => void;
}

/** Connection of the client that waits for a search. */
type Client = Pick<ServerResponse, 'closed' | 'once' | 'off'>;

/**
 * Runs one search of a person at a time, people in turn, so that nobody's many searches delay other people's. A search
 * whose client is gone leaves the queue.
 */
export class SearchLine {
  private readonly running = new Set<string>();
  /** Waiting searches by person; a person who had a turn moves to the end. */
  private readonly line = new Map<string, readonly Waiting[]>();
  private inLine = 0;
  private short = 0;

  constructor(private readonly shortOnes = shortAtOnce) {}

  /**
   * Runs a search in its turn.
   * @throws `too_many_requests` when too many searches wait already, or when this one has waited for too long
   */
  async run<T>(userId: string, client: Client, search: () => Promise<T>): Promise<T> {
    await this.turn(userId, client);
    const growsLong = this.countShort();
    try {
      return await search();
    } finally {
      growsLong();
      this.running.delete(userId);
      const left = this.line.get(userId);
      this.line.delete(userId);
      if (left) this.line.set(userId, left);
      this.next();
    }
  }

  private async turn(userId: string, client: Client): Promise<void> {
    const own = this.line.get(userId) ?? [];
    if (client.closed || own.length >= waiting.ofPerson || this.inLine >= waiting.inAll) throw refusal();
    await new Promise<void>((resolve, reject) => {
      const search = {
        since: performance.now(),
        begin: () => {
          end();
          resolve();
        },
      };
      const leave = () => {
        end();
        this.take(userId, search);
        reject(refusal());
      };
      const end = () => {
        clearTimeout(timer);
        client.off('close', leave);
      };
      const timer = setTimeout(leave, waitAtMostMs);
      client.once('close', leave);
      this.line.set(userId, [...own, search]);
      this.inLine += 1;
      this.next();
    });
  }

  /** Removes a person's search from the queue. */
  private take(userId: string, search: Waiting): void {
    const rest = this.line.get(userId)?.filter(one => one !== search) ?? [];
    if (rest.length > 0) this.line.set(userId, rest);
    else this.line.delete(userId);
    this.inLine -= 1;
  }

  /** Counts a search as short until it has run for long, or until the returned function is called. */
  private countShort(): () => void {
    let isShort = true;
    const end = () => {
      clearTimeout(timer);
      if (!isShort) return;
      isShort = false;
      this.short -= 1;
    };
    const timer = setTimeout(() => {
      end();
      this.next();
    }, shortMs);
    return end;
  }

  private next(): void {
    while (this.running.size < atOnce && this.short < this.shortOnes) {
      const chosen = this.choose();
      if (!chosen) return;
      const [userId, search] = chosen;
      this.take(userId, search);
      this.running.add(userId);
      this.short += 1;
      search.begin();
    }
  }

  /** Chooses the next search: of the person without a turn for longest, or the newest of all once some are late. */
  private choose(): [userId: string, search: Waiting] | undefined {
    const before = performance.now() - lateMs;
    const isLate = [...this.line.values()].some(([oldest]) => oldest && oldest.since < before);
    let chosen: [string, Waiting] | undefined;
    for (const [userId, own] of this.line) {
      const search = isLate ? own.at(-1) : own[0];
      if (!search || this.running.has(userId)) continue;
      if (!isLate) return [userId, search];
      if (!chosen || chosen[1].since <= search.since) chosen = [userId, search];
    }
    return chosen;
  }
}

const refusal = () => new AppError('too_many_requests', { retryAfter: 1, refusal: 'search' });

import { availableParallelism } from 'node:os';
import { fail } from '../../../platform/http/errors.ts';

/** Searches that run at once, each of another person: the database's other connections stay free for requests. */
const atOnce = 4;
/** Searches that run at once and are short so far: of the cores, one stays free for posts. */
const shortAtOnce = Math.max(1, Math.min(atOnce, availableParallelism() - 1));
/** Time after which a search counts as long, and lets the next one begin beside it. */
const shortMs = 60;
/** Searches that may wait, for one person and in all: fast typing leaves a few behind. */
const waiting = { ofPerson: 12, inAll: 1_000 };

/** Runs one search of a person at a time, people in turn, so that nobody's many searches delay those of others. */
export class SearchLine {
  private readonly running = new Set<string>();
  /** Waiting searches by person; a person who had a turn moves to the end. */
  private readonly line = new Map<string, (() => void)[]>();
  private inLine = 0;
  private short = 0;

  constructor(private readonly shortOnes = shortAtOnce) {}

  /** @throws `too_many_requests` when too many searches wait already */
  async run<T>(userId: string, search: () => Promise<T>): Promise<T> {
    await this.turn(userId);
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

  private async turn(userId: string): Promise<void> {
    const own = this.line.get(userId) ?? [];
    if (own.length >= waiting.ofPerson || this.inLine >= waiting.inAll)
      fail('too_many_requests', { retryAfter: 1, refusal: 'search' });
    await new Promise<void>(resolve => {
      this.line.set(userId, [...own, resolve]);
      this.inLine += 1;
      this.next();
    });
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
    for (const [userId, [first, ...rest]] of this.line) {
      if (this.running.size >= atOnce || this.short >= this.shortOnes) return;
      if (!first || this.running.has(userId)) continue;
      if (rest.length > 0) this.line.set(userId, rest);
      else this.line.delete(userId);
      this.inLine -= 1;
      this.running.add(userId);
      this.short += 1;
      first();
    }
  }
}

import { fail } from '../../../platform/http/errors.ts';

/** Searches that run at once, each of another person: the others have the database's other connections. */
const atOnce = 4;
/** Searches of one person that wait, and of all: who types fast leaves a few behind. */
const waiting = { ofPerson: 12, inAll: 1_000 };

/**
 * Lets one search of a person run at a time, and people take turns: however many one asks for, the others wait for what runs.
 */
export class SearchLine {
  private readonly running = new Set<string>();
  /** What each person has waiting; who had a turn goes to the end. */
  private readonly line = new Map<string, (() => void)[]>();
  private inLine = 0;

  /** @throws `too_many_requests` when as many wait already */
  async run<T>(userId: string, search: () => Promise<T>): Promise<T> {
    await this.turn(userId);
    try {
      return await search();
    } finally {
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

  private next(): void {
    for (const [userId, [first, ...rest]] of this.line) {
      if (this.running.size >= atOnce) return;
      if (!first || this.running.has(userId)) continue;
      if (rest.length > 0) this.line.set(userId, rest);
      else this.line.delete(userId);
      this.inLine -= 1;
      this.running.add(userId);
      first();
    }
  }
}

import { fail } from '../http/errors.ts';

/** Turn in a queue: begins once `before` resolves, and is over when `end` is called. */
export interface Turn {
  /** Whether the turn began at once. */
  free: boolean;
  before: Promise<unknown>;
  end: () => void;
}

/** Queue of one thing: the last turn, and the number of turns not ended. */
interface Line {
  last: Promise<void>;
  length: number;
}

/**
 * Serializes work about the same things in this process, in the order in which turns were taken. Work about other
 * things does not wait.
 */
export class Turns {
  private readonly lines = new Map<string, Line>();

  /** Takes the next turn for all these things at once, so that no two turns deadlock. */
  take(things: Iterable<string>): Turn {
    const keys = [...new Set(things)];
    const before = keys.flatMap(key => this.lines.get(key)?.last ?? []);
    let resolve = () => {};
    const mine = new Promise<void>(done => {
      resolve = done;
    });
    for (const key of keys) this.lines.set(key, { last: mine, length: this.waiting(key) + 1 });
    const end = () => {
      for (const key of keys) {
        const line = this.lines.get(key);
        if (line?.last === mine) this.lines.delete(key);
        else if (line) line.length -= 1;
      }
      resolve();
    };
    return { free: before.length === 0, before: Promise.all(before), end };
  }

  /** Says whether a turn for this thing would begin at once. */
  isFree(thing: string): boolean {
    return this.waiting(thing) === 0;
  }

  /** Runs an action once the turns taken so far for these things are over; at once when there are none. */
  after(things: Iterable<string>, action: () => void): void {
    const before = [...things].flatMap(thing => this.lines.get(thing)?.last ?? []);
    if (before.length === 0) action();
    else void Promise.all(before).then(action);
  }

  /**
   * Runs work alone for all these things.
   * @param atMost turns in the queue of one thing; the next is refused with `too_many_requests`
   */
  async run<T>(things: Iterable<string>, work: () => Promise<T>, atMost = Number.POSITIVE_INFINITY): Promise<T> {
    const keys = [...things];
    if (keys.some(key => this.waiting(key) >= atMost))
      fail('too_many_requests', { retryAfter: 1, refusal: 'changes_in_line' });
    const { before, end } = this.take(keys);
    try {
      await before;
      return await work();
    } finally {
      end();
    }
  }

  private waiting(thing: string): number {
    return this.lines.get(thing)?.length ?? 0;
  }
}

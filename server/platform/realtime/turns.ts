/** A turn that was taken: it has come once `before` resolves, and is over when `end` is called. */
export interface Turn {
  before: Promise<unknown>;
  end: () => void;
}

/**
 * Lets what concerns the same things happen one after the other in this process, in the order in which turns were
 * taken. What concerns other things waits for nothing.
 */
export class Turns {
  private readonly tails = new Map<string, Promise<void>>();

  /** Takes the next turn for all these things at once, so that no two ever wait for each other. */
  take(things: Iterable<string>): Turn {
    const keys = [...new Set(things)];
    const before = Promise.all(keys.map(key => this.tails.get(key)));
    let resolve = () => {};
    const mine = new Promise<void>(done => {
      resolve = done;
    });
    for (const key of keys) this.tails.set(key, mine);
    const end = () => {
      for (const key of keys) if (this.tails.get(key) === mine) this.tails.delete(key);
      resolve();
    };
    return { before, end };
  }

  /** Does something once the turns taken so far for these things are over: at once when there are none. */
  after(things: Iterable<string>, action: () => void): void {
    const before = [...things].flatMap(thing => this.tails.get(thing) ?? []);
    if (before.length === 0) action();
    else void Promise.all(before).then(action);
  }

  /** Runs work alone for all these things. */
  async run<T>(things: Iterable<string>, work: () => Promise<T>): Promise<T> {
    const { before, end } = this.take(things);
    try {
      await before;
      return await work();
    } finally {
      end();
    }
  }
}

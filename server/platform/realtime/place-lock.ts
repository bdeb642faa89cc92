/**
 * Changes to one place happen one after the other in this process, from their transaction to their event, so
 * that events leave in commit order. Between processes the place's row lock orders the changes, and clients the
 * events, by `seq`.
 */
export class PlaceLock {
  private readonly tails = new Map<string, Promise<void>>();

  /** Runs work alone in all these places; later calls wait in the order they came. */
  async run<T>(placeIds: readonly string[], work: () => Promise<T>): Promise<T> {
    const before = placeIds.map(id => this.tails.get(id));
    let release = () => {};
    const mine = new Promise<void>(resolve => {
      release = resolve;
    });
    for (const id of placeIds) this.tails.set(id, mine);
    try {
      await Promise.all(before);
      return await work();
    } finally {
      for (const id of placeIds) if (this.tails.get(id) === mine) this.tails.delete(id);
      release();
    }
  }
}

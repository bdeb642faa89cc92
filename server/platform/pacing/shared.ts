/**
 * Shares one computation among concurrent callers, by key. A caller that arrives while a computation runs shares the
 * next one with other late callers: no caller gets a result computed from before its call.
 */
export class Shared<T> {
  private readonly making = new Map<string, { now: Promise<T>; next?: Promise<T> }>();

  /** Returns the value of a key, made after this call. */
  get(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.making.get(key);
    if (!known) return this.begin(key, make);
    known.next ??= known.now.then(
      () => this.begin(key, make),
      () => this.begin(key, make),
    );
    return known.next;
  }

  private begin(key: string, make: () => Promise<T>): Promise<T> {
    const now = make();
    const mine = { now };
    this.making.set(key, mine);
    const end = () => {
      const known = this.making.get(key);
      if (known === mine && !known.next) this.making.delete(key);
    };
    now.then(end, end);
    return now;
  }
}

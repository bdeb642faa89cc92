/**
 * Makes once what several ask for at the same time, by key: whoever asks while it is being made waits for the next one,
 * with all others who do. What is answered was begun after it was asked for.
 */
export class Shared<T> {
  private readonly making = new Map<string, { now: Promise<T>; next?: Promise<T> }>();

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

/** Cache with a total size, a size limit per entry and a lifetime; concurrent callers of a key share one fetch. */
export class Cache<V> {
  private readonly kept = new Map<string, { value: V; size: number; until: number }>();
  private readonly running = new Map<string, Promise<V>>();
  private size = 0;

  constructor(
    private readonly limits: { size: number; each: number; ms: number },
    private readonly sizeOf: (value: V) => number = () => 1,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Returns the cached value, if it has not expired. */
  get(key: string): V | undefined {
    const found = this.kept.get(key);
    if (!found) return undefined;
    this.drop(key);
    if (found.until <= this.now()) return undefined;
    this.put(key, found);
    return found.value;
  }

  /** Returns the cached value, joins a running fetch, or fetches. */
  async of(key: string, fetch: () => Promise<V>): Promise<V> {
    const known = this.get(key);
    if (known !== undefined) return known;
    const running = this.running.get(key) ?? this.fetch(key, fetch);
    this.running.set(key, running);
    return running;
  }

  private async fetch(key: string, fetch: () => Promise<V>): Promise<V> {
    try {
      const value = await fetch();
      const size = this.sizeOf(value);
      if (size <= this.limits.each) this.put(key, { value, size, until: this.now() + this.limits.ms });
      return value;
    } finally {
      this.running.delete(key);
    }
  }

  private put(key: string, entry: { value: V; size: number; until: number }): void {
    this.drop(key);
    this.kept.set(key, entry);
    this.size += entry.size;
    for (const oldest of this.kept.keys()) {
      if (this.size <= this.limits.size) break;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    this.size -= this.kept.get(key)?.size ?? 0;
    this.kept.delete(key);
  }
}

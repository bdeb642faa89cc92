/** Bounds of {@link Waiting}: per address, and in all. */
export interface WaitingBounds {
  ofAddress: number;
  inAll: number;
}

/** Age below which no entry is closed: when a crowd arrives at once, none of it has been read yet. */
const graceMs = 2_000;

/**
 * Tracks silent connections and closes the oldest ones over the bounds, per address and in all. A client that speaks as
 * soon as it connects is served, however many other connections of its address stay silent.
 */
export class Waiting<T> {
  private readonly all = new Map<T, { address: string | undefined; since: number }>();
  private readonly byAddress = new Map<string, Set<T>>();

  /**
   * Starts empty.
   * @param letGo closes an entry, already removed from here
   */
  constructor(
    private readonly bounds: WaitingBounds,
    private readonly letGo: (one: T) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Adds an entry.
   * @param address undefined for an entry that counts only in all: a proxy may open it for anybody
   */
  add(one: T, address: string | undefined): void {
    this.all.set(one, { address, since: this.now() });
    if (address === undefined) return;
    const same = this.byAddress.get(address) ?? new Set();
    this.byAddress.set(address, same.add(one));
  }

  delete(one: T): void {
    const known = this.all.get(one);
    this.all.delete(one);
    if (known?.address === undefined) return;
    const same = this.byAddress.get(known.address);
    same?.delete(one);
    if (same?.size === 0) this.byAddress.delete(known.address);
  }

  /** Lists the entries, the oldest first. */
  list(): readonly T[] {
    return [...this.all.keys()];
  }

  /**
   * Closes the entries over the bounds.
   * @param atOnce largest number to close
   */
  trim(atOnce = Number.POSITIVE_INFINITY): void {
    let left = atOnce;
    for (const same of this.byAddress.values()) left -= this.shorten(same, this.bounds.ofAddress, left);
    this.shorten(this.all, this.bounds.inAll, left);
  }

  private shorten(line: Map<T, unknown> | Set<T>, atMost: number, atOnce: number): number {
    const latest = this.now() - graceMs;
    let gone = 0;
    for (const one of line.keys()) {
      if (line.size <= atMost || gone >= atOnce || (this.all.get(one)?.since ?? 0) > latest) break;
      this.delete(one);
      this.letGo(one);
      gone += 1;
    }
    return gone;
  }
}

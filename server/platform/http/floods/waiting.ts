/** How many of an address, and of all together, may wait at once. */
export interface WaitingBounds {
  ofAddress: number;
  inAll: number;
}

/** What came lately is not let go: of a crowd that comes in the same moment, nobody has been heard yet. */
const graceMs = 2_000;

/**
 * What has come and said nothing yet, so much of each address and in all: beyond, whatever has waited longest is let go.
 * Whoever speaks as soon as they come is served, however many others of their address do not.
 */
export class Waiting<T> {
  private readonly all = new Map<T, { address: string | undefined; since: number }>();
  private readonly byAddress = new Map<string, Set<T>>();

  /** @param letGo ends what has waited longest, which takes it out of here */
  constructor(
    private readonly bounds: WaitingBounds,
    private readonly letGo: (one: T) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @param address undefined for what is counted in all alone: it may come for anybody */
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

  /**
   * Lets go what is too much.
   * @param atOnce how many are let go at most
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

/** Mean duration of an address's requests, once begun, up to which the server counts as quick. */
const usualMs = 10;
/** Limit on the slowness, so that limits by time keep an effect. */
const atMost = 20;
/** Weight of one request in the mean of its address. */
const weight = 1 / 8;
/** Age up to which an address's requests count. */
const latelyMs = 5_000;
const countedEveryMs = 250;
const rememberedAtMost = 10_000;

interface Mean {
  ms: number;
  at: number;
}

/**
 * Tells how slow the server is for everybody. Under load, the duration of a request measures the cost of all concurrent
 * ones: if limits by time counted it in full, they would hold back requests that the server could answer, for as long
 * as the load lasts.
 *
 * The slowness is the lower half of the addresses' durations: a minority of addresses cannot make the server look slow,
 * and so cheap, for themselves.
 */
export class Pace {
  private readonly means = new Map<string, Mean>();
  private counted = { at: Number.NEGATIVE_INFINITY, slowness: 1 };

  /** Records the duration of a request from an address. */
  note(address: string, tookMs: number): void {
    const at = performance.now();
    const before = this.means.get(address);
    const isKnown = before !== undefined && at - before.at < latelyMs;
    this.means.delete(address);
    this.forgetOldest(at);
    this.means.set(address, { ms: isKnown ? before.ms + (tookMs - before.ms) * weight : tookMs, at });
  }

  /** Factor by which everybody's requests take longer than when the server is quick; 1 at least. */
  get slowness(): number {
    const now = performance.now();
    if (now - this.counted.at >= countedEveryMs) this.counted = { at: now, slowness: this.count(now) };
    return this.counted.slowness;
  }

  private count(now: number): number {
    const lately: number[] = [];
    for (const { ms, at } of this.means.values()) if (now - at < latelyMs) lately.push(ms);
    // A lone address would be compared with itself.
    if (lately.length < 2) return 1;
    const typicalMs = lately.sort((a, b) => a - b)[Math.floor((lately.length - 1) / 2)] as number;
    return Math.min(atMost, Math.max(1, typicalMs / usualMs));
  }

  /** Checks two addresses for each new one: the map is in the order of their last requests. */
  private forgetOldest(now: number): void {
    for (let looked = 0; looked < 2; looked += 1) {
      const [oldest] = this.means;
      if (!oldest || (now - oldest[1].at < latelyMs && this.means.size < rememberedAtMost)) return;
      this.means.delete(oldest[0]);
    }
  }
}

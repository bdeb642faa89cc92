/** Limits a {@link Credit}, in milliseconds of server time: `burst` at once, refilled at `perSecond`. */
export interface CreditRule {
  burst: number;
  perSecond: number;
}

/** Cap of the debt, in milliseconds. */
const debtAtMostMs = 100;
/**
 * Pause of a request while in debt, as a multiple of the last request's duration, and never longer than
 * `pauseAtMostMs`: a request that met a slow moment of the server then delays its sender for seconds, not for longer.
 */
const pauseFactor = 40;
const pauseAtMostMs = 4_000;

/** Budget of server time for the requests of one client. All values in milliseconds. */
export class Credit {
  private ms: number;
  private countedAt = performance.now();
  /** End of the time counted so far. */
  private servedUntil = performance.now();
  /** Earliest start of the next request, when requests run one at a time. */
  nextAt = performance.now();

  constructor(private readonly rule: CreditRule) {
    this.ms = rule.burst;
  }

  /** Milliseconds left; negative when in debt. */
  get left(): number {
    const now = performance.now();
    const { burst, perSecond } = this.rule;
    this.ms = Math.min(burst, this.ms + ((now - this.countedAt) / 1_000) * perSecond);
    this.countedAt = now;
    return this.ms;
  }

  /** Says whether the credit is full. */
  get isFull(): boolean {
    return this.left >= this.rule.burst;
  }

  /** Milliseconds until the debt is paid. */
  get paidInMs(): number {
    return (-this.left / this.rule.perSecond) * 1_000;
  }

  /**
   * Spends the time that a request took until now, bounded by `least` and `countedAtMost`, and returns it. Overlapping
   * time of concurrent requests counts once.
   * @param slowness divides the time (see {@link Pace})
   */
  take(since: number, countedAtMost: number, slowness: number, least = 0): number {
    const now = performance.now();
    const lasted = Math.min(countedAtMost, now - Math.max(since, this.servedUntil));
    const took = Math.max(least, lasted / slowness);
    this.servedUntil = now;
    this.nextAt = now + Math.min(took * pauseFactor, pauseAtMostMs);
    this.ms = Math.max(-debtAtMostMs, this.left - took);
    return took;
  }
}

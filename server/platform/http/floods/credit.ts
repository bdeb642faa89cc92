/** Milliseconds of the server's time: so many at once, so many of each second. */
export interface CreditRule {
  burst: number;
  perSecond: number;
}

/** Whoever took more than their time owes it, up to so much. */
const owedAtMost = 250;
/** How much longer than a request took the next one waits, of those who owe time. */
const pauses = 24;

/** Counts the time for which somebody's requests keep the server busy. All in milliseconds. */
export class Credit {
  private ms: number;
  private countedAt = performance.now();
  /** Until when time has been counted. */
  private servedUntil = performance.now();
  /** When the next one may run, if one at a time. */
  nextAt = performance.now();

  constructor(private readonly rule: CreditRule) {
    this.ms = rule.burst;
  }

  get left(): number {
    const now = performance.now();
    const { burst, perSecond } = this.rule;
    this.ms = Math.min(burst, this.ms + ((now - this.countedAt) / 1_000) * perSecond);
    this.countedAt = now;
    return this.ms;
  }

  get isFull(): boolean {
    return this.left >= this.rule.burst;
  }

  /** How long until nothing is owed. */
  get paidInMs(): number {
    return (-this.left / this.rule.perSecond) * 1_000;
  }

  /**
   * Counts what a request took until now, so much at least and at most, and answers it: that of several which ran together
   * counts once.
   */
  take(since: number, countedAtMost: number, least = 0): number {
    const now = performance.now();
    const took = Math.max(least, Math.min(countedAtMost, now - Math.max(since, this.servedUntil)));
    this.servedUntil = now;
    this.nextAt = now + took * pauses;
    this.ms = Math.max(-owedAtMost, this.left - took);
    return took;
  }
}

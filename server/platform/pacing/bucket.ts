/** How much may be spent at once, and how much comes back each second. */
export interface BucketRule {
  burst: number;
  perSecond: number;
}

/** A token bucket: full at first, filled at a steady rate. */
export class Bucket {
  private left: number;
  private at: number;

  /** @param now in milliseconds, as for all that is asked of it */
  constructor(
    private readonly rule: BucketRule,
    now: number,
  ) {
    this.left = rule.burst;
    this.at = now;
  }

  /** Spends this much, or nothing when there is less. */
  spend(amount: number, now: number): boolean {
    this.fill(now);
    if (this.left < amount) return false;
    this.left -= amount;
    return true;
  }

  /** Whether it is as if nothing had ever been spent. */
  isFull(now: number): boolean {
    this.fill(now);
    return this.left >= this.rule.burst;
  }

  private fill(now: number): void {
    const { burst, perSecond } = this.rule;
    this.left = Math.min(burst, this.left + (Math.max(0, now - this.at) / 1000) * perSecond);
    this.at = now;
  }
}

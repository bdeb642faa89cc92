/** Limits a {@link Bucket}: `burst` tokens at once, refilled at `perSecond`. */
export interface BucketRule {
  burst: number;
  perSecond: number;
}

/** Token bucket: full at first, refilled at a steady rate. */
export class Bucket {
  private left: number;
  private at: number;

  /** @param now in milliseconds, like every `now` of this class */
  constructor(
    private readonly rule: BucketRule,
    now: number,
  ) {
    this.left = rule.burst;
    this.at = now;
  }

  /** Spends `amount` tokens, or none when fewer are left. */
  spend(amount: number, now: number): boolean {
    this.fill(now);
    if (this.left < amount) return false;
    this.left -= amount;
    return true;
  }

  /** Says whether the bucket is full, as if nothing had ever been spent. */
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

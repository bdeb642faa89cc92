/** Age of the last request up to which its sender counts as active. */
const latelyMs = 1_000;

/**
 * Recent senders of requests: tells whether anybody else was active lately, for which the last two senders are enough.
 */
export class RecentSenders {
  private last = { who: '', at: Number.NEGATIVE_INFINITY };
  private other = this.last;

  /** Records a request of a sender. */
  note(who: string): void {
    if (this.last.who !== who) this.other = this.last;
    this.last = { who, at: performance.now() };
  }

  /** Says whether anybody was active lately. */
  get isAnybodyThere(): boolean {
    return performance.now() - this.last.at < latelyMs;
  }

  /** Says whether anybody else was active lately. */
  isAmongOthers(who: string): boolean {
    const other = this.last.who === who ? this.other : this.last;
    return performance.now() - other.at < latelyMs;
  }
}

/** Age of the last request up to which its sender counts as active. */
const latelyMs = 1_000;

/** Tracks whether somebody else was active lately; the last two senders are enough to tell. */
export class Lately {
  private last = { who: '', at: Number.NEGATIVE_INFINITY };
  private other = this.last;

  /** Notes a request of a sender. */
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

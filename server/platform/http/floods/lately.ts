/** Whoever asked this lately is somebody to leave time to. */
const latelyMs = 1_000;

/** Knows whether somebody else has asked for something lately: the last two who did are enough to tell. */
export class Lately {
  private last = { who: '', at: Number.NEGATIVE_INFINITY };
  private other = this.last;

  note(who: string): void {
    if (this.last.who !== who) this.other = this.last;
    this.last = { who, at: performance.now() };
  }

  get isAnybodyThere(): boolean {
    return performance.now() - this.last.at < latelyMs;
  }

  isAmongOthers(who: string): boolean {
    const other = this.last.who === who ? this.other : this.last;
    return performance.now() - other.at < latelyMs;
  }
}

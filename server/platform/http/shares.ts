import type { ServerResponse } from 'node:http';
import { AppError } from './errors.ts';

interface Most {
  atOnce: number;
  amongOthers?: number;
  waiting: number;
}

/**
 * Requests of one person that run at once, of each kind (fewer while others ask too: what has begun goes on, whatever it
 * turns out to take), and those that wait for one of them: nothing of these has been
 * read yet. Readings wait for no change, and messages for no file that is on its way.
 */
const most: Record<'changes' | 'readings' | 'files' | 'pictures', Most> = {
  changes: { atOnce: 16, amongOthers: 3, waiting: 256 },
  readings: { atOnce: 6, waiting: 1_000 },
  files: { atOnce: 4, waiting: 16 },
  // Each is treated for as long as many others together, and the gate of pictures takes two of one person at most.
  pictures: { atOnce: 1, waiting: 1 },
};
/**
 * How long a person may have been served without a pause, and how much of each second counts for nothing; whoever took
 * more owes it. In milliseconds, as all here.
 */
const time = { burst: 150, perSecond: 60, owedAtMost: 250 };
/** What one request counts for at most: it may have waited for something that is no fault of its person. */
const countedAtMost = 250;
/** How much longer than a request took the next one of its person waits, once they took more than that. */
const pauses = 24;
/** Whoever asked this lately is somebody to leave time to. */
const latelyMs = 1_000;
const forgottenEveryMs = 60_000;

export type Kind = keyof typeof most;

interface Waiting {
  kind: Kind;
  come: () => void;
}

interface Share {
  running: Record<Kind, number>;
  /** In the order in which they came, and how many of each kind. */
  waiting: Set<Waiting>;
  inLine: Record<Kind, number>;
  credit: number;
  /** When the credit was counted, and until when time has been counted. */
  countedAt: number;
  servedUntil: number;
  /** When the next of those that wait may run, if one at a time. */
  nextAt: number;
  pause: NodeJS.Timeout | undefined;
}

/**
 * What each person may have of the server while others want it too: so many requests at once, and once they have kept it
 * busy for a while, one at a time with a pause between two. Who asks for one thing after the other never waits.
 */
export class Shares {
  private readonly shares = new Map<string, Share>();
  /** The last two people who asked for something, and when. */
  private last = { userId: '', at: Number.NEGATIVE_INFINITY };
  private other = this.last;
  private readonly forgetting: NodeJS.Timeout;

  /** @param timed false leaves only how many run at once, for load tests on loopback */
  constructor(private readonly timed: boolean) {
    this.forgetting = setInterval(() => this.forget(), forgottenEveryMs).unref();
  }

  /** Comes back once it is this request's turn, which lasts until it is answered or given up. */
  async enter(userId: string, kind: Kind, response: ServerResponse): Promise<void> {
    const share = this.shareOf(userId);
    this.notice(userId);
    if (share.waiting.size === 0 && this.mayRun(userId, share, kind)) share.running[kind] += 1;
    else if (!(await this.turn(userId, share, kind, response)))
      throw new AppError('too_many_requests', { retryAfter: 1 });
    const leave = (): void => {
      share.running[kind] -= 1;
      this.serve(userId, share);
    };
    if (response.closed) leave();
    else response.once('close', leave);
  }

  /** Counts the time that a request has taken until now: that of several which ran together, once. */
  count(userId: string, since: number): void {
    const share = this.shareOf(userId);
    const now = performance.now();
    const took = Math.min(countedAtMost, now - Math.max(since, share.servedUntil));
    share.servedUntil = now;
    share.nextAt = now + took * pauses;
    share.credit = Math.max(-time.owedAtMost, this.creditOf(share) - took);
  }

  /** How many people are remembered. */
  get size(): number {
    return this.shares.size;
  }

  close(): void {
    clearInterval(this.forgetting);
    for (const { pause } of this.shares.values()) clearTimeout(pause);
  }

  private shareOf(userId: string): Share {
    const known = this.shares.get(userId);
    if (known) return known;
    const now = performance.now();
    const share: Share = {
      running: { changes: 0, readings: 0, files: 0, pictures: 0 },
      waiting: new Set(),
      inLine: { changes: 0, readings: 0, files: 0, pictures: 0 },
      credit: time.burst,
      countedAt: now,
      servedUntil: now,
      nextAt: now,
      pause: undefined,
    };
    this.shares.set(userId, share);
    return share;
  }

  private notice(userId: string): void {
    if (this.last.userId !== userId) this.other = this.last;
    this.last = { userId, at: performance.now() };
  }

  private creditOf(share: Share): number {
    const now = performance.now();
    share.credit = Math.min(time.burst, share.credit + ((now - share.countedAt) / 1_000) * time.perSecond);
    share.countedAt = now;
    return share.credit;
  }

  /** Whether somebody else has asked for something lately. */
  private isAmongOthers(userId: string): boolean {
    const other = this.last.userId === userId ? this.other : this.last;
    return this.timed && performance.now() - other.at < latelyMs;
  }

  /** Whether time is to be left to somebody else. */
  private mustShare(userId: string, share: Share): boolean {
    return this.isAmongOthers(userId) && this.creditOf(share) <= 0;
  }

  private hasRoom(userId: string, share: Share, kind: Kind): boolean {
    const { atOnce, amongOthers = atOnce } = most[kind];
    return share.running[kind] < (this.isAmongOthers(userId) ? amongOthers : atOnce);
  }

  private mayRun(userId: string, share: Share, kind: Kind): boolean {
    if (!this.hasRoom(userId, share, kind)) return false;
    if (kind !== 'pictures' && runningOf(share) === 0) return true;
    return isInTurn(share, kind, this.mustShare(userId, share));
  }

  /** Waits for a place; false when whoever asked has gone meanwhile. */
  private turn(userId: string, share: Share, kind: Kind, response: ServerResponse): Promise<boolean> {
    if (share.inLine[kind] >= most[kind].waiting)
      throw new AppError('too_many_requests', { retryAfter: 1, refusal: kind });
    return new Promise(resolve => {
      const goAway = (): void => {
        share.waiting.delete(one);
        share.inLine[kind] -= 1;
        resolve(false);
      };
      const come = (): void => {
        response.off('close', goAway);
        resolve(true);
      };
      const one = { kind, come };
      share.waiting.add(one);
      share.inLine[kind] += 1;
      response.once('close', goAway);
      this.serve(userId, share);
    });
  }

  /** Lets in those who wait, as far as they may; or the next of them, once it is time. */
  private serve(userId: string, share: Share): void {
    clearTimeout(share.pause);
    const alone = runningOf(share) + share.running.pictures === 0;
    const now = performance.now();
    const sharing = this.mustShare(userId, share);
    for (const one of share.waiting) {
      if (!isInTurn(share, one.kind, sharing)) continue;
      if (this.hasRoom(userId, share, one.kind)) this.admit(share, one);
    }
    if (!sharing || share.waiting.size === 0) return;
    // One that runs may wait for long: the others come in again once there is time for them.
    const paid = (-share.credit / time.perSecond) * 1_000;
    const wait = alone ? Math.min(paid, share.nextAt - now) : paid;
    share.pause = setTimeout(() => this.serve(userId, share), Math.max(1, wait));
  }

  private admit(share: Share, one: Waiting): void {
    share.waiting.delete(one);
    share.inLine[one.kind] -= 1;
    share.running[one.kind] += 1;
    one.come();
  }

  private forget(): void {
    for (const [userId, share] of this.shares) {
      const idle = runningOf(share) + share.running.files + share.running.pictures === 0 && share.waiting.size === 0;
      if (idle && this.creditOf(share) >= time.burst) this.shares.delete(userId);
    }
  }
}

/** Those that take time of the server: files are on their way for long, and take little. */
const runningOf = ({ running }: Share): number => running.changes + running.readings;

/** Whether one of this kind may run now: while time is left to somebody else, one at a time, after a pause. */
function isInTurn(share: Share, kind: Kind, sharing: boolean): boolean {
  if (kind === 'files' || !sharing) return true;
  // A form may be on its way for long: it keeps nothing else waiting.
  return performance.now() >= share.nextAt && (kind === 'pictures' || runningOf(share) === 0);
}

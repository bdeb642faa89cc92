import type { ServerResponse } from 'node:http';
import { AppError } from '../errors.ts';
import { Credit } from './credit.ts';
import { Crowd, nobody, ofAddress, ofStrangers, type Place } from './crowd.ts';
import { Crowds } from './crowds.ts';
import { Pace } from './pace.ts';
import { RecentSenders } from './recent-senders.ts';
import { Refreshes } from './refreshes.ts';

interface Most {
  atOnce: number;
  amongOthers?: number;
  waiting: number;
}

/**
 * Limits of concurrent and of waiting requests of one person, by kind. `amongOthers` applies while other people ask
 * too, and never stops a running request. A waiting request is unread. Readings never wait for changes, nor messages
 * for uploads.
 */
const most: Record<'changes' | 'readings' | 'refreshes' | 'files' | 'pictures' | 'downloads' | 'streams', Most> = {
  changes: { atOnce: 16, amongOthers: 3, waiting: 256 },
  readings: { atOnce: 6, waiting: 1_000 },
  // Limit on refreshes of a page's content; everybody's refreshes wait in one queue.
  refreshes: { atOnce: 6, waiting: 1_000 },
  files: { atOnce: 4, waiting: 16 },
  // A picture costs as much as many other requests, and the gate of pictures takes two per person at most.
  pictures: { atOnce: 1, waiting: 1 },
  // A page requests all its pictures together; while sent, at the pace of the reader, they count as streams.
  downloads: { atOnce: 32, amongOthers: 4, waiting: 1_000 },
  streams: { atOnce: 64, waiting: 1_000 },
};
/** Server time of one person in milliseconds: `burst` without a pause, refilled at `perSecond`. */
const time = { burst: 150, perSecond: 25 };
/** Server time of downloads, revalidation included: counted apart, so that no message waits for pictures. */
const timeOfFiles = { burst: 300, perSecond: 40 };
/**
 * Limit on the time counted for one request, in milliseconds. A request may wait for outside causes (password hashing
 * has its own queue, a file may be far away); a request refused before it was served counts as the reading of a form.
 */
const countedMs = { atMost: 250, ofNobody: 10, ofFile: 5, refused: 3 };
const forgottenEveryMs = 60_000;

/** Kind of request, with its own limits. */
export type Kind = keyof typeof most;

/** Sender of a request: a person, or null for a client without a session; and the address for rate limits. */
export interface Asker {
  userId: string | null;
  address: string;
}

/** Turn of a request. */
export interface Turn {
  /**
   * Spends the time since the request began to be served, if it did, and releases everything that sending does not
   * need.
   */
  answered(since?: number | null): void;
}

interface Waiting {
  kind: Kind;
  come: () => void;
}

interface Share {
  running: Record<Kind, number>;
  /** Waiting requests in the order in which they came, and their number by kind. */
  waiting: Set<Waiting>;
  inLine: Record<Kind, number>;
  credit: Credit;
  pause: NodeJS.Timeout | undefined;
}

const none = (): Record<Kind, number> => ({
  ...{ changes: 0, readings: 0, refreshes: 0 },
  ...{ files: 0, pictures: 0, downloads: 0, streams: 0 },
});

/**
 * Shares the server among people while several are active: each has a limit of concurrent requests, and once their
 * credit of server time is spent, one request at a time with pauses. Sequential requests never wait. The people of one
 * address and its clients without a session also share the limits of that address (`crowds.ts`).
 */
export class Shares {
  private readonly shares = new Map<string, Share>();
  private readonly people = new RecentSenders();
  /** Tracker of how slow the server is for everybody. */
  readonly pace = new Pace();
  private readonly crowds: Crowds | undefined;
  private readonly strangers: Crowd | undefined;
  private readonly refreshes: Refreshes | undefined;
  private readonly forgetting: NodeJS.Timeout;

  /**
   * Starts with nobody known.
   * @param timed false keeps only the limits of concurrent requests, for load tests on loopback
   */
  constructor(private readonly timed: boolean) {
    if (timed) {
      const addresses = new RecentSenders();
      this.crowds = new Crowds(ofAddress, addresses, this.pace);
      this.refreshes = new Refreshes(addresses, this.pace);
      this.strangers = new Crowd(() => this.people.isAnybodyThere, ofStrangers);
    }
    this.forgetting = setInterval(() => this.forget(), forgottenEveryMs).unref();
  }

  /** Waits for the turn of a request; the turn lasts until the request is answered or given up. */
  async enter({ userId, address }: Asker, kind: Kind, response: ServerResponse): Promise<Turn> {
    // Files of the page are requested without a session by people who have one too: a whole company, after an upgrade.
    const isStranger = userId === null && !isOfFiles(kind);
    const stranger = isStranger ? await this.enterAsStranger(address, response) : undefined;
    const leaveOthers = userId === null ? stranger?.leave : await this.enterAsPerson(userId, kind, response);
    const line = kind === 'refreshes' ? this.refreshes : this.crowds;
    const place = await line?.enter(address, userId ?? nobody, response);
    if (place === null) {
      leaveOthers?.();
      return this.gone();
    }
    whenOver(response, () => {
      place?.leave();
      leaveOthers?.();
    });
    let answered = false;
    return {
      answered: since => {
        if (answered) return;
        answered = true;
        const now = performance.now();
        if (userId !== null && typeof since === 'number' && isOfPace(kind)) this.pace.note(address, now - since);
        if (userId !== null) this.count(userId, kind, place, since ?? now - countedMs.refused);
        else for (const one of [place, stranger]) one?.answered(since ?? one.begunAt, countedMs.ofNobody);
        if (kind === 'downloads') leaveOthers?.();
      },
    };
  }

  /** Waits until one more file of this person may be sent, at the pace of its reader. */
  async stream(userId: string, response: ServerResponse): Promise<void> {
    whenOver(response, await this.enterAsPerson(userId, 'streams', response));
  }

  /** Number of remembered people and addresses. */
  get size(): number {
    return this.shares.size + (this.crowds?.size ?? 0) + (this.refreshes?.size ?? 0);
  }

  close(): void {
    clearInterval(this.forgetting);
    for (const { pause } of this.shares.values()) clearTimeout(pause);
    for (const one of [this.crowds, this.strangers, this.refreshes]) one?.close();
  }

  /**
   * Takes a place among all clients without a session: while people ask, they are one crowd, whatever their address.
   */
  private async enterAsStranger(address: string, response: ServerResponse): Promise<Place | undefined> {
    const place = await this.strangers?.enter(address, response);
    return place === null ? this.gone() : place;
  }

  /** Takes a place among the requests of this person; returns a function that gives it back. */
  private async enterAsPerson(userId: string, kind: Kind, response: ServerResponse): Promise<() => void> {
    const share = this.shareOf(userId, kind);
    this.people.note(userId);
    if (share.waiting.size === 0 && this.mayRun(userId, share, kind)) share.running[kind] += 1;
    else if (!(await this.turn(userId, share, kind, response))) this.gone();
    let left = false;
    return () => {
      if (left) return;
      left = true;
      share.running[kind] -= 1;
      this.serve(userId, share);
    };
  }

  private gone(): never {
    throw new AppError('too_many_requests', { retryAfter: 1 });
  }

  /** Spends the time that a request took until now; overlapping time of concurrent requests counts once. */
  private count(userId: string, kind: Kind, place: Place | undefined, since: number): void {
    const atMost = isOfFiles(kind) ? countedMs.ofFile : countedMs.atMost;
    this.shareOf(userId, kind).credit.take(since, atMost, this.pace.slowness);
    place?.answered(since, atMost);
  }

  private shareOf(userId: string, kind: Kind): Share {
    const key = isOfFiles(kind) ? `${userId} files` : userId;
    const known = this.shares.get(key);
    if (known) return known;
    const credit = new Credit(isOfFiles(kind) ? timeOfFiles : time);
    const share: Share = { running: none(), waiting: new Set(), inLine: none(), credit, pause: undefined };
    this.shares.set(key, share);
    return share;
  }

  /** Tells whether this person must leave time to somebody else. */
  private mustShare(userId: string, share: Share): boolean {
    return this.isAmongOthers(userId) && share.credit.left <= 0;
  }

  private isAmongOthers(userId: string): boolean {
    return this.timed && this.people.isAmongOthers(userId);
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

  /** Waits for a place; false when the client left meanwhile. */
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

  /** Admits as many waiting requests as may run; or sets a timer for the next. */
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
    // A running request may take long: the others are admitted once there is credit again.
    const { paidInMs, nextAt } = share.credit;
    share.pause = setTimeout(
      () => this.serve(userId, share),
      Math.max(1, alone ? Math.min(paidInMs, nextAt - now) : paidInMs),
    );
  }

  private admit(share: Share, one: Waiting): void {
    share.waiting.delete(one);
    share.inLine[one.kind] -= 1;
    share.running[one.kind] += 1;
    one.come();
  }

  private forget(): void {
    const before = performance.now() - forgottenEveryMs;
    this.strangers?.forgetPeople(before);
    this.refreshes?.forget(before);
    for (const [key, { running, waiting, credit }] of this.shares) {
      const idle = Object.values(running).every(count => count === 0) && waiting.size === 0;
      if (idle && credit.isFull) this.shares.delete(key);
    }
  }
}

function whenOver(response: ServerResponse, leave: () => void): void {
  if (response.closed) leave();
  else response.once('close', leave);
}

/** Tells whether a request's duration reflects the server's slowness, and not its client's. */
const isOfPace = (kind: Kind): boolean => kind === 'changes' || kind === 'readings';

const isOfFiles = (kind: Kind): boolean => kind === 'downloads' || kind === 'streams';

/**
 * Counts the running requests that take server time: uploads and streams last long but take little; refreshes wait for
 * other people's.
 */
const runningOf = ({ running }: Share): number => running.changes + running.readings + running.downloads;

/** Tells whether a request of this kind may run now: while other people need time, one at a time, after a pause. */
function isInTurn(share: Share, kind: Kind, sharing: boolean): boolean {
  if (kind === 'files' || kind === 'streams' || !sharing) return true;
  // An upload may be in flight for long: it blocks nothing else.
  return performance.now() >= share.credit.nextAt && (kind === 'pictures' || runningOf(share) === 0);
}

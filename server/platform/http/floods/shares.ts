import type { ServerResponse } from 'node:http';
import { AppError } from '../errors.ts';
import { Credit } from './credit.ts';
import { Crowd, nobody, ofStrangers, type Place } from './crowd.ts';
import { Crowds } from './crowds.ts';
import { Lately } from './lately.ts';

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
const most: Record<'changes' | 'readings' | 'files' | 'pictures' | 'downloads' | 'streams', Most> = {
  changes: { atOnce: 16, amongOthers: 3, waiting: 256 },
  readings: { atOnce: 6, waiting: 1_000 },
  files: { atOnce: 4, waiting: 16 },
  // Each is treated for as long as many others together, and the gate of pictures takes two of one person at most.
  pictures: { atOnce: 1, waiting: 1 },
  // A page asks for all its pictures together; those that are sent, for as long as their reader takes, are streams.
  downloads: { atOnce: 32, amongOthers: 4, waiting: 1_000 },
  streams: { atOnce: 64, waiting: 1_000 },
};
/** How long a person may have been served without a pause, and how much of each second counts for nothing. */
const time = { burst: 150, perSecond: 60 };
/** Files that are read, and whether they are still the same: counted apart, so that no message waits for pictures. */
const timeOfFiles = { burst: 300, perSecond: 60 };
/**
 * What one request counts for at most: it may have waited for something that is no fault of its person (a password that
 * is hashed has a line of its own, a file may be far away), or, refused before it was served, counts for reading a form.
 */
const counted = { atMost: 250, ofNobody: 10, ofFile: 5, refused: 3 };
const forgottenEveryMs = 60_000;

export type Kind = keyof typeof most;

/** Whose request it is: a person's, or nobody's, of an address as limits count it. */
export interface Asker {
  userId: string | null;
  address: string;
}

/** A request whose turn it is. */
export interface Turn {
  /** Counts its time, since it began to be served if it did, and gives back what sending its answer does not need. */
  answered(since?: number | null): void;
}

interface Waiting {
  kind: Kind;
  come: () => void;
}

interface Share {
  running: Record<Kind, number>;
  /** In the order in which they came, and how many of each kind. */
  waiting: Set<Waiting>;
  inLine: Record<Kind, number>;
  credit: Credit;
  pause: NodeJS.Timeout | undefined;
}

const none = (): Record<Kind, number> => ({ changes: 0, readings: 0, files: 0, pictures: 0, downloads: 0, streams: 0 });

/**
 * What each person may have of the server while others want it too: so many requests at once, and once they have kept it
 * busy for a while, one at a time with a pause between two. Who asks for one thing after the other never waits. All those of
 * one address, and who has no session there, share what the address may have (`crowds.ts`).
 */
export class Shares {
  private readonly shares = new Map<string, Share>();
  private readonly people = new Lately();
  private readonly crowds: Crowds | undefined;
  private readonly strangers: Crowd | undefined;
  private readonly forgetting: NodeJS.Timeout;

  /** @param timed false leaves only how many of a person run at once, for load tests on loopback */
  constructor(private readonly timed: boolean) {
    if (timed) {
      this.crowds = new Crowds();
      this.strangers = new Crowd(() => this.people.isAnybodyThere, ofStrangers);
    }
    this.forgetting = setInterval(() => this.forget(), forgottenEveryMs).unref();
  }

  /** Comes back once it is this request's turn, which lasts until it is answered or given up. */
  async enter({ userId, address }: Asker, kind: Kind, response: ServerResponse): Promise<Turn> {
    // Files of the page are asked for without a session by who has one too: all of a company, after an upgrade.
    const isStranger = userId === null && !isOfFiles(kind);
    const stranger = isStranger ? await this.enterAsStranger(address, response) : undefined;
    const leaveOthers = userId === null ? stranger?.leave : await this.enterAsPerson(userId, kind, response);
    const place = await this.crowds?.enter(address, userId ?? nobody, response);
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
        if (userId !== null) this.count(userId, kind, place, since ?? performance.now() - counted.refused);
        else for (const one of [place, stranger]) one?.answered(since ?? one.begunAt, counted.ofNobody);
        if (kind === 'downloads') leaveOthers?.();
      },
    };
  }

  /** Comes back once one more file of this person may be sent, for as long as its reader takes. */
  async stream(userId: string, response: ServerResponse): Promise<void> {
    whenOver(response, await this.enterAsPerson(userId, 'streams', response));
  }

  /** How many people and addresses are remembered. */
  get size(): number {
    return this.shares.size + (this.crowds?.size ?? 0);
  }

  close(): void {
    clearInterval(this.forgetting);
    for (const { pause } of this.shares.values()) clearTimeout(pause);
    this.crowds?.close();
    this.strangers?.close();
  }

  /** Takes a place among those of all who have no session: while people ask, they are one crowd, from wherever they come. */
  private async enterAsStranger(address: string, response: ServerResponse): Promise<Place | undefined> {
    const place = await this.strangers?.enter(address, response);
    return place === null ? this.gone() : place;
  }

  /** Takes a place among those of this person; answers what gives it back. */
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

  /** Counts the time that a request has taken until now: that of several which ran together, once. */
  private count(userId: string, kind: Kind, place: Place | undefined, since: number): void {
    const atMost = isOfFiles(kind) ? counted.ofFile : counted.atMost;
    this.shareOf(userId, kind).credit.take(since, atMost);
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

  /** Whether time is to be left to somebody else. */
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
    this.strangers?.forgetPeople(performance.now() - forgottenEveryMs);
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

const isOfFiles = (kind: Kind): boolean => kind === 'downloads' || kind === 'streams';

/** Those that take time of the server: files are on their way for long, and take little. */
const runningOf = ({ running }: Share): number => running.changes + running.readings + running.downloads;

/** Whether one of this kind may run now: while time is left to somebody else, one at a time, after a pause. */
function isInTurn(share: Share, kind: Kind, sharing: boolean): boolean {
  if (kind === 'files' || kind === 'streams' || !sharing) return true;
  // A form may be on its way for long: it keeps nothing else waiting.
  return performance.now() >= share.credit.nextAt && (kind === 'pictures' || runningOf(share) === 0);
}

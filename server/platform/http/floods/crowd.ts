import type { ServerResponse } from 'node:http';
import { AppError } from '../errors.ts';
import { Credit } from './credit.ts';

/** Limits of a {@link Crowd} while others ask too. */
export interface CrowdRule {
  /** Server time in milliseconds: `burst` without a pause, refilled at `perSecond`. */
  burst: number;
  perSecond: number;
  /** Additional refill per second for each member: working people take less. */
  forEachPerSecond: number;
  /** Pause after a long request of a tired crowd, as a multiple of the time in which its cost is refilled. */
  longFactor: number;
  /** Limits on concurrent requests, and on waiting requests. */
  amongOthers: number;
  waiting: number;
  /** Limit on waiting requests of one member. */
  waitingOfOne: number;
}

/** Limits of the people of one address. */
export const ofAddress: CrowdRule = {
  ...{ burst: 400, perSecond: 120, forEachPerSecond: 3, amongOthers: 4 },
  // A higher factor would slow down people with a mere backlog, after a restart say, for as long as they go on asking.
  longFactor: 4,
  // `shares.ts` limits waiting requests of people; `nobodysWaitingAtMost` limits those without a session.
  ...{ waiting: Number.POSITIVE_INFINITY, waitingOfOne: Number.POSITIVE_INFINITY },
};
/**
 * Limits of all clients without a session together, with their addresses as members: while people are active, strangers
 * get no more than this, however many addresses they have.
 */
export const ofStrangers: CrowdRule = {
  ...{ burst: 250, perSecond: 250, forEachPerSecond: 0, longFactor: 10 },
  ...{ amongOthers: 2, waiting: 5_000, waitingOfOne: 250 },
};
/** Requests without a session, of one address, that run at any time. */
const nobodysAtOnce = 64;
/**
 * Share of `burst` at which a tired crowd has recovered. A crowd is tired once it has spent its credit; its requests
 * then run one by one, until none waits and this much credit is back. A short request waits for the refill of its cost,
 * a long one `longFactor` times as long, so that other people's requests rarely meet a long one.
 */
const restedAt = 1 / 4;
/** Minimum cost of a request, including the work around its handler, which is most of it for short requests. */
const leastMs = 1.5;
const shortMs = 5;
/** Limit on remembered members; the oldest idle members are forgotten first. */
const rememberedAtMost = 10_000;
/** Limit on waiting requests without a session, per address; those with a session are limited per person. */
const nobodysWaitingAtMost = 1_000;
/**
 * Time after which a running request gives up its place, so that a request waiting for something else does not block
 * colleagues.
 */
const heldAtMostMs = 250;
/** Id of clients without a session, among the people of an address. */
export const nobody = '';

interface Member {
  id: string;
  /** Virtual time of fair queueing: the member with the least goes first. */
  served: number;
  running: number;
  waiting: Set<() => void>;
  seenAt: number;
}

/** Place of a running request. */
export interface Place {
  begunAt: number;
  /** Spends the time of the request, up to `countedAtMost`, and releases the place, since sending needs none. */
  answered(since: number, countedAtMost: number): void;
  /** Releases the place. */
  leave(): void;
}

type Running = Place & { member: Member };

/**
 * Group of clients that, while others are active too, shares a limit of concurrent requests and a credit of server
 * time, in fair turns.
 */
export class Crowd {
  seenAt = performance.now();
  private readonly time: { burst: number; perSecond: number };
  private readonly credit: Credit;
  private readonly people = new Map<string, Member>();
  /** Members with a waiting request. */
  private readonly waiting = new Set<Member>();
  /** Running requests, in the order in which they began. */
  private readonly running = new Set<Running>();
  private inLine = 0;
  private isTired = false;
  private nextAt = 0;
  /** Virtual time of the last admitted member: a returning member starts no lower. */
  private level = 0;
  private pause: NodeJS.Timeout | undefined;

  /**
   * Starts without members.
   * @param slowness tells how slow the server is for everybody (see {@link Pace})
   */
  constructor(
    private readonly isAmongOthers: () => boolean,
    private readonly rule: CrowdRule,
    private readonly slowness: () => number = () => 1,
  ) {
    this.time = { burst: rule.burst, perSecond: rule.perSecond };
    this.credit = new Credit(this.time);
  }

  /** Waits for a place, if it must; null when the client left meanwhile. */
  enter(who: string, response: ServerResponse): Place | Promise<Place | null> {
    const member = this.memberOf(who);
    this.giveBackHeld();
    const first = this.inLine === 0 && this.running.size === 0;
    if (first || (this.inLine === 0 && this.hasRoom(member) && !this.mustPause())) return this.begin(member);
    return this.turn(member, response);
  }

  /** Says whether nothing runs or waits, and no credit is spent. */
  get isIdle(): boolean {
    return this.inLine === 0 && this.running.size === 0 && this.credit.isFull;
  }

  /** Forgets idle members last seen before a time. */
  forgetPeople(before: number): void {
    for (const [id, { seenAt, running, waiting }] of this.people) {
      if (seenAt < before && running === 0 && waiting.size === 0) this.people.delete(id);
    }
    this.countPeople();
  }

  close(): void {
    clearTimeout(this.pause);
  }

  private memberOf(id: string): Member {
    const now = performance.now();
    this.seenAt = now;
    let member = this.people.get(id);
    if (!member) {
      member = { id, served: this.level, running: 0, waiting: new Set(), seenAt: now };
      this.forgetOldest();
      this.people.set(id, member);
      this.countPeople();
    }
    member.seenAt = now;
    if (member.running === 0 && member.waiting.size === 0) member.served = Math.max(member.served, this.level);
    return member;
  }

  private countPeople(): void {
    this.time.perSecond = this.rule.perSecond + this.rule.forEachPerSecond * this.people.size;
  }

  /** Checks two members for each new one, so that idle members do not pile up. */
  private forgetOldest(): void {
    for (let looked = 0; looked < 2 && this.people.size >= rememberedAtMost; looked += 1) {
      for (const [id, member] of this.people) {
        this.people.delete(id);
        if (member.running > 0 || member.waiting.size > 0) this.people.set(id, member);
        break;
      }
    }
  }

  private hasRoom(member: Member): boolean {
    if (member.id === nobody && member.running >= nobodysAtOnce) return false;
    return !this.isAmongOthers() || this.running.size < this.rule.amongOthers;
  }

  /** Tells whether requests run one by one for now. */
  private mustPause(): boolean {
    const { left } = this.credit;
    this.isTired = left <= 0 || (this.isTired && (this.inLine > 0 || left < this.rule.burst * restedAt));
    return this.isTired && this.isAmongOthers();
  }

  private begin(member: Member): Place {
    const begunAt = performance.now();
    member.running += 1;
    this.level = member.served;
    // Members whose running requests have no time counted yet take turns too.
    member.served += 1;
    const leave = (): void => {
      if (!this.running.delete(place)) return;
      member.running -= 1;
      if (this.inLine > 0) this.serve();
    };
    const answered = (since: number, countedAtMost: number): void => {
      const took = this.credit.take(since, countedAtMost, this.slowness(), leastMs);
      member.served += took;
      const pauseMs = ((took > shortMs ? this.rule.longFactor : 1) * took * 1_000) / this.time.perSecond;
      if (this.mustPause()) this.nextAt = Math.max(this.nextAt, performance.now() + pauseMs);
      leave();
    };
    const place: Running = { begunAt, member, answered, leave };
    this.running.add(place);
    return place;
  }

  private turn(member: Member, response: ServerResponse): Promise<Place | null> {
    const { waiting, waitingOfOne } = this.rule;
    const atMost = member.id === nobody ? nobodysWaitingAtMost : waitingOfOne;
    if (member.waiting.size >= atMost || this.inLine >= waiting)
      throw new AppError('too_many_requests', { retryAfter: 1, refusal: 'nobodys' });
    return new Promise(resolve => {
      const leaveLine = (): void => {
        response.off('close', goAway);
        member.waiting.delete(come);
        if (member.waiting.size === 0) this.waiting.delete(member);
        this.inLine -= 1;
      };
      const goAway = (): void => {
        leaveLine();
        resolve(null);
      };
      const come = (): void => {
        leaveLine();
        resolve(this.begin(member));
      };
      member.waiting.add(come);
      this.waiting.add(member);
      this.inLine += 1;
      response.once('close', goAway);
      this.serve();
    });
  }

  /** Admits as many waiting requests as may run; or sets a timer for the next. */
  private serve(): void {
    clearTimeout(this.pause);
    this.giveBackHeld();
    const now = performance.now();
    for (let next = this.next(); next; next = this.next()) {
      if (this.mustPause() && (this.running.size > 0 || now < this.nextAt)) break;
      for (const come of next.waiting) {
        come();
        break;
      }
    }
    if (this.inLine === 0) return;
    const [first] = this.running;
    const wait = (first ? first.begunAt + heldAtMostMs : this.nextAt) - now;
    // Wakes early, since the other clients may have gone meanwhile.
    this.pause = setTimeout(() => this.serve(), Math.max(1, Math.min(wait, heldAtMostMs)));
  }

  /** Finds the waiting member with room and the least virtual time. */
  private next(): Member | undefined {
    let least: Member | undefined;
    for (const member of this.waiting) {
      if (least && least.served <= member.served) continue;
      if (this.hasRoom(member)) least = member;
    }
    return least;
  }

  private giveBackHeld(): void {
    const before = performance.now() - heldAtMostMs;
    for (const place of this.running) {
      if (place.begunAt > before) return;
      this.running.delete(place);
      place.member.running -= 1;
    }
  }
}

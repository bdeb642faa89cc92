import type { ServerResponse } from 'node:http';
import { AppError } from '../errors.ts';
import { Credit } from './credit.ts';

/** What a crowd may have while others ask. */
export interface CrowdRule {
  /** How long it may have been served without a pause, in milliseconds, and how much of each second counts for nothing. */
  burst: number;
  perSecond: number;
  /** And so much of each second for each of its members: people who work take less. */
  forEachPerSecond: number;
  /** Requests that run at once, and those that wait. */
  amongOthers: number;
  waiting: number;
  /** Of one member. */
  waitingOfOne: number;
}

/** The people of one address. */
const ofAddress: CrowdRule = {
  ...{ burst: 400, perSecond: 120, forEachPerSecond: 3, amongOthers: 4 },
  // Those of people are bounded by person, those of nobody below.
  ...{ waiting: Number.POSITIVE_INFINITY, waitingOfOne: Number.POSITIVE_INFINITY },
};
/** All who have no session, by address: however many addresses somebody has, while people ask they are no more than this. */
export const ofStrangers: CrowdRule = {
  ...{ burst: 250, perSecond: 250, forEachPerSecond: 0, amongOthers: 2, waiting: 5_000, waitingOfOne: 250 },
};
/** Requests of nobody, of one address, that run at any time. */
const nobodysAtOnce = 64;
/**
 * Once they have taken more, requests run one by one until none waits and there is so much of it again: short ones as their time comes back,
 * each of the others after a pause so many times as long, so that few of what others ask meet one.
 */
const restedAt = 1 / 4;
/** What any request takes at least, before it is served and after: of a thousand short ones that is most of it. In milliseconds. */
const least = 1.5;
const short = 5;
const pauses = 24;
/** Members that a crowd remembers at most: whoever asked for nothing for longest is forgotten first. */
const rememberedAtMost = 10_000;
/** Requests of nobody that wait, of one address; those of people are bounded by person. */
const nobodysWaiting = 1_000;
/** A place is given back after this long: what waits for something, or is on its way for long, keeps no colleague waiting. */
const heldAtMostMs = 250;
/** Who has no session, among the people of an address. */
export const nobody = '';

interface Member {
  id: string;
  /** What they were served, as fair queueing counts it: whoever was served least goes first. */
  served: number;
  running: number;
  waiting: Set<() => void>;
  seenAt: number;
}

/** One request that runs. */
export interface Place {
  begunAt: number;
  /** Counts the time it has taken, so much at most, and gives the place back: the rest is sending. */
  answered(since: number, countedAtMost: number): void;
  leave(): void;
}

type Running = Place & { member: Member };

/** Those who, while others ask too, share a number at once and a credit of time, turn by turn. */
export class Crowd {
  seenAt = performance.now();
  private readonly time: { burst: number; perSecond: number };
  private readonly credit: Credit;
  private readonly people = new Map<string, Member>();
  /** Those of whom something waits. */
  private readonly waiting = new Set<Member>();
  /** In the order in which they began. */
  private readonly running = new Set<Running>();
  private inLine = 0;
  private isTired = false;
  private nextAt = 0;
  /** What who was let in last had been served: nobody who comes begins below it. */
  private level = 0;
  private pause: NodeJS.Timeout | undefined;

  constructor(
    private readonly isAmongOthers: () => boolean,
    private readonly rule: CrowdRule = ofAddress,
  ) {
    this.time = { burst: rule.burst, perSecond: rule.perSecond };
    this.credit = new Credit(this.time);
  }

  /** Comes in, at once or in turn; null when whoever asked has gone meanwhile. */
  enter(who: string, response: ServerResponse): Place | Promise<Place | null> {
    const member = this.memberOf(who);
    this.giveBackHeld();
    const first = this.inLine === 0 && this.running.size === 0;
    if (first || (this.inLine === 0 && this.hasRoom(member) && !this.mustPause())) return this.begin(member);
    return this.turn(member, response);
  }

  get isIdle(): boolean {
    return this.inLine === 0 && this.running.size === 0 && this.credit.isFull;
  }

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

  /** Two are looked at for one that comes. */
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

  /** Whether they run one by one for now. */
  private mustPause(): boolean {
    const { left } = this.credit;
    this.isTired = left <= 0 || (this.isTired && (this.inLine > 0 || left < this.rule.burst * restedAt));
    return this.isTired && this.isAmongOthers();
  }

  private begin(member: Member): Place {
    const begunAt = performance.now();
    member.running += 1;
    this.level = member.served;
    // Turns go round among those whose time is not counted yet, too.
    member.served += 1;
    const leave = (): void => {
      if (!this.running.delete(place)) return;
      member.running -= 1;
      if (this.inLine > 0) this.serve();
    };
    const answered = (since: number, countedAtMost: number): void => {
      const took = this.credit.take(since, countedAtMost, least);
      member.served += took;
      const times = took > short ? pauses : 1_000 / this.time.perSecond;
      if (this.mustPause()) this.nextAt = Math.max(this.nextAt, performance.now() + took * times);
      leave();
    };
    const place: Running = { begunAt, member, answered, leave };
    this.running.add(place);
    return place;
  }

  private turn(member: Member, response: ServerResponse): Promise<Place | null> {
    const { waiting, waitingOfOne } = this.rule;
    const atMost = member.id === nobody ? nobodysWaiting : waitingOfOne;
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

  /** Lets in those who wait, as far as they may; or the next of them, once it is time. */
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
    // The others may have gone meanwhile.
    this.pause = setTimeout(() => this.serve(), Math.max(1, Math.min(wait, heldAtMostMs)));
  }

  /** Whoever of those that wait and may come in was served least. */
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

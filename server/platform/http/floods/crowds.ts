import type { ServerResponse } from 'node:http';
import { Crowd, type CrowdRule, type Place } from './crowd.ts';
import type { Pace } from './pace.ts';
import type { RecentSenders } from './recent-senders.ts';

/** Idle time after which a person or an address is not counted any more; addresses are forgotten once out of debt. */
const seenMs = { person: 60_000, address: 10_000 };
const forgottenEveryMs = 60_000;

/**
 * Shares the server among client addresses: while other addresses are active too, the people of one address get one
 * {@link Crowd} together, however many accounts they have, and within it the person who used the least goes first. A
 * lone address never waits.
 */
export class Crowds {
  private readonly crowds = new Map<string, Crowd>();
  private readonly forgetting: NodeJS.Timeout;

  /**
   * Starts without any crowd.
   * @param rule limits of each crowd
   * @param addresses recently active senders, shared by crowds that yield to one another
   * @param pace how slow the server is for everybody
   */
  constructor(
    private readonly rule: CrowdRule,
    private readonly addresses: RecentSenders,
    private readonly pace: Pace,
  ) {
    this.forgetting = setInterval(() => this.forget(), forgottenEveryMs).unref();
  }

  /**
   * Enters a request into the crowd of its address.
   * @param who a person of this address, or {@link nobody}
   */
  enter(address: string, who: string, response: ServerResponse): Place | Promise<Place | null> {
    this.addresses.note(address);
    return this.crowdOf(address).enter(who, response);
  }

  /** Number of remembered addresses. */
  get size(): number {
    return this.crowds.size;
  }

  close(): void {
    clearInterval(this.forgetting);
    for (const crowd of this.crowds.values()) crowd.close();
  }

  private crowdOf(address: string): Crowd {
    const known = this.crowds.get(address);
    if (known) return known;
    this.forgetOldest();
    const crowd = new Crowd(
      () => this.addresses.isAmongOthers(address),
      this.rule,
      () => this.pace.slowness,
    );
    this.crowds.set(address, crowd);
    return crowd;
  }

  /** Checks two addresses for each new one, so that addresses that ask only once do not pile up. */
  private forgetOldest(): void {
    for (let looked = 0; looked < 2; looked += 1) {
      const [oldest] = this.crowds;
      if (!oldest) return;
      const [address, crowd] = oldest;
      this.crowds.delete(address);
      if (!this.isOver(crowd)) this.crowds.set(address, crowd);
    }
  }

  private forget(): void {
    for (const [address, crowd] of this.crowds) {
      crowd.forgetPeople(performance.now() - seenMs.person);
      if (this.isOver(crowd)) this.crowds.delete(address);
    }
  }

  private isOver(crowd: Crowd): boolean {
    return performance.now() - crowd.seenAt >= seenMs.address && crowd.isIdle;
  }
}

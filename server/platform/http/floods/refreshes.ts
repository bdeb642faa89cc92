import type { ServerResponse } from 'node:http';
import { availableParallelism } from 'node:os';
import { Crowd, type CrowdRule, ofAddress, type Place } from './crowd.ts';
import { Crowds } from './crowds.ts';
import type { Pace } from './pace.ts';
import type { RecentSenders } from './recent-senders.ts';

/** Limits of the refreshes of one address, counted apart from its people's other requests. */
const ofAddressRefreshing: CrowdRule = { ...ofAddress, perSecond: 60 };
/** Limits of the refreshes of everybody, with addresses as members. */
const ofAll: CrowdRule = {
  // The limit of one at a time for each core is enough: a pause would only leave the server idle.
  ...{ burst: Number.POSITIVE_INFINITY, perSecond: 1, forEachPerSecond: 0, longFactor: 1 },
  amongOthers: Math.min(4, availableParallelism()),
  // Limited per person (`shares.ts`).
  ...{ waiting: Number.POSITIVE_INFINITY, waitingOfOne: Number.POSITIVE_INFINITY },
};

/** Concurrent refreshes of everybody together. */
export const refreshesAtOnce = ofAll.amongOthers;

/**
 * Queues readings that declare a low urgency: after a restart every page sends some at once, and people's actions go
 * first. The people of one address also share a limit, as for all requests (`crowds.ts`).
 */
export class Refreshes {
  private readonly byAddress: Crowds;
  private readonly all = new Crowd(() => true, ofAll);

  /**
   * Starts without any queue.
   * @param addresses recently active senders of any request
   * @param pace how slow the server is for everybody
   */
  constructor(addresses: RecentSenders, pace: Pace) {
    this.byAddress = new Crowds(ofAddressRefreshing, addresses, pace);
  }

  /** Waits for a place; null when the client left meanwhile. */
  async enter(address: string, who: string, response: ServerResponse): Promise<Place | null> {
    const own = await this.byAddress.enter(address, who, response);
    if (!own) return null;
    const place = await this.all.enter(address, response);
    if (!place) own.leave();
    return place && both(own, place);
  }

  get size(): number {
    return this.byAddress.size;
  }

  /** Forgets idle addresses last seen before a time. */
  forget(before: number): void {
    this.all.forgetPeople(before);
  }

  close(): void {
    this.byAddress.close();
    this.all.close();
  }
}

/** Joins two places of one request. */
const both = (own: Place, place: Place): Place => ({
  begunAt: place.begunAt,
  answered: (since, countedAtMost) => {
    for (const one of [own, place]) one.answered(since, countedAtMost);
  },
  leave: () => {
    for (const one of [own, place]) one.leave();
  },
});

import type { ServerResponse } from 'node:http';
import { availableParallelism } from 'node:os';
import { Crowd, type CrowdRule, ofAddress, type Place } from './crowd.ts';
import { Crowds } from './crowds.ts';
import type { Pace } from './pace.ts';
import type { RecentSenders } from './recent-senders.ts';

/** Limits of the refreshes of one address, apart from what its people do. */
const ofAddressRefreshing: CrowdRule = { ...ofAddress, perSecond: 60 };
/** Limits of the refreshes of everybody, with addresses as members. */
const ofAll: CrowdRule = {
  // One at once for each core is bound enough: a pause would only leave the server idle.
  ...{ burst: Number.POSITIVE_INFINITY, perSecond: 1, forEachPerSecond: 0, longFactor: 1 },
  amongOthers: Math.min(4, availableParallelism()),
  // Bounded by person (`shares.ts`).
  ...{ waiting: Number.POSITIVE_INFINITY, waitingOfOne: Number.POSITIVE_INFINITY },
};

/** Refreshes that run at once, of everybody together. */
export const refreshesAtOnce = ofAll.amongOthers;

/**
 * Lets readings that declare themselves as of little urgency wait in one line: after a restart every page has some at once, and
 * what people do meanwhile goes first. The people of one address share a limit too, as in all they ask (`crowds.ts`).
 */
export class Refreshes {
  private readonly byAddress: Crowds;
  private readonly all = new Crowd(() => true, ofAll);

  /**
   * Starts without any line.
   * @param addresses who asked lately, for whatever
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

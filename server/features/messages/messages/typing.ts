import { typingTimes } from '@palabre/common/contract/messages/typing-event.ts';
import type pg from 'pg';
import { idsOf, type PlaceAccess, postingAccess } from '../../../platform/access/access.places.ts';
import { inBatches } from '../../../platform/pacing/in-batches.ts';
import type { Sparing } from '../../../platform/pacing/sparing.ts';
import type { Broadcaster } from '../../../platform/realtime/events.ts';
import { rooms, roomsNamed } from '../../../platform/realtime/rooms.ts';
import type { Actor } from '../../../platform/sessions/session.ts';
import { readRooms } from './typing.store.ts';

interface Known {
  place: PlaceAccess;
  room: string;
  firstName: string;
  lastName: string;
  until: number;
}

/** Lifetime of a cached right to write; whether the socket is still in the place's room is checked each time. */
const believedMs = 20_000;
const knownAtMost = 10_000;
/**
 * Limit on the people announced in one place within `typingTimes.every`: the page shows more of them as « several ».
 */
const writersTold = 4;

/**
 * Announces people who type: never stored, and unordered with messages. Each person is announced once in
 * `typingTimes.every`, and in a place only a few people at most, which bounds the cost of a crowd.
 */
export class Typing {
  private readonly known = new Map<string, Known>();
  private readonly told = new Map<string, number[]>();
  private readonly right: (pair: string) => Promise<Known | undefined>;

  constructor(
    pool: pg.Pool,
    private readonly broadcaster: Pick<Broadcaster, 'send'>,
    private readonly log: Sparing,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.right = inBatches(async (pairs: string[]) => {
      const asked = pairs.map(pair => {
        const [userId = '', placeId = ''] = pair.split(':');
        return { userId, placeId };
      });
      const [access, roomsOf] = await Promise.all([
        postingAccess(pool, asked),
        readRooms(pool, [...new Set(asked.map(({ placeId }) => placeId))]),
      ]);
      return new Map(
        asked.flatMap(({ userId, placeId }): [string, Known][] => {
          const pair = `${userId}:${placeId}`;
          const [found, room] = [access.get(pair), roomsOf.get(placeId)];
          if (!found?.canWrite || !room) return [];
          const { firstName, lastName } = found;
          return [[pair, { place: { ...found, placeId }, room, firstName, lastName, until: this.now() + believedMs }]];
        }),
      );
    });
  }

  /**
   * Announces to the readers of a place that a person types there, except to that person.
   * @param hears whether the person's socket is in a room
   */
  async say({ userId }: Actor, placeId: string, hears: (room: string) => boolean): Promise<void> {
    const pair = `${userId}:${placeId}`;
    if (!this.maySay(pair, 1) || this.lately(placeId).length >= writersTold) return;
    try {
      const known = this.known.get(pair);
      const right = known && known.until > this.now() ? known : await this.right(pair);
      if (!right || !roomsNamed(right.room).some(hears)) return;
      // Counted only after the check of rights: people without the right to write could otherwise use up the place's
      // quota.
      if (!this.maySay(placeId, writersTold)) return;
      if (this.known.size >= knownAtMost) this.known.clear();
      this.known.set(pair, right);
      const { place, room, firstName, lastName } = right;
      const { parent: _parent, ...ids } = idsOf(place);
      this.broadcaster.send(
        'typing',
        { ...ids, userId, firstName, lastName },
        { rooms: roomsNamed(room), except: [rooms.user(userId)] },
      );
    } catch (error) {
      this.log('warn', 'who writes could not be told', { err: error });
    }
  }

  /** Counts an event of this person or place; false when the limit is reached. */
  private maySay(what: string, atMost: number): boolean {
    const lately = this.lately(what);
    if (lately.length >= atMost) return false;
    if (this.told.size >= knownAtMost) this.told.clear();
    this.told.set(what, [...lately, this.now()]);
    return true;
  }

  /** Returns the times of the latest events of this person or place. */
  private lately(what: string): number[] {
    // A little less than clients' interval, since their clocks differ.
    const since = this.now() - typingTimes.every * 900;
    return (this.told.get(what) ?? []).filter(at => at > since);
  }
}

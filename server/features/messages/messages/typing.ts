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

/** Time for which a right to write is cached; whether the socket still hears the place is checked each time. */
const believedMs = 20_000;
const knownAtMost = 10_000;
/** People told of in one place within `typingTimes.every`: the page shows more than that as « several ». */
const writersTold = 4;

/**
 * Tells who types: never stored, and unordered with messages. A person is told of once in `typingTimes.every`, and a
 * place hears of a few people at most, which bounds the cost of a crowd.
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
   * Tells the people who hear a place that a person types there, except the person.
   * @param hears whether the person's socket is in a room
   */
  async say({ userId }: Actor, placeId: string, hears: (room: string) => boolean): Promise<void> {
    const pair = `${userId}:${placeId}`;
    if (!this.maySay(pair, 1) || this.lately(placeId).length >= writersTold) return;
    try {
      const known = this.known.get(pair);
      const right = known && known.until > this.now() ? known : await this.right(pair);
      if (!right || !roomsNamed(right.room).some(hears)) return;
      // Counted here: people who may not write would otherwise silence those who may.
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
    // A little less than clients wait, since their clock differs.
    const since = this.now() - typingTimes.every * 900;
    return (this.told.get(what) ?? []).filter(at => at > since);
  }
}

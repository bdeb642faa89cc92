import { typingTimes } from '@palabre/common/contract/messages/messages.ts';
import type pg from 'pg';
import { type PlaceAccess, postingAccess } from '../../../platform/access/access.places.ts';
import type { Sparing } from '../../../platform/pacing/sparing.ts';
import { readTogether } from '../../../platform/pacing/together.ts';
import type { Broadcaster } from '../../../platform/realtime/events.ts';
import { rooms } from '../../../platform/realtime/rooms.ts';
import type { Actor } from '../../../platform/sessions/session.ts';
import { readRooms } from './typing.store.ts';

interface Known {
  kind: PlaceAccess['kind'];
  room: string;
  firstName: string;
  lastName: string;
  until: number;
}

/** How long a right to write is believed, in milliseconds; whether one still hears the place is asked each time. */
const believedMs = 20_000;
const knownAtMost = 10_000;
/** Who writes in one place is told of so many in the time between two words of one person: more are « several ». */
const writersTold = 4;

/**
 * Tells who writes: never kept, and of no order with what is. One person is told of once in `typingTimes.every`, and a
 * place hears of a few at most, so that what a crowd costs is bounded by the place and not by the crowd.
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
    this.right = readTogether(async (pairs: string[]) => {
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
          const { kind, firstName, lastName } = found;
          return [[pair, { kind, room, firstName, lastName, until: this.now() + believedMs }]];
        }),
      );
    });
  }

  /**
   * A person writes in a place: whoever hears it is told, but themself.
   * @param hears whether their socket is in a room
   */
  async say({ userId }: Actor, placeId: string, hears: (room: string) => boolean): Promise<void> {
    const pair = `${userId}:${placeId}`;
    if (!this.maySay(pair, 1) || !this.maySay(placeId, writersTold)) return;
    try {
      const known = this.known.get(pair);
      const right = known && known.until > this.now() ? known : await this.right(pair);
      if (!right || !hears(right.room)) return;
      if (this.known.size >= knownAtMost) this.known.clear();
      this.known.set(pair, right);
      const { kind, room, firstName, lastName } = right;
      const place =
        kind === 'channel'
          ? { channelId: placeId, conversationId: null }
          : { channelId: null, conversationId: placeId };
      this.broadcaster.send(
        'typing',
        { ...place, userId, firstName, lastName },
        { rooms: [room], except: [rooms.user(userId)] },
      );
    } catch (error) {
      this.log('warn', 'who writes could not be told', { err: error });
    }
  }

  /** Whether so little was said of this lately that it may be said again; it is then taken as said. */
  private maySay(what: string, atMost: number): boolean {
    const now = this.now();
    // A little less than what clients wait: theirs is not this clock.
    const since = now - typingTimes.every * 900;
    const lately = (this.told.get(what) ?? []).filter(at => at > since);
    if (lately.length >= atMost) return false;
    if (this.told.size >= knownAtMost) this.told.clear();
    this.told.set(what, [...lately, now]);
    return true;
  }
}

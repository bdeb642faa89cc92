import type { EventName } from '@palabre/common/contract/index.ts';
import { rooms as roomNames } from './rooms.ts';

const keptMs = 300_000;
/** Name under which a change of rights is noted, among the events of a person's own room. */
const rights = 'rights';

/** Memory of {@link RecentEvents}: how many milliseconds ago it began, and each room's events by name. */
export interface Remembered {
  sinceMs: number;
  rooms: [room: string, agesMs: [name: string, ms: number][]][];
}

/**
 * Recent events: the names of the events sent to each room in the last minutes. A client that fetched lists while
 * connecting, or that lost its connection, learns which lists to fetch again. Events are not replayed.
 */
export class RecentEvents {
  /** Time of the last event of each name, by room; the room with the oldest last event comes first. */
  private readonly told = new Map<string, Map<string, number>>();
  private since: number;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.since = now();
  }

  /** Records an event sent to rooms. */
  note(name: EventName, rooms: readonly string[]): void {
    this.noteIn(name, rooms);
  }

  /** Notes that the rights of people changed: their current rooms do not reveal events in rooms that they left. */
  noteRights(userIds: readonly string[]): void {
    this.noteIn(rights, userIds.map(roomNames.user));
  }

  /**
   * Lists the names of the events that any of these rooms got in the last `ms`; null when that exceeds the memory, or when
   * the rights of their person changed.
   */
  in(ms: number, rooms: Iterable<string>): EventName[] | null {
    const from = this.now() - ms;
    if (from < this.since || ms > keptMs) return null;
    const names = new Set<string>();
    for (const room of rooms) {
      for (const [name, at] of this.told.get(room) ?? []) if (at >= from) names.add(name);
    }
    return names.has(rights) ? null : ([...names] as EventName[]);
  }

  /** Forgets everything: events of other processes may have been missed. */
  forget(): void {
    this.told.clear();
    this.since = this.now();
  }

  /** Returns the memory, for the next process. */
  remembered(): Remembered {
    const now = this.now();
    const agesOf = (names: Map<string, number>) => [...names].map(([name, at]): [string, number] => [name, now - at]);
    return {
      sinceMs: now - this.since,
      rooms: [...this.told].map(([room, names]) => [room, agesOf(names)]),
    };
  }

  /**
   * Takes over the memory of the previous process, and counts the gap between both as covered.
   * @param endedMs milliseconds since that memory ended
   */
  takeOver({ sinceMs, rooms }: Remembered, endedMs: number): void {
    const ended = this.now() - endedMs;
    this.since = ended - sinceMs;
    for (const [room, ages] of rooms) this.told.set(room, new Map(ages.map(([name, ms]) => [name, ended - ms])));
  }

  private noteIn(name: string, rooms: readonly string[]): void {
    const now = this.now();
    for (const room of rooms) {
      const names = this.told.get(room) ?? new Map<string, number>();
      this.told.delete(room);
      this.told.set(room, names.set(name, now));
    }
    for (const [room, names] of this.told) {
      if ([...names.values()].some(at => at > now - keptMs)) break;
      this.told.delete(room);
    }
  }
}

import type { EventName } from '@palabre/common/contract/index.ts';

const keptMs = 30_000;

/**
 * Recent events: the names of those sent to each room in the last seconds. A client that fetched lists while connecting
 * learns whether it missed events, and which lists to fetch again. Events are not replayed.
 */
export class RecentEvents {
  /** Time of the last event of each name, by room; the room with the oldest last event comes first. */
  private readonly told = new Map<string, Map<EventName, number>>();
  private since: number;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.since = now();
  }

  /** Notes an event sent to rooms. */
  note(name: EventName, rooms: readonly string[]): void {
    const now = this.now();
    for (const room of rooms) {
      const names = this.told.get(room) ?? new Map<EventName, number>();
      this.told.delete(room);
      this.told.set(room, names.set(name, now));
    }
    for (const [room, names] of this.told) {
      if ([...names.values()].some(at => at > now - keptMs)) break;
      this.told.delete(room);
    }
  }

  /** Lists the names of the events that any of these rooms got in the last `ms`; null when that exceeds the memory. */
  in(ms: number, rooms: Iterable<string>): EventName[] | null {
    const from = this.now() - ms;
    if (from < this.since || ms > keptMs) return null;
    const names = new Set<EventName>();
    for (const room of rooms) {
      for (const [name, at] of this.told.get(room) ?? []) if (at >= from) names.add(name);
    }
    return [...names];
  }

  /** Forgets everything: events of other processes may have been missed. */
  forget(): void {
    this.told.clear();
    this.since = this.now();
  }
}

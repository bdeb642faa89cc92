import type { EventName } from '@palabre/common/contract/index.ts';

const keptMs = 30_000;

/**
 * What each room was told in the last seconds, by name: who was asking for lists while connecting learns whether
 * something was said in between, and which lists to ask for again. Nothing is said again.
 */
export class Lately {
  /** When each event was last said to each room, in milliseconds; the room that was told longest ago comes first. */
  private readonly told = new Map<string, Map<EventName, number>>();
  private since: number;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.since = now();
  }

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

  /** The events that one of these rooms was told in the last `ms`; null when that is more than is known. */
  in(ms: number, rooms: Iterable<string>): EventName[] | null {
    const from = this.now() - ms;
    if (from < this.since || ms > keptMs) return null;
    const names = new Set<EventName>();
    for (const room of rooms) {
      for (const [name, at] of this.told.get(room) ?? []) if (at >= from) names.add(name);
    }
    return [...names];
  }

  /** Something may have been said that was not heard here. */
  forget(): void {
    this.told.clear();
    this.since = this.now();
  }
}

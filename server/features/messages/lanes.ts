import type { Turn, Turns } from '../../platform/realtime/turns.ts';

/** What waits for one place, in the order in which it came. */
export interface Lane<T> {
  placeId: string;
  waiting: T[];
  turn: Turn;
  /** How long it waited for a lock the last time, in milliseconds. */
  paused: number;
}

const firstPauseMs = 4;
const longestPauseMs = 64;

/**
 * Lines before places: each keeps its order, and none waits for another. A line is served when the place's turn in
 * this process has come, and again a little later when somebody outside it held the place's lock.
 */
export class Lanes<T> {
  private readonly lanes = new Map<string, Lane<T>>();
  private ready: Lane<T>[] = [];

  /**
   * @param places whose turns are taken
   * @param wake called when a line can be served
   */
  constructor(
    private readonly places: Turns,
    private readonly wake: () => void,
  ) {}

  add(placeId: string, item: T): void {
    const lane = this.lanes.get(placeId);
    if (lane) lane.waiting.push(item);
    else this.queue(placeId, [item]);
  }

  /** Takes so many at most from the lines that can be served; each of those is then to be given back. */
  take(atMost: number): { lane: Lane<T>; items: T[] }[] {
    const taken: { lane: Lane<T>; items: T[] }[] = [];
    let room = atMost;
    while (room > 0) {
      const lane = this.ready.shift();
      if (!lane) break;
      const items = lane.waiting.splice(0, room);
      room -= items.length;
      taken.push({ lane, items });
    }
    return taken;
  }

  /**
   * Ends the turn of a line that was taken. What waits in it, again or since, takes the next one.
   * @param again what could not be done, in its order
   */
  giveBack(lane: Lane<T>, again: readonly T[]): void {
    lane.turn.end();
    this.lanes.delete(lane.placeId);
    const waiting = [...again, ...lane.waiting];
    if (waiting.length > 0) this.queue(lane.placeId, waiting);
  }

  /** Gives back a line whose place is locked by somebody else: it keeps its turn, so that nothing here overtakes it. */
  pause(lane: Lane<T>, again: readonly T[]): void {
    lane.waiting = [...again, ...lane.waiting];
    lane.paused = Math.min(lane.paused * 2 || firstPauseMs, longestPauseMs);
    setTimeout(() => this.serve(lane), lane.paused);
  }

  private queue(placeId: string, waiting: T[]): void {
    const turn = this.places.take([placeId]);
    const lane = { placeId, waiting, turn, paused: 0 };
    this.lanes.set(placeId, lane);
    if (turn.free) this.serve(lane);
    else void turn.before.then(() => this.serve(lane));
  }

  private serve(lane: Lane<T>): void {
    this.ready.push(lane);
    this.wake();
  }
}

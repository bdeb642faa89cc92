import type { Turn, Turns } from '../../../platform/realtime/turns.ts';

/** What waits for one place, in the order in which it came. */
export interface Lane<T> {
  placeId: string;
  waiting: T[];
  turn: Turn;
  /** How long it waited for a lock the last time, in milliseconds. */
  paused: number;
  /** Whether somebody else has the place, as far as this process knows. */
  held: boolean;
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
   * @param hold called with what begins to wait for somebody else who has the place
   */
  constructor(
    private readonly places: Turns,
    private readonly wake: () => void,
    private readonly hold: (items: readonly T[]) => void,
  ) {}

  add(placeId: string, item: T): void {
    const lane = this.lanes.get(placeId);
    if (!lane) this.queue(placeId, [item]);
    else {
      lane.waiting.push(item);
      if (lane.held) this.hold([item]);
    }
  }

  /** Takes an item out of its line. False when it waits there no more. */
  remove(placeId: string, item: T): boolean {
    const lane = this.lanes.get(placeId);
    const index = lane?.waiting.indexOf(item) ?? -1;
    if (index >= 0) lane?.waiting.splice(index, 1);
    return index >= 0;
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
    if (!lane.held) this.hold(lane.waiting);
    lane.held = true;
    lane.waiting = [...again, ...lane.waiting];
    lane.paused = Math.min(lane.paused * 2 || firstPauseMs, longestPauseMs);
    setTimeout(() => this.serve(lane), lane.paused);
  }

  private queue(placeId: string, waiting: T[]): void {
    const turn = this.places.take([placeId]);
    const lane = { placeId, waiting, turn, paused: 0, held: !turn.free };
    this.lanes.set(placeId, lane);
    if (turn.free) this.serve(lane);
    else {
      this.hold(waiting);
      void turn.before.then(() => {
        lane.held = false;
        this.serve(lane);
      });
    }
  }

  private serve(lane: Lane<T>): void {
    this.ready.push(lane);
    this.wake();
  }
}

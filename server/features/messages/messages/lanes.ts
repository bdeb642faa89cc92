import type { Turn, Turns } from '../../../platform/realtime/turns.ts';

/** Lane of a place: the posts that wait for it, in order of arrival. */
export interface Lane<T> {
  placeId: string;
  waiting: T[];
  turn: Turn;
  /** Length of the last pause before a new try at the place's lock, in milliseconds. */
  paused: number;
  /** Whether another process or task holds the place, as far as this process knows. */
  held: boolean;
}

const firstPauseMs = 4;
const longestPauseMs = 64;

/**
 * Queues of posts, one lane for each place: each keeps its order, and none waits for another. A lane is served at the
 * place's turn in this process, and again after a pause when the place's lock was held elsewhere.
 */
export class Lanes<T> {
  private readonly lanes = new Map<string, Lane<T>>();
  private ready: Lane<T>[] = [];

  /**
   * Starts without any lane.
   * @param places turns of places in this process
   * @param wake called when a lane can be served
   * @param hold called with items that begin to wait for another holder of the place
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

  /** Removes an item from its lane; false when it no longer waits there. */
  remove(placeId: string, item: T): boolean {
    const lane = this.lanes.get(placeId);
    const index = lane?.waiting.indexOf(item) ?? -1;
    if (index >= 0) lane?.waiting.splice(index, 1);
    return index >= 0;
  }

  /** Takes up to `atMost` items from the lanes that can be served; the caller gives each lane back. */
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
   * Ends the turn of a taken lane; its waiting items take the next turn.
   * @param again items to try again, in order
   */
  giveBack(lane: Lane<T>, again: readonly T[]): void {
    lane.turn.end();
    this.lanes.delete(lane.placeId);
    const waiting = [...again, ...lane.waiting];
    if (waiting.length > 0) this.queue(lane.placeId, waiting);
  }

  /**
   * Gives back a lane whose place is locked elsewhere; the lane keeps its turn, so that nothing in this process
   * overtakes it.
   */
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

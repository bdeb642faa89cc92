import type { EventName, EventPayload } from '@palabre/common/contract/index.ts';
import type { Target } from './rooms.ts';

interface Sent {
  name: EventName;
  payload: unknown;
  target: Target;
}

/** What carries events to sockets, and puts sockets in rooms; `socket.ts` is the real one. */
export interface Broadcaster {
  send(name: EventName, payload: unknown, target: Target): void;
  /** Brings the rooms of all open sockets of these people in line with their rights in the database. */
  syncRooms(userIds: readonly string[]): Promise<void>;
}

/** Queues an event until the transaction has committed. */
export type Emit = <N extends EventName>(name: N, payload: EventPayload<N>, target: Target) => void;

/**
 * What a transaction has to say to the world, said once it has committed and forgotten if it is rolled back
 * (house rule 7). Rooms are brought in line before events go out, so that whoever has just gained a right hears
 * them and whoever has just lost one does not.
 */
export class Outbox {
  private readonly events: Sent[] = [];
  private readonly people = new Set<string>();
  private readonly after: (() => void | Promise<void>)[] = [];

  readonly emit: Emit = (name, payload, target) => {
    this.events.push({ name, payload, target });
  };

  /** These people's rights change with this transaction. */
  readonly rightsChanged = (userIds: Iterable<string>): void => {
    for (const id of userIds) this.people.add(id);
  };

  /** Does this once the transaction has committed, before its events go out (closing sessions, say). */
  readonly afterCommit = (action: () => void | Promise<void>): void => {
    this.after.push(action);
  };

  /** Whether there is nothing to say. */
  get silent(): boolean {
    return this.events.length === 0 && this.people.size === 0 && this.after.length === 0;
  }

  async flush(broadcaster: Broadcaster): Promise<void> {
    for (const action of this.after) await action();
    if (this.people.size > 0) await broadcaster.syncRooms([...this.people]);
    for (const { name, payload, target } of this.events) broadcaster.send(name, payload, target);
  }
}

/**
 * Lets transactions speak in the order in which they committed. A turn is taken just before the commit, while the
 * locks are still held: of two changes to one thing, the later one then takes the later turn, and no client ends
 * on the older state because reading its rooms took longer.
 */
export class Turns {
  private last: Promise<void> = Promise.resolve();

  /** Takes the next turn: it has come once `before` resolves, and is over when `end` is called. */
  take(): { before: Promise<void>; end: () => void } {
    const before = this.last;
    let end = () => {};
    this.last = new Promise(resolve => {
      end = resolve;
    });
    return { before, end };
  }
}

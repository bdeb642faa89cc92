import type { EventName, EventPayload } from '@palabre/common/contract/index.ts';
import type { Logger } from 'pino';
import type { Target } from './rooms.ts';
import type { Turns } from './turns.ts';

/** Event with its target. */
export interface Event {
  name: EventName;
  payload: unknown;
  target: Target;
}

/** Sends events to sockets, and puts sockets in rooms; `socket.ts` implements it. */
export interface Broadcaster {
  /**
   * Sends an event to its rooms.
   * @param sinceMs time of the commit, by `performance.now()`; without it the delay is not measured
   */
  send(name: EventName, payload: unknown, target: Target, sinceMs?: number): void;
  /** Sends events about different things, each to its own rooms: one write per socket. */
  sendTogether(events: readonly Event[]): void;
  /** Updates the rooms of all open sockets of these people to their rights in the database. */
  syncRooms(userIds: readonly string[]): Promise<void>;
}

/** Wraps a broadcaster so that features receive each event about one thing, just before it leaves. */
export const heardBy = (broadcaster: Broadcaster, ears: readonly ((event: Event) => void)[]): Broadcaster => ({
  send: (name, payload, target, sinceMs) => {
    for (const hear of ears) hear({ name, payload, target });
    broadcaster.send(name, payload, target, sinceMs);
  },
  sendTogether: events => broadcaster.sendTogether(events),
  syncRooms: userIds => broadcaster.syncRooms(userIds),
});

interface Speaking {
  broadcaster: Broadcaster;
  logger: Logger;
}

/** Queues an event until the transaction has committed. */
export type Emit = <N extends EventName>(name: N, payload: EventPayload<N>, target: Target) => void;

/**
 * Events and actions of a transaction, run after its commit and dropped on rollback. Rooms are updated before the
 * events leave: a person who just gained a right receives them, a person who just lost one does not.
 */
export class Outbox {
  private readonly events: Event[] = [];
  private readonly people = new Set<string>();
  private readonly after: (() => void | Promise<void>)[] = [];

  readonly emit: Emit = (name, payload, target) => {
    this.events.push({ name, payload, target });
  };

  /** Marks the people whose rights change with this transaction. */
  readonly rightsChanged = (userIds: Iterable<string>): void => {
    for (const id of userIds) this.people.add(id);
  };

  /** Queues an action to run after the commit, before the events leave (closing sessions, say). */
  readonly afterCommit = (action: () => void | Promise<void>): void => {
    this.after.push(action);
  };

  /** Ids of the things that the queued events are about. */
  get things(): Set<string> {
    return new Set(this.events.flatMap(thingsOf));
  }

  /**
   * Runs the actions, updates the rooms, and sends the events.
   * @param committedMs time of the commit, by `performance.now()`
   */
  async flush(services: Speaking, committedMs: number): Promise<void> {
    for (const action of this.after) await action();
    if (this.people.size > 0) await services.broadcaster.syncRooms([...this.people]);
    for (const event of this.events) say(services, event, committedMs);
  }
}

/** Sends an event of a committed change. A failure is logged: it undoes nothing, and the request still succeeds. */
function say({ broadcaster, logger }: Speaking, event: Event, sinceMs: number): void {
  try {
    broadcaster.send(event.name, event.payload, event.target, sinceMs);
  } catch (error) {
    logger.error({ err: error, event: event.name }, 'event not sent');
  }
}

/**
 * Sends an event made outside the transactions of `work.ts`, after the events of earlier commits about the same things.
 */
export function sayInTurn<N extends EventName>(
  services: Speaking & { turns: Turns },
  name: N,
  payload: EventPayload<N>,
  target: Target,
  sinceMs = performance.now(),
): void {
  const event = { name, payload, target };
  services.turns.after(thingsOf(event), () => say(services, event, sinceMs));
}

/** Fields of a payload that name its entity and the places that contain it. */
const named = ['_id', 'workspaceId', 'channelId', 'conversationId'] as const;

/**
 * Lists the ids that an event is about: its entity, the places that contain it, and its rooms. A `user:` room does not
 * count: events to one person about two workspaces need no order.
 */
function thingsOf({ payload, target }: Event): string[] {
  const fields = payload as { [K in (typeof named)[number]]?: string | null };
  const places = target.rooms.filter(room => !room.startsWith('user:')).map(room => room.slice(room.indexOf(':') + 1));
  return [...named.flatMap(name => fields[name] ?? []), ...places];
}

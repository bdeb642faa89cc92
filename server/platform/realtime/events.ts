import type { EventName, EventPayload } from '@palabre/common/contract/index.ts';
import type { Logger } from 'pino';
import type { Target } from './rooms.ts';
import type { Turns } from './turns.ts';

/** An event, as it is queued and sent. */
export interface Event {
  name: EventName;
  payload: unknown;
  target: Target;
}

/** What carries events to sockets, and puts sockets in rooms; `socket.ts` is the real one. */
export interface Broadcaster {
  send(name: EventName, payload: unknown, target: Target): void;
  /** Several events of different things, each to its own rooms: one write for each socket, whatever it hears of them. */
  sendTogether(events: readonly Event[]): void;
  /** Brings the rooms of all open sockets of these people in line with their rights in the database. */
  syncRooms(userIds: readonly string[]): Promise<void>;
}

/** Has features hear what is sent of one thing, just before it leaves. */
export const heardBy = (broadcaster: Broadcaster, ears: readonly ((event: Event) => void)[]): Broadcaster => ({
  send: (name, payload, target) => {
    for (const hear of ears) hear({ name, payload, target });
    broadcaster.send(name, payload, target);
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
 * What a transaction has to say to the world, said once it has committed and forgotten if it is rolled back
 *. Rooms are brought in line before events go out, so that whoever has just gained a right hears
 * them and whoever has just lost one does not.
 */
export class Outbox {
  private readonly events: Event[] = [];
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

  /** Ids of all that these events speak of. */
  get things(): Set<string> {
    return new Set(this.events.flatMap(thingsOf));
  }

  async flush(services: Speaking): Promise<void> {
    for (const action of this.after) await action();
    if (this.people.size > 0) await services.broadcaster.syncRooms([...this.people]);
    for (const event of this.events) say(services, event);
  }
}

/** Sends what has been committed. What can't be sent is logged: it undoes nothing, and keeps nobody from an answer. */
function say({ broadcaster, logger }: Speaking, event: Event): void {
  try {
    broadcaster.send(event.name, event.payload, event.target);
  } catch (error) {
    logger.error({ err: error, event: event.name }, 'event not sent');
  }
}

/** Sends an event that no transaction of `work.ts` made, behind what those that committed before it have to say. */
export function sayInTurn<N extends EventName>(
  services: Speaking & { turns: Turns },
  name: N,
  payload: EventPayload<N>,
  target: Target,
): void {
  const event = { name, payload, target };
  services.turns.after(thingsOf(event), () => say(services, event));
}

/** Fields by which a payload says what it is, and what it is part of. */
const named = ['_id', 'workspaceId', 'channelId', 'conversationId'] as const;

/**
 * What an event speaks of: its entity, what that is part of, and whatever hears it as a whole. The person who hears
 * something is no part of it: what happens to them in one workspace says nothing of another.
 */
function thingsOf({ payload, target }: Event): string[] {
  const fields = payload as { [K in (typeof named)[number]]?: string | null };
  const places = target.rooms.filter(room => !room.startsWith('user:')).map(room => room.slice(room.indexOf(':') + 1));
  return [...named.flatMap(name => fields[name] ?? []), ...places];
}

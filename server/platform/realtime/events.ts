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

  /** Ids of all that these events speak of. */
  get things(): Set<string> {
    return new Set(this.events.flatMap(thingsOf));
  }

  async flush(broadcaster: Broadcaster): Promise<void> {
    for (const action of this.after) await action();
    if (this.people.size > 0) await broadcaster.syncRooms([...this.people]);
    for (const { name, payload, target } of this.events) broadcaster.send(name, payload, target);
  }
}

/** Fields by which a payload says what it is, and what it is part of. */
const named = ['_id', 'workspaceId', 'channelId', 'conversationId'] as const;

/**
 * What an event speaks of: its entity, what that is part of, and whatever hears it as a whole. The person who hears
 * something is no part of it: what happens to them in one workspace says nothing of another.
 */
function thingsOf({ payload, target }: Sent): string[] {
  const fields = payload as { [K in (typeof named)[number]]?: string | null };
  const places = target.rooms.filter(room => !room.startsWith('user:')).map(room => room.slice(room.indexOf(':') + 1));
  return [...named.flatMap(name => fields[name] ?? []), ...places];
}

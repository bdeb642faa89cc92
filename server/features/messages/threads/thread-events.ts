import type { WireIds } from '../../../platform/access/access.places.ts';
import { createSparing, type Sparing } from '../../../platform/pacing/sparing.ts';
import { type Event, sayInTurn } from '../../../platform/realtime/events.ts';
import { rooms, roomsNamed } from '../../../platform/realtime/rooms.ts';
import type { Services } from '../../../platform/services.ts';
import { claimTellings, noteTold, readTellings, readUntold, type Telling } from './tellings.store.ts';

const aboutMessages = new Set<string>(['newMessage', 'updateMessage', 'deleteMessage']);
/** Threads announced per query. */
const atOnce = 64;
/** Limit on the threads that one run of the job announces on behalf of ended processes. */
const leftAtOnce = 1_000;

/**
 * Announces the state of threads to people who may read their channel or conversation: at once after a change, then at
 * most once a second a thread, across all processes, and always the last state. The first process to announce in a
 * second claims it in the database; the others wait for the next second, and announce their change if it is still
 * pending.
 */
export class ThreadEvents {
  private readonly now = new Set<string>();
  private readonly later = new Map<string, NodeJS.Timeout>();
  private running = false;
  private isOver = false;
  private readonly log: Sparing;

  constructor(private readonly services: Pick<Services, 'database' | 'turns' | 'broadcaster' | 'logger' | 'underWay'>) {
    this.log = createSparing(services.logger);
  }

  /** Queues the thread of a message event. */
  hear({ name, payload }: Pick<Event, 'name' | 'payload'>): void {
    const { threadId } = payload as WireIds;
    if (threadId && aboutMessages.has(name)) this.queue(threadId);
  }

  /** Announces threads whose last change an ended process left unannounced. */
  async tellLeft(): Promise<void> {
    for (const id of await readUntold(this.services.database.pool, leftAtOnce)) this.queue(id);
  }

  /** Stops waiting: the job announces the remaining threads. */
  end(): void {
    this.isOver = true;
    for (const timer of this.later.values()) clearTimeout(timer);
    this.later.clear();
  }

  /** Queues a thread with a change to announce. */
  queue(id: string): void {
    if (this.later.has(id)) return;
    this.now.add(id);
    this.start();
  }

  private start(): void {
    if (this.running || this.now.size === 0) return;
    this.running = true;
    void this.services.underWay.run(() => this.run());
  }

  private async run(): Promise<void> {
    while (this.now.size > 0) {
      const some = [...this.now].slice(0, atOnce);
      for (const id of some) this.now.delete(id);
      try {
        await this.tell(some);
      } catch (error) {
        // The job announces them once the database answers again.
        this.log('warn', 'threads not told', { err: error });
      }
    }
    this.running = false;
  }

  private async tell(ids: readonly string[]): Promise<void> {
    const { pool } = this.services.database;
    const { claimed, waits } = await claimTellings(pool, ids);
    for (const [id, waitMs] of waits) this.wait(id, waitMs);
    if (claimed.size === 0) return;
    const tellings = await readTellings(pool, [...claimed.keys()]);
    for (const telling of tellings) this.say(telling);
    await noteTold(pool, tellings, claimed);
  }

  private wait(id: string, waitMs: number): void {
    // A change during the announcement asks for the same second.
    if (this.isOver || this.later.has(id)) return;
    const again = () => {
      this.later.delete(id);
      this.queue(id);
    };
    this.later.set(id, setTimeout(again, waitMs));
  }

  /**
   * Sends the state to each follower with their own counts, in one event for followers with equal counts, and to
   * everybody else.
   */
  private say({ thread, room, followers }: Telling): void {
    const alike = new Map<string, Telling['followers']>();
    for (const one of followers) {
      const key = `${one.unread}:${one.read}`;
      const some = alike.get(key);
      if (some) some.push(one);
      else alike.set(key, [one]);
    }
    for (const some of alike.values()) {
      const { unread, read } = some[0] as Telling['followers'][number];
      const people = some.map(({ userId }) => rooms.user(userId));
      sayInTurn(this.services, 'updateThread', { ...thread, unread, read, following: true }, { rooms: people });
    }
    const except = followers.map(({ userId }) => rooms.user(userId));
    sayInTurn(this.services, 'updateThread', thread, { rooms: roomsNamed(room), except });
  }
}

import type { Tx } from './postgres/db.ts';
import { Outbox } from './realtime/events.ts';
import type { Turn } from './realtime/turns.ts';
import type { Services } from './services.ts';

/** A change under way: its transaction, and what is to be said and done once that has committed (see {@link Outbox}). */
export interface Work extends Pick<Outbox, 'emit' | 'rightsChanged' | 'afterCommit'> {
  db: Tx;
}

/** What a change needs of the server. */
export type Changing = Pick<Services, 'database' | 'turns' | 'locked' | 'broadcaster' | 'logger'>;

/**
 * Runs a change in a transaction, and says what it has to say once it has committed.
 *
 * Changes that speak of the same things speak in the order in which they committed: the turn is taken just before
 * the commit, while the locks are still held. No client then ends on the older of two states because reading rooms
 * took longer for that one; and reading them for one workspace keeps no other waiting.
 * @param lockedId the workspace or conversation that the change locks: it waits for the changes before it without a connection
 */
export async function inTransaction<T>(
  services: Changing,
  change: (work: Work) => Promise<T>,
  lockedId?: string,
): Promise<T> {
  const { database, turns, locked } = services;
  const outbox = new Outbox();
  const { emit, rightsChanged, afterCommit } = outbox;
  let turn: Turn | undefined;
  try {
    const commit = () =>
      database.kysely.transaction().execute(async db => {
        const result = await change({ db, emit, rightsChanged, afterCommit });
        turn = turns.take(outbox.things);
        return result;
      });
    const result = await (lockedId ? locked.run([lockedId], commit) : commit());
    await turn?.before;
    await outbox.flush(services);
    return result;
  } finally {
    // The next turn must not begin before this one, even when this one has nothing to say any more.
    void turn?.before.then(turn.end);
  }
}

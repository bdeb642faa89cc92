import type { Tx } from './postgres/db.ts';
import { Outbox } from './realtime/events.ts';
import type { Turn } from './realtime/turns.ts';
import type { Services } from './services.ts';

/** Change in progress: its transaction, and the events and work to run after the commit (see {@link Outbox}). */
export interface Work extends Pick<Outbox, 'emit' | 'rightsChanged' | 'afterCommit'> {
  db: Tx;
}

/** Services that a change uses. */
export type Changing = Pick<Services, 'database' | 'turns' | 'locked' | 'broadcaster' | 'logger'>;

/**
 * Runs a change in a transaction, and emits its events after the commit.
 *
 * Changes to the same things emit in the order of their commits: the turn is taken just before the commit, while the
 * locks are still held. Otherwise a client could end on the older of two states, if reading the rooms took longer for
 * the older one. Slow rooms of one workspace delay no other workspace.
 * @param lockedId the workspace, conversation or society that the change locks; the change queues for it without a
 * connection
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
    const committedMs = performance.now();
    await turn?.before;
    await outbox.flush(services, committedMs);
    return result;
  } finally {
    // The next turn must not begin before this one, even when this change failed and emits nothing.
    void turn?.before.then(turn.end);
  }
}

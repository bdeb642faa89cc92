import type { Logger } from 'pino';
import { type Db, newId } from '../../../platform/postgres/db.ts';
import { everyoneOffline, type Seen, showStatuses } from './presence.store.ts';
import { activeOf, buryProcesses, sawProcess, showStatusesOf, strayOffline } from './presence-processes.store.ts';

/** Where it is kept who is there, so that others see it. */
export interface Shown {
  /**
   * Shows who is in this process, at a device or at none, and who no longer is.
   * @returns ids of those whose status, as others see it, changed
   */
  show(seen: Seen): Promise<string[]>;
  /** Those of these people who are at a device of another process. */
  activeElsewhere(userIds: readonly string[]): Promise<string[]>;
  close(): Promise<void>;
}

/** One process: who is not in it is nowhere, and when it starts nobody is there, whatever a crash has left. */
export async function showAlone(db: Db): Promise<Shown> {
  await everyoneOffline(db);
  return { show: seen => showStatuses(db, seen), activeElsewhere: async () => [], close: async () => {} };
}

/**
 * Several processes on one database: each notes in it who is in it, and says regularly that it lives. One that is
 * stopped leaves its people as they are, for they connect elsewhere; those who don't are offline once it has been
 * silent for `silentMs`, as if it had been killed.
 * @param changed told of people whose status, as others see it, changed because a process died
 * @param again told when the others had given this process up: all who are in it are to be shown again
 */
export async function showTogether(
  db: Db,
  logger: Logger,
  times: { silentMs: number; beatMs: number },
  changed: (userIds: string[]) => void,
  again: () => void,
): Promise<Shown> {
  const processId = newId();
  await sawProcess(db, processId);
  await buryProcesses(db, times.silentMs);
  await strayOffline(db);

  let beats = 0;
  const beat = async (): Promise<void> => {
    try {
      if (await sawProcess(db, processId)) again();
      beats += 1;
      // When the database was away, the others are given the time of one beat to say that they live.
      if (beats > 1) changed(await buryProcesses(db, times.silentMs));
    } catch (error) {
      beats = 0;
      logger.warn({ err: error }, 'presence: this process could not say that it lives');
    }
  };
  let beating: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    beating = beating.then(beat);
  }, times.beatMs).unref();

  return {
    show: seen => showStatusesOf(db, processId, seen),
    activeElsewhere: userIds => activeOf(db, userIds),
    async close() {
      clearInterval(timer);
      await beating;
    },
  };
}

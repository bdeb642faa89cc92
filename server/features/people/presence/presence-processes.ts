import type { Logger } from 'pino';
import { type Db, newId } from '../../../platform/postgres/db.ts';
import { everyoneOffline, type Seen, showStatuses } from './presence.store.ts';
import { activeOf, buryProcesses, sawProcess, showStatusesOf, strayOffline } from './presence-processes.store.ts';

/** Store of the statuses shown to other people. */
export interface Shown {
  /**
   * Records who in this process is active, idle or gone.
   * @returns ids of people whose visible status changed
   */
  show(seen: Seen): Promise<string[]>;
  /** Returns the given people who are active in another process. */
  activeElsewhere(userIds: readonly string[]): Promise<string[]>;
  close(): Promise<void>;
}

/** Makes the store of a single process. Everyone is offline at the start, which corrects statuses left by a crash. */
export async function showAlone(db: Db): Promise<Shown> {
  await everyoneOffline(db);
  return { show: seen => showStatuses(db, seen), activeElsewhere: async () => [], close: async () => {} };
}

/**
 * Makes the store of several processes on one database: each records its people, and a heartbeat. People of a stopped
 * process keep their status while they reconnect elsewhere; if they don't, they are offline once the process has been
 * silent for `silentMs`, as after a crash.
 * @param changed called with people whose visible status changed because a process died
 * @param again called when other processes had declared this one dead: its people must be recorded again
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
      // After a database failure, other processes get one beat to report before they are declared dead.
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

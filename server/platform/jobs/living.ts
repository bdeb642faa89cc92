import type pg from 'pg';
import type { Logger } from 'pino';
import { freeDeadWorkers, holdWorker } from './jobs.store.ts';

const lookEveryMs = 30_000;

/**
 * Which workers live: each is a lock of a connection of its process, which goes with it. What dead ones held is given
 * back, at start and every half minute.
 */
export function watchWorkers(pool: pg.Pool, logger: Logger) {
  const held = new Set<string>();
  let connection: Promise<pg.PoolClient> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let mine: readonly string[] = [];

  const opened = (): Promise<pg.PoolClient> => {
    connection ??= pool.connect().then(client => {
      client.once('end', () => {
        connection = undefined;
        held.clear();
      });
      return client;
    });
    return connection;
  };
  const look = async (): Promise<void> => {
    const client = await opened();
    for (const id of mine) {
      if (held.has(id)) continue;
      await holdWorker(client, id);
      held.add(id);
    }
    const dead = await freeDeadWorkers(client);
    if (dead.length > 0) logger.warn({ workers: dead.length }, 'jobs of a process that is gone are begun again');
  };
  const tryToLook = () =>
    look().catch(() => {
      connection = undefined;
      held.clear();
    });

  return {
    /** From now on these are this process's. */
    async begin(workerIds: readonly string[]): Promise<void> {
      mine = workerIds;
      await tryToLook();
      timer ??= setInterval(tryToLook, lookEveryMs).unref();
    },
    async close(): Promise<void> {
      clearInterval(timer);
      (await connection?.catch(() => undefined))?.release();
    },
  };
}

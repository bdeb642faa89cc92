import { readEnv } from './env.ts';
import { createLogger } from './platform/logger.ts';
import { createDatabase } from './platform/postgres/db.ts';
import { drainWithin } from './platform/processes/drain.ts';
import { live } from './platform/processes/life.ts';
import { takeSeat } from './platform/processes/siblings.ts';
import { serve } from './serve.ts';

/**
 * Worker: one of several processes behind one port (`WORKERS`, decision 0058). Its parent has prepared the database,
 * and tells it when to stop.
 */
// A terminal sends these signals to all its processes: the parent gets them too, and tells the workers what to do.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
await live(
  async life => {
    const env = readEnv(process.env);
    const { databaseUrl } = env;
    if (!databaseUrl) throw new Error('a worker is given its database by the process that starts it');
    const seat = takeSeat(env.workers, () => void (life.isStopping || life.stop(0)));
    const logger = createLogger(env.logLevel, undefined, { worker: seat.number });
    const database = createDatabase(databaseUrl);
    life.held.add(() => drainWithin(1_000, database.close()));
    await serve({ env: { ...env, databaseUrl }, database, logger, life, siblings: seat, freePort: seat.mayListen });
    seat.ready();
  },
  ['SIGTERM'],
);

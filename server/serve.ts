import { statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import type { Env } from './env.ts';
import { openBackupPlace } from './platform/backup/open-place.ts';
import { boundHost, portError } from './platform/http/listening.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { version } from './platform/paths.ts';
import type { Database } from './platform/postgres/db.ts';
import { migrationsOf } from './platform/postgres/migrate.ts';
import { drainWithin } from './platform/processes/drain.ts';
import { keepHeapSmall } from './platform/processes/heap.ts';
import type { Life } from './platform/processes/life.ts';
import type { Siblings } from './platform/processes/siblings.ts';

/** Queue of connections not accepted yet: after an outage everyone reconnects at once. The system may allow fewer. */
const backlog = 8192;

/** Logs uncaught errors without ending the process. */
export function logCrashes(logger: Logger, metrics?: Metrics): void {
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(kind, (error: unknown) => {
      metrics?.crashes.inc({ kind });
      logger.fatal({ err: error, kind }, 'nothing caught this error');
    });
  }
  // The terminal is gone, and nothing can be done about it.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
}

/** Limit on a scrape's wait for the backups' place, so that an unreachable bucket does not hold it up. */
const placeWithinMs = 1_000;

/** Adds the age of the newest nightly backup to the metrics, as last seen; infinite while there is none. */
async function watchBackups(metrics: Metrics, backups: NonNullable<Env['backups']>): Promise<void> {
  const place = await openBackupPlace(backups);
  let atMs = Number.NEGATIVE_INFINITY;
  const look = async () => {
    const [newest] = await place.list();
    atMs = newest?.atMs ?? Number.NEGATIVE_INFINITY;
  };
  const age = async () => {
    await Promise.race([look().catch(() => {}), pause(placeWithinMs, undefined, { ref: false })]);
    return (Date.now() - atMs) / 1000;
  };
  metrics.watch('palabre_backup_age_seconds', 'Age of the newest nightly backup', age, 'once');
}

/** Resources of a serving process; its database is ready and migrated. */
interface Serving {
  env: Env & { databaseUrl: string };
  database: Database;
  logger: Logger;
  life: Life;
  siblings?: Siblings;
  /** Frees the port, right before this process listens on it. */
  freePort(): Promise<void>;
}

/**
 * Serves HTTP and sockets until the life of the process ends; requests in flight are then answered within five seconds.
 * @throws StartError when it cannot serve
 */
export async function serve({ env, database, logger, life, siblings, freePort }: Serving): Promise<void> {
  keepHeapSmall();
  const metrics = createMetrics();
  const app = await buildApp({ env, database, logger, metrics, siblings });
  metrics.watch('palabre_sockets', 'Open sockets', () => app.io.engine.clientsCount);
  const online = () => new Set([...app.io.sockets.sockets.values()].map(({ data }) => data.actor.userId)).size;
  metrics.watch('palabre_people_online', 'People with an open socket in this process', online);
  metrics.info({ version, schema: (await migrationsOf(env.databaseUrl)).at(-1) ?? '' });
  const free = async () => {
    const { bavail, bsize } = await statfs(env.dataDir);
    return bavail * bsize;
  };
  metrics.watch('palabre_disk_free_bytes', 'Free space where DATA_DIR is', free, 'once');
  if (siblings) metrics.watch('palabre_worker_crashes', 'Workers that ended by themselves', siblings.crashes, 'once');
  if (env.backups) await watchBackups(metrics, env.backups);
  life.held.add(async () => {
    app.drain();
    if (await drainWithin(5_000, app.close())) return logger.info('drained');
    logger.warn('requests still running after 5 s were cut');
    app.fastify.server.closeAllConnections();
  });
  await freePort();
  await app.fastify.listen({ host: boundHost(env.host), port: env.port, backlog }).catch(error => {
    throw portError(error, env.host, env.port);
  });
  logCrashes(logger, metrics);
}

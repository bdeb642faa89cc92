import { realpathSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import { addressOf, type Env, readEnv, withPort } from './env.ts';
import { backUpBeforeUpgrade } from './platform/backup/before-upgrade.ts';
import { openBackupPlace } from './platform/backup/open-place.ts';
import { demandRestored } from './platform/backup/restoring.ts';
import { examineStart } from './platform/doctor/subjects.ts';
import { boundHost, claimPort, portError } from './platform/http/listening.ts';
import { createLogger } from './platform/logger.ts';
import { createPost } from './platform/mail/post.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { version } from './platform/paths.ts';
import { createDatabase } from './platform/postgres/db.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/postgres/embedded.ts';
import { missingExtensions } from './platform/postgres/extensions.ts';
import { migrate, migrationsOf } from './platform/postgres/migrate.ts';
import { lockDataDir } from './platform/processes/data-lock.ts';
import { drainWithin } from './platform/processes/drain.ts';
import { StartError } from './platform/processes/start-error.ts';
import { makeAdministrator } from './platform/sessions/administrator.store.ts';

/** Queue of connections not accepted yet: after an outage everyone reconnects at once. The system may allow fewer. */
const backlog = 8192;

/** Describes the folder of the embedded database: backups must know of one behind a link. */
function embeddedFolder({ dataDir }: Env): string {
  const real = realpathSync(join(dataDir, 'postgres'));
  if (real.startsWith(realpathSync(dataDir) + sep)) return relative(process.cwd(), join(dataDir, 'postgres'));
  return `${real}, hors de DATA_DIR : à copier avec lui`;
}

/** Prints where the server listens and what it uses, for the operator. Never a secret. */
function announce(env: Env, without: readonly string[]): void {
  const place = (...path: string[]) => relative(process.cwd(), join(env.dataDir, ...path)) || '.';
  const host = (url: string) => new URL(url).host;
  const uses = [
    [
      'base de données',
      env.databaseUrl ? `PostgreSQL de ${host(env.databaseUrl)}` : `PostgreSQL embarqué, ${embeddedFolder(env)}`,
    ],
    ['fichiers', env.s3 ? `S3, ${env.s3.endpoint}/${env.s3.bucket}` : `dossier ${place('files')}`],
    ['e-mails', env.smtpUrl ? `SMTP, ${host(env.smtpUrl)}` : `fichiers .eml dans ${place('outbox')}`],
    ['processus', env.redisUrl ? `plusieurs, par Redis ${host(env.redisUrl)}` : 'un seul'],
    ...(without.length > 0 ? [['recherche', `sans ${without.join(' ni ')} : moins fine (docs/operations.md)`]] : []),
    ...(env.publicUrl === addressOf(env.host, env.port) ? [] : [['écoute', `${env.host}:${env.port}`]]),
    ...(env.rateLimits ? [] : [['limites', 'levées (RATE_LIMITS=off)']]),
  ] as const;
  const lines = uses.map(([name = '', what]) => `  ${name.padEnd(16)}${what}`);
  process.stdout.write(`Palabre est prête : ${env.publicUrl}\n${lines.join('\n')}\n`);
}

function logCrashes(logger: Logger, metrics: Metrics): void {
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(kind, (error: unknown) => {
      metrics.crashes.inc({ kind });
      logger.fatal({ err: error, kind }, 'nothing caught this error');
    });
  }
  // The terminal is gone: nothing to do about it.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
}

/** Frees resources in the reverse order of their acquisition. */
class Held {
  private readonly frees: (() => unknown)[] = [];
  add(free: () => unknown): void {
    this.frees.unshift(free);
  }
  async free(): Promise<void> {
    for (const free of this.frees.splice(0)) await free();
  }
}

/** Time that a scrape of the metrics waits for the place of the backups: a bucket out of reach holds it up no longer. */
const placeWithinMs = 1_000;

/** Adds the age of the newest nightly backup to the metrics, as last seen; infinite while there is none. */
async function watchBackups(metrics: Metrics, backups: NonNullable<Env['backups']>): Promise<void> {
  const place = await openBackupPlace(backups);
  let atMs = Number.NEGATIVE_INFINITY;
  const look = async () => {
    const [newest] = await place.list();
    atMs = newest?.atMs ?? Number.NEGATIVE_INFINITY;
  };
  metrics.watch('palabre_backup_age_seconds', 'Age of the newest nightly backup', async () => {
    await Promise.race([look().catch(() => {}), pause(placeWithinMs, undefined, { ref: false })]);
    return (Date.now() - atMs) / 1000;
  });
}

async function embedded(env: Env, logger: Logger): Promise<EmbeddedPostgres> {
  const onEvent = (event: 'lost' | 'back') => logger.error({ event }, 'embedded PostgreSQL ended by itself');
  const postgres = await startEmbeddedPostgres({ dataDir: env.dataDir, onEvent });
  const { keptOutside: why } = postgres;
  if (why) logger.warn({ why }, 'the database could not be brought inside DATA_DIR');
  return postgres;
}

async function main(held: Held): Promise<void> {
  const chosen = readEnv(process.env);
  const logger = createLogger(chosen.logLevel);
  const metrics = createMetrics();
  // Processes that share a database and Redis may share the data folder; an embedded database has one server.
  if (!chosen.redisUrl || !chosen.databaseUrl) held.add(lockDataDir(chosen.dataDir));
  const claimed = await claimPort(chosen.host, chosen.port);
  const env = withPort(chosen, claimed.port);

  let url = env.databaseUrl;
  if (!url) {
    const postgres = await embedded(env, logger);
    held.add(() => postgres.stop());
    url = postgres.url;
  }
  await demandRestored(env.dataDir, url);
  const wayBack = await backUpBeforeUpgrade(env, url);
  if (wayBack) process.stdout.write(`${wayBack}\n`);
  const migrated = await migrate(url);
  if (migrated.length > 0) logger.info({ migrations: migrated }, 'database migrated');

  const database = createDatabase(url, { max: 16 });
  held.add(() => drainWithin(1_000, database.close()));
  if (env.adminEmail) await makeAdministrator(database.kysely, env.adminEmail, { provenOnly: true });
  const app = await buildApp({ env: { ...env, databaseUrl: url }, database, logger, metrics });
  metrics.watch('palabre_sockets', 'Open sockets', () => app.io.engine.clientsCount);
  const online = () => new Set([...app.io.sockets.sockets.values()].map(({ data }) => data.actor.userId)).size;
  metrics.watch('palabre_people_online', 'People with an open socket in this process', online);
  metrics.info({ version, schema: (await migrationsOf(url)).at(-1) ?? '' });
  const free = async () => {
    const { bavail, bsize } = await statfs(env.dataDir);
    return bavail * bsize;
  };
  metrics.watch('palabre_disk_free_bytes', 'Free space where DATA_DIR is', free);
  if (env.backups) await watchBackups(metrics, env.backups);
  held.add(async () => {
    app.drain();
    if (await drainWithin(5_000, app.close())) return logger.info('drained');
    logger.warn('requests still running after 5 s were cut');
    app.fastify.server.closeAllConnections();
  });
  await claimed.release();
  await app.fastify.listen({ host: boundHost(env.host), port: env.port, backlog }).catch(error => {
    throw portError(error, env.host, env.port);
  });
  logCrashes(logger, metrics);
  announce(env, await missingExtensions(database.pool));
  // Beside the first requests: a start does not wait for other machines.
  const say = (line: string) => void (stoppingSince ?? process.stdout.write(`  ${'attention'.padEnd(16)}${line}\n`));
  void examineStart({ env, pool: database.pool, databaseUrl: url, post: createPost(env, logger) }, say);
}

const held = new Held();
let stoppingSince: number | undefined;
/** Time within which a repeated signal is the same Ctrl+C, passed on by a terminal, npm and tsx. */
const sameSignalMs = 500;

async function stop(code: number): Promise<void> {
  if (stoppingSince !== undefined) {
    if (performance.now() - stoppingSince > sameSignalMs) process.exit(1);
    return;
  }
  stoppingSince = performance.now();
  await held.free();
  process.exit(code);
}

// Every file of this process is private to its account: secrets, uploads, mails, the database.
process.umask(0o077);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  // Under nohup (tools/parent.mjs), SIGHUP already has a listener that ignores it.
  if (signal !== 'SIGHUP' || process.listenerCount(signal) === 0) process.on(signal, () => void stop(0));
}
try {
  await main(held);
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : ((error as Error).stack ?? error)}\n`);
  await stop(1);
}

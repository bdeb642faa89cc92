import { realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Logger } from 'pino';
import { addressOf, type Env, isSafeAddress, readEnv, withPort } from './env.ts';
import { backUpBeforeUpgrade } from './platform/backup/before-upgrade.ts';
import { demandRestored } from './platform/backup/restoring.ts';
import { secret } from './platform/doctor/secret.ts';
import { examineStart } from './platform/doctor/subjects.ts';
import { claimPort } from './platform/http/listening.ts';
import { createLogger } from './platform/logger.ts';
import { createPost } from './platform/mail/post.ts';
import { workerProgram } from './platform/paths.ts';
import { createDatabase, type Database } from './platform/postgres/db.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/postgres/embedded.ts';
import { missingExtensions } from './platform/postgres/extensions.ts';
import { migrate } from './platform/postgres/migrate.ts';
import { lockDataDir } from './platform/processes/data-lock.ts';
import { drainWithin } from './platform/processes/drain.ts';
import { type Life, live } from './platform/processes/life.ts';
import { Workers } from './platform/processes/workers.ts';
import { makeAdministrator } from './platform/sessions/administrator.store.ts';
import { logCrashes, serve } from './serve.ts';

/**
 * Describes the folder of the embedded database, through a link if there is one, so that the operator's own backups
 * include it.
 */
function embeddedFolder({ dataDir }: Env): string {
  const real = realpathSync(join(dataDir, 'postgres'));
  if (real.startsWith(realpathSync(dataDir) + sep)) return relative(process.cwd(), join(dataDir, 'postgres'));
  return `${real}, hors de DATA_DIR : à copier avec lui`;
}

const counted = (workers: number): string => (workers > 1 ? `${workers} derrière ce port` : 'plusieurs');

/** Prints the server's address and resources, for the operator. Never a secret. */
function announce(env: Env, { without, secret }: { without: readonly string[]; secret: string | null }): void {
  const place = (...path: string[]) => relative(process.cwd(), join(env.dataDir, ...path)) || '.';
  const host = (url: string) => new URL(url).host;
  const uses = [
    [
      'base de données',
      env.databaseUrl ? `PostgreSQL de ${host(env.databaseUrl)}` : `PostgreSQL embarqué, ${embeddedFolder(env)}`,
    ],
    ['fichiers', env.s3 ? `S3, ${env.s3.endpoint}/${env.s3.bucket}` : `dossier ${place('files')}`],
    ['e-mails', env.smtpUrl ? `SMTP, ${host(env.smtpUrl)}` : `fichiers .eml dans ${place('outbox')}`],
    ['processus', env.redisUrl ? `${counted(env.workers)}, par Redis ${host(env.redisUrl)}` : 'un seul'],
    ...(isSafeAddress(env.publicUrl) ? [] : [['notifications', 'sans push : PUBLIC_URL n’est pas en https://']]),
    ...(without.length > 0 ? [['recherche', `sans ${without.join(' ni ')} : moins fine (docs/operations.md)`]] : []),
    ...(secret === null ? [] : [['secret', secret]]),
    ...(env.publicUrl === addressOf(env.host, env.port) ? [] : [['écoute', `${env.host}:${env.port}`]]),
    ...(env.rateLimits ? [] : [['limites', 'levées (RATE_LIMITS=off)']]),
  ] as const;
  const lines = uses.map(([name = '', what]) => `  ${name.padEnd(16)}${what}`);
  process.stdout.write(`Palabre est prête : ${env.publicUrl}\n${lines.join('\n')}\n`);
}

async function embedded(env: Env, logger: Logger): Promise<EmbeddedPostgres> {
  const onEvent = (event: 'lost' | 'back') => logger.error({ event }, 'embedded PostgreSQL ended by itself');
  const postgres = await startEmbeddedPostgres({ dataDir: env.dataDir, processes: env.workers, onEvent });
  const { keptOutside: why } = postgres;
  if (why) logger.warn({ why }, 'the database could not be brought inside DATA_DIR');
  return postgres;
}

/** Readies the database: starts the embedded one, backs it up before an upgrade, migrates it. Returns its URL. */
async function prepareDatabase(env: Env, logger: Logger, { held }: Life): Promise<string> {
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
  return url;
}

/** Variables whose value is settled here and passed to the workers; each may have come from a file. */
const settledFor = (env: Env & { databaseUrl: string }): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ DATABASE_URL: env.databaseUrl, PORT: String(env.port), PUBLIC_URL: env.publicUrl }).flatMap(
      ([name, value]) => [
        [name, value],
        [`${name}_FILE`, ''],
      ],
    ),
  );

/** Reports what still needs the previous secret; null if none is configured and nothing needs one. */
async function toldOfSecret(env: Env, { pool }: Database): Promise<string | null> {
  const { state, says } = await secret({ env, pool });
  return env.jwtSecretPrevious || state !== 'good' ? says : null;
}

/** Starts workers to serve; returns whether they do. */
async function serveByWorkers(
  env: Env & { databaseUrl: string },
  logger: Logger,
  life: Life,
  freePort: () => Promise<void>,
): Promise<boolean> {
  const giveUp = (sentence: string) => {
    process.stderr.write(`${sentence}\n`);
    void life.stop(1);
  };
  const options = { count: env.workers, program: workerProgram, variables: settledFor(env), logger, freePort, giveUp };
  const serving = await Workers.start(options, workers => life.held.add(() => workers.stop()));
  logCrashes(logger);
  return serving;
}

await live(async life => {
  const chosen = readEnv(process.env);
  const logger = createLogger(chosen.logLevel);
  // Processes that share a database and Redis may share the data folder; an embedded database has one server.
  if (!chosen.redisUrl || !chosen.databaseUrl) life.held.add(lockDataDir(chosen.dataDir));
  const claimed = await claimPort(chosen.host, chosen.port);
  const settled = withPort(chosen, claimed.port);
  const env = { ...settled, databaseUrl: await prepareDatabase(settled, logger, life) };

  const isAlone = env.workers === 1;
  const database = createDatabase(env.databaseUrl, { max: isAlone ? 16 : 2 });
  life.held.add(() => drainWithin(1_000, database.close()));
  if (env.adminEmail) await makeAdministrator(database.kysely, env.adminEmail, { provenOnly: true });
  const { release: freePort } = claimed;
  if (isAlone) await serve({ env, database, logger, life, freePort });
  else if (!(await serveByWorkers(env, logger, life, freePort))) return life.stop(1);
  announce(settled, { without: await missingExtensions(database.pool), secret: await toldOfSecret(settled, database) });
  // Runs beside the first requests: a start does not wait for other machines.
  const say = (line: string) => void (life.isStopping || process.stdout.write(`  ${'attention'.padEnd(16)}${line}\n`));
  const patient = { env: settled, pool: database.pool, databaseUrl: env.databaseUrl, post: createPost(env, logger) };
  void examineStart(patient, say);
});

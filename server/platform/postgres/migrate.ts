import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, type Migration, Migrator, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { migrationsFolder } from '../paths.ts';
import { StartError } from '../processes/start-error.ts';

/** Lists the migrations by name, in order: plain SQL files, each run whole in one transaction. */
function migrationsIn(folder: string, last?: string): Record<string, Migration> {
  const files = readdirSync(folder)
    .filter(file => file.endsWith('.sql') && (last === undefined || file <= `${last}.sql`))
    .sort();
  return Object.fromEntries(
    files.map(file => [
      file.replace(/\.sql$/, ''),
      { up: async db => void (await sql.raw(readFileSync(join(folder, file), 'utf8')).execute(db)) },
    ]),
  );
}

/** Lists the migrations applied to a database, in order. */
export async function alreadyDone(db: pg.Pool | pg.ClientBase): Promise<string[]> {
  const { rows } = await db.query<{ there: boolean }>(`SELECT to_regclass('kysely_migration') IS NOT NULL AS there`);
  if (!rows[0]?.there) return [];
  return (await db.query<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name')).rows.map(
    row => row.name,
  );
}

/** Lists the migrations applied to the database at a URL, in order. */
export async function migrationsOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return alreadyDone(client).finally(() => client.end());
}

/**
 * Lists the migrations of this version not yet applied to the database at a URL, in order; it may not be reachable yet.
 */
export async function pendingMigrations(url: string): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  pool.on('error', () => {});
  try {
    await untilReachable(pool);
    const done = await alreadyDone(pool);
    return Object.keys(migrationsIn(migrationsFolder)).filter(name => !done.includes(name));
  } finally {
    await pool.end();
  }
}

const reachableWithinMs = 10_000;

/** Waits for a database started together with the server; fails at once on a refusal. */
async function untilReachable(pool: pg.Pool): Promise<void> {
  const deadline = Date.now() + reachableWithinMs;
  for (;;) {
    try {
      await pool.query('SELECT 1');
      return;
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      const later = ['ECONNREFUSED', 'ECONNRESET', '57P03'].includes(code);
      if (!later || Date.now() > deadline) {
        throw new StartError(`DATABASE_URL : la base de données ne répond pas (${messageOf(error) || code}).`);
      }
      await wait(200);
    }
  }
}

/**
 * Checks that graphile-worker can create its schema: without jobs, no code and no mail would ever leave. An existing
 * schema needs no right to create one.
 */
async function demandRoomForJobs(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ database: string; account: string; possible: boolean }>(`
    SELECT quote_ident(current_database()) AS database, quote_ident(current_user) AS account,
      to_regclass('graphile_worker.migrations') IS NOT NULL OR has_database_privilege(current_database(), 'CREATE') AS possible`);
  const [found] = rows;
  if (!found || found.possible) return;
  throw new StartError(
    `DATABASE_URL : ce compte ne peut pas créer de schéma, et sans le leur les e-mails et les travaux de fond n'existent pas. Avec un compte qui administre la base : GRANT CREATE ON DATABASE ${found.database} TO ${found.account};`,
  );
}

/**
 * Migrates a database to the schema of this version: runs the new SQL files in the order of their names, each in its
 * own transaction, under an advisory lock so that servers started together take turns.
 * @param last last migration to run; all of them by default
 * @returns the names of the files just run
 * @throws StartError when the database is of a newer version, when jobs cannot have their schema, or when a file fails
 */
export async function migrate(
  url: string,
  folder: string = migrationsFolder,
  last: string | undefined = undefined,
): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  pool.on('error', () => {});
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await untilReachable(pool);
    await demandRoomForJobs(pool);
    const migrations = migrationsIn(folder, last);
    const known = Object.keys(migrations);
    const done = await alreadyDone(pool);
    const unknown = done.find(name => !known.includes(name));
    if (unknown) {
      throw new StartError(
        `La base de données vient d'une version plus récente de Palabre (${unknown}) : mettez Palabre à jour, ou reprenez une sauvegarde.`,
      );
    }
    if (done.length === known.length) return [];
    const migrator = new Migrator({ db: kysely, provider: { getMigrations: async () => migrations } });
    const ran: string[] = [];
    for (;;) {
      const { error, results = [] } = await migrator.migrateUp();
      if (error) {
        const failed = results.find(result => result.status === 'Error')?.migrationName ?? 'inconnue';
        throw new StartError(`La migration ${failed} a échoué : ${messageOf(error)}`);
      }
      if (results.length === 0) return ran;
      ran.push(...results.map(result => result.migrationName));
    }
  } finally {
    await kysely.destroy();
    // Kysely leaves its pool open when it was never used: where nothing is to be migrated.
    if (!pool.ending) await pool.end();
  }
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../platform/postgres/embedded.ts';
import { stopLeftover } from '../../platform/postgres/leftover.ts';
import { migrate } from '../../platform/postgres/migrate.ts';
import { lockDataDir, lockHolder } from '../../platform/processes/data-lock.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test server, with `{database}` in place of the database's name. */
    postgres: string;
  }
}

const prefix = 'palabre-postgres-';

/** Time within which a run locks its folder; an older unlocked folder is a leftover. */
const youngMs = 60_000;
const ageOf = (folder: string): number =>
  Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());

/** Clears the leftovers of killed runs: their PostgreSQL and their folder. */
async function clearKilledRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const folder = join(tmpdir(), name);
    if (!name.startsWith(prefix) || lockHolder(folder) || ageOf(folder) < youngMs) continue;
    try {
      await stopLeftover(join(folder, 'postgres'));
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // The folder belongs to another account, which clears it.
    }
  }
}

/** Hashes the password once instead of 4,096 times: the tests open thousands of connections. */
async function makeLoginsCheap(url: string): Promise<void> {
  const { username, password } = new URL(url);
  const client = new pg.Client(url);
  await client.connect();
  await client.query('SET scram_iterations = 1');
  await client.query(`ALTER ROLE ${pg.escapeIdentifier(username)} PASSWORD ${pg.escapeLiteral(password)}`);
  await client.end();
}

/** Starts one PostgreSQL, with a migrated database that each test file copies. */
async function start(): Promise<{ url: string; stop: () => Promise<void> }> {
  await clearKilledRuns();
  const folder = mkdtempSync(join(tmpdir(), prefix));
  const unlock = lockDataDir(folder);
  const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false });
  await makeLoginsCheap(postgres.url);
  await migrate(postgres.url);
  await runMigrations({ connectionString: postgres.url });
  return {
    url: postgres.urlOf('{database}'),
    async stop() {
      await postgres.stop();
      unlock();
      // Another run may clear the folder at the same moment.
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Shared {
  started: ReturnType<typeof start>;
  /** Number of projects that use it. */
  users: number;
}

/** Key of the PostgreSQL that the projects of a run share: each project loads this module for itself. */
const key = Symbol.for('palabre.tests.postgres');

/** Starts one PostgreSQL for the whole run; it stops with the last project that uses it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared: Shared = Reflect.get(globalThis, key) ?? { started: start(), users: 0 };
  Reflect.set(globalThis, key, shared);
  shared.users += 1;
  const { url, stop } = await shared.started;
  project.provide('postgres', url);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    Reflect.deleteProperty(globalThis, key);
    await stop();
  };
}

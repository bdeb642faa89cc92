import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '../../env.ts';
import { lockDataDir, lockHolder } from '../processes/data-lock.ts';
import { StartError } from '../processes/start-error.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { readPostmaster } from './leftover.ts';
import { migrate } from './migrate.ts';

/**
 * Opens the database for a command beside the server (`npm run admin`, `npm run backup`, `npm run seed`):
 * `DATABASE_URL`, else the embedded PostgreSQL, through the running server or started for the duration of the command.
 * @param options.migrated whether it is migrated first; true by default
 * @returns its URL, and a function that closes it
 */
export async function openDatabase(
  env: Env,
  { migrated = true }: { migrated?: boolean } = {},
): Promise<{ url: string; close(): Promise<void> }> {
  if (env.databaseUrl) {
    if (migrated) await migrate(env.databaseUrl);
    return { url: env.databaseUrl, close: async () => {} };
  }
  if (lockHolder(env.dataDir)) return { url: runningUrl(env.dataDir), close: async () => {} };
  const unlock = lockDataDir(env.dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir: env.dataDir, processes: env.workers });
  const close = async () => {
    await postgres.stop();
    unlock();
  };
  try {
    if (migrated) await migrate(postgres.url);
  } catch (error) {
    await close();
    throw error;
  }
  return { url: postgres.url, close };
}

function runningUrl(dataDir: string): string {
  const postmaster = readPostmaster(join(dataDir, 'postgres'));
  if (postmaster?.status !== 'ready')
    throw new StartError('Le serveur démarre ou s’arrête : réessayez dans un instant.');
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim();
  return `postgres://palabre:${password}@127.0.0.1:${postmaster.port}/palabre`;
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../server/platform/postgres/embedded.ts';
import { migrate } from '../../server/platform/postgres/migrate.ts';
import { ensureServer, ensureWeb } from '../build.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with a migrated database, stopped: to be copied. */
    usedDataFolder: string;
  }
}

/**
 * Builds once, before the processes of all files are started; what can't be built fails their tests, not the run.
 * Makes the data folder that those begin with for whom it is not the first start that matters.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  for (const build of [ensureWeb, ensureServer]) {
    await build().catch((error: Error) => process.stderr.write(`${error.message}\n`));
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'palabre-used-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  await migrate(postgres.url);
  await postgres.stop();
  project.provide('usedDataFolder', dataDir);
  return () => rmSync(dataDir, { recursive: true, force: true });
}

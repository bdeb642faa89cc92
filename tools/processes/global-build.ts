import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../server/platform/postgres/embedded.ts';
import { migrate } from '../../server/platform/postgres/migrate.ts';
import { ensureServer, ensureWeb } from '../build.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Stopped data folder with a migrated database: tests copy it. */
    usedDataFolder: string;
  }
}

/**
 * Builds once, before any test starts processes; a failed build fails their tests, not the run. Creates the data folder
 * that tests copy unless they need a first start.
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

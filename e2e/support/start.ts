import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Server } from './server.ts';

/** Starts the server of all journeys but those that kill theirs; the environment gives its address and data folder. */
export default async function start(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'palabre-e2e-'));
  const server = new Server(dataDir);
  await server.start();
  process.env.E2E_URL = server.url;
  process.env.E2E_DATA_DIR = dataDir;
  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MockProvider, startProvider } from '../../server/test/provider.ts';
import { Server } from './server.ts';
import { still as test } from './test.ts';

/** A server of a file's own with a provider to log in by, where the others have none. */
export interface Provided {
  provider: MockProvider;
  server: Server;
  dataDir: string;
}

/**
 * Starts both before the journeys of the file that calls this, and ends them behind.
 * @returns what they are, once the first journey begins
 */
export function useProvider(name: string): Provided {
  const provided = {} as Provided;
  test.beforeAll(async () => {
    // Not when the file is read, which who lists the journeys does too, and never ends.
    provided.dataDir = mkdtempSync(join(tmpdir(), `palabre-e2e-${name}-`));
    provided.provider = await startProvider();
    provided.server = new Server(provided.dataDir, {
      GOOGLE_CLIENT_ID: 'palabre',
      GOOGLE_CLIENT_SECRET: 'secret',
      GOOGLE_ISSUER: provided.provider.url,
    });
    await provided.server.start();
  });
  test.afterAll(async () => {
    await Promise.all([provided.server.stop(), provided.provider.stop()]);
    rmSync(provided.dataDir, { recursive: true, force: true });
  });
  return provided;
}

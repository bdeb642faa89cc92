import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MockProvider, startProvider } from '../../server/test/outside/provider.ts';
import { Server } from './server.ts';
import { still as test } from './test.ts';

/** Server of a single test file, with a login provider, which the other servers lack. */
export interface Provided {
  provider: MockProvider;
  server: Server;
  dataDir: string;
}

/**
 * Starts provider and server before the file's journeys, and stops them after.
 * @returns provider and server, filled in once the first journey starts
 */
export function useProvider(name: string): Provided {
  const provided = {} as Provided;
  test.beforeAll(async () => {
    // Not at import, as listing the journeys imports the file too and would never exit.
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

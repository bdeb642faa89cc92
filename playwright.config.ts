import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from './tools/chromium.ts';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise(done => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}

// This file is read again in each worker: what the first reading chose is passed on by the environment.
if (!process.env.E2E_PORT) {
  process.env.E2E_PORT = String(await freePort());
  process.env.E2E_DATA_DIR = join(tmpdir(), `palabre-e2e-${process.pid}`);
  process.once('exit', () => rmSync(process.env.E2E_DATA_DIR ?? '', { recursive: true, force: true }));
}
const address = `http://127.0.0.1:${process.env.E2E_PORT}`;

/** Journeys in the system's Chromium against the whole product, started once for the run as `npm start` does. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    baseURL: address,
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A host name that is not this computer’s, as a company’s network has: browsers trust it less over plain http.
        '--host-resolver-rules=MAP palabre.test 127.0.0.1',
      ],
    },
  },
  webServer: {
    command: `${process.execPath} tools/start.mjs`,
    url: `${address}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      PORT: process.env.E2E_PORT,
      DATA_DIR: process.env.E2E_DATA_DIR ?? '',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    },
  },
});

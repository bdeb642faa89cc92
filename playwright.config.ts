import { defineConfig } from '@playwright/test';
import { findChromium } from './tools/chromium.ts';

/** Journeys in the system's Chromium against the whole product, started once for the run. Each has people of its own. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/support/start.ts',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    baseURL: process.env.E2E_URL,
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    screenshot: 'only-on-failure',
    // Traced, a journey takes half as long again: TRACE=1 when one is to be looked into.
    trace: process.env.TRACE === undefined ? 'off' : 'retain-on-failure',
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
});

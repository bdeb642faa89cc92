import { defineConfig } from '@playwright/test';
import { findChromium } from './tools/chromium.ts';
import { useScratchInMemory } from './tools/scratch.ts';

useScratchInMemory();

const isDaily = process.env.JOURNEYS === 'daily';

/**
 * Journeys in the system's Chromium against the whole product, started once for the run. Each has people of its own.
 * `npm test` goes through those with the tag `@daily`: one of each kind, in a minute. `npm run test:all` goes through all.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  grep: isDaily ? /@daily/ : /./,
  // The walk through all screens has those of the day.
  testIgnore: isDaily ? [] : ['**/accessibility.spec.ts'],
  outputDir: 'test-results',
  globalSetup: './e2e/support/start.ts',
  fullyParallel: false,
  // One more than the cores it takes: each waits for its server now and then.
  workers: 3,
  // A machine that others use too stalls: a journey that fails is gone through once more, and named as flaky (tools/test.ts).
  retries: 1,
  // No journey is a measure of time: the slowest machine that runs them all gets to their end.
  timeout: 120_000,
  // What never comes fails by itself, saying what it was, not with the whole journey’s time.
  expect: { timeout: 20_000, toPass: { timeout: 20_000 } },
  reporter: 'list',
  use: {
    baseURL: process.env.E2E_URL,
    // What cannot be pressed fails by itself, not with the whole journey's time.
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    locale: 'fr-FR',
    serviceWorkers: 'block',
    timezoneId: 'Europe/Paris',
    screenshot: 'only-on-failure',
    // Traced, a journey takes half as long again: TRACE=1 when one is to be looked into.
    trace: process.env.TRACE === undefined ? 'off' : 'retain-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // What is drawn is put together without a process of its own, which costs a tenth more.
        '--in-process-gpu',
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

import { defineConfig } from 'vitest/config';

/**
 * Three kinds of tests: rules and pages, which need nothing; the server's, on one PostgreSQL started for the run; and
 * those that start the product itself as processes. The browser's are Playwright's, in `e2e/`.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default'],
    testTimeout: 15_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: { name: 'pure', include: ['common/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'tools/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'e2e/**/*.test.ts'],
          globalSetup: ['server/test/global-postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: ['tools/processes/*.test.ts'],
          globalSetup: ['tools/processes/global-build.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});

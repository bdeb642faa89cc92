import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, first: one begun last would run alone, with a core idle beside it. */
const longest = [
  'tools/processes/start.test.ts',
  'e2e/sync.test.ts',
  'server/test/processes.test.ts',
  'tools/processes/npm.test.ts',
  'tools/processes/drain.test.ts',
  'server/features/workspaces/workspaces.rights.test.ts',
  'server/test/canary.test.ts',
  'tools/processes/crash.test.ts',
  'server/features/presence/presence.test.ts',
].map(path => join(import.meta.dirname, path));
const missing = longest.filter(path => !existsSync(path));
if (missing.length > 0) throw new Error(`vitest.config.ts names what is not there: ${missing.join(', ')}`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = longest.indexOf(moduleId);
      return place < 0 ? longest.length : place;
    };
    return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b));
  }
}

/**
 * Three kinds of tests: rules and pages, which need nothing; the server's, on one PostgreSQL started for the run; and
 * those that start the product itself as processes. The browser's are Playwright's, in `e2e/`.
 */
export default defineConfig({
  test: {
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
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

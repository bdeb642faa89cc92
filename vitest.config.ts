import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { eventWaitTimeoutMs, pageWaitTimeoutMs, waitTimeoutMs } from './common/test/timeouts.ts';
import { useScratchInMemory } from './tools/scratch.ts';

useScratchInMemory();

/** The files that take longest, first: one begun last would run alone, with a core idle beside it. */
const longest = [
  'tools/processes/backup.test.ts',
  'e2e/sync.test.ts',
  'tools/processes/data-dir.test.ts',
  'tools/processes/start.test.ts',
  'tools/processes/workers.test.ts',
  'tools/processes/release.test.ts',
  'server/test/floods/costs.test.ts',
  'tools/processes/operator.test.ts',
  'tools/processes/upgrade.test.ts',
  'tools/processes/drivers.test.ts',
  'server/test/walks/canary.test.ts',
  'server/test/processes.test.ts',
  'tools/processes/npm.test.ts',
  'tools/processes/false-certificates.test.ts',
  'tools/processes/drain.test.ts',
  'tools/processes/crash.test.ts',
  'server/test/walks/rights.test.ts',
  'server/test/walks/unseen-cost.test.ts',
  'server/platform/files/storage-s3.test.ts',
].map(path => join(import.meta.dirname, path));
const missing = longest.filter(path => !existsSync(path));
if (missing.length > 0) throw new Error(`vitest.config.ts names what is not there: ${missing.join(', ')}`);

/** Files that need a process of their own, since they replace what modules are. */
const alone = ['e2e/*.test.ts'];

/**
 * What `npm run test:all` adds, with all that starts the product as processes: floods and storms, several processes at
 * once, outside servers that are away, large bounds, and random orders by the hundred. Each feature keeps tests of its own
 * in `server`; rights, walks and caches all stay there.
 */
const thorough = [
  'server/main.embedded.test.ts',
  'server/test/floods/*.test.ts',
  'server/platform/http/floods/connections.test.ts',
  'server/features/messages/reactions/reactions.storm.test.ts',
  'server/test/processes.test.ts',
  'server/test/processes.events.test.ts',
  'server/features/messages/scheduled/crash.test.ts',
  'server/platform/processes/cluster-line.test.ts',
  'server/platform/jobs/{jobs,lines}.test.ts',
  'server/platform/files/{pictures,storage-s3}.test.ts',
  'server/platform/mail/mail.test.ts',
  'server/platform/metrics.test.ts',
  'server/platform/postgres/embedded.test.ts',
  'server/features/people/otp/otp.{days,queue}.test.ts',
  'server/features/people/personal-data/memory.test.ts',
  'server/features/people/users/users.limits.test.ts',
  'server/features/workspaces/roles/roles.limits.test.ts',
  'server/features/messages/messages/messages.plan.test.ts',
  'server/features/reading/search/{catch-up,extensions}.test.ts',
  'server/features/messages/threads/threads.sequences.test.ts',
  'server/features/reading/unread/unread.counts.test.ts',
  'server/features/running/backups/backups.test.ts',
  'server/test/walks/unseen-cost.test.ts',
];

/** What `npm test` leaves out: the own tests of folders that no change concerns (`tools/changes.ts`). */
const unchanged = (process.env.UNCHANGED_FOLDERS ?? '').split(',').flatMap(folder => (folder ? `${folder}/**` : []));
const left = [...configDefaults.exclude, ...unchanged];

/** Files that may share a process do when they come one after the other: those of a project, with or without a page. */
const kindOf = ({ project, moduleId }: TestSpecification): string =>
  project.name === 'pure' && readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment jsdom')
    ? 'pages'
    : project.name;
const kinds = ['alone', 'processes', 'thorough', 'server', 'pages', 'pure'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = (file: TestSpecification) => {
      const place = longest.indexOf(file.moduleId);
      return place < 0 ? longest.length + kinds.indexOf(kindOf(file)) : place;
    };
    return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b));
  }
}

/** A test that returns before it looks at anything would pass whatever happens. */
const askingForAssertions = { requireAssertions: true };

/** Returns the settings by which `expect.poll`, `vi.waitFor` and `vi.waitUntil` wait no longer than so many milliseconds. */
const waitingFor = (timeoutMs: number, more = {}) => ({
  expect: { ...more, poll: { timeout: timeoutMs } },
  provide: { waitTimeoutMs: timeoutMs },
});

/**
 * Three kinds of tests: rules and pages, which need nothing; the server's (some of them alone in their process), on one
 * PostgreSQL started for the run; and those that start the product itself as processes. The browser's are Playwright's, in
 * `e2e/`. `npm run test:all` alone runs floods, processes and the other browsers.
 */
export default defineConfig({
  test: {
    // One more than the cores it takes: what starts the product as processes mostly waits.
    maxWorkers: 3,
    // A young generation that holds a test's garbage: collecting it took a tenth of the processor seconds.
    execArgv: ['--max-semi-space-size=32'],
    // Files that have not changed are not transformed again: it took a sixth of the page tests' processor seconds.
    experimental: { fsModuleCache: true, fsModuleCachePath: join(import.meta.dirname, '.cache/vitest') },
    sequence: { sequencer: LongestFirst },
    reporters: ['default'],
    // No test is a measure of time: what hangs is found all the same.
    testTimeout: 6 * waitTimeoutMs,
    hookTimeout: 6 * waitTimeoutMs,
    ...waitingFor(waitTimeoutMs),
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['common/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'tools/*.test.ts'],
          exclude: left,
          isolate: false,
          ...waitingFor(pageWaitTimeoutMs, askingForAssertions),
          setupFiles: ['common/test/each-file.ts', 'web/each-file.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: [...left, ...thorough],
          globalSetup: ['server/test/outside/global-postgres.ts'],
          // Files that share a process import the server once; each cleans up after itself (`server/test/cleanup.ts`).
          isolate: false,
          ...waitingFor(eventWaitTimeoutMs, askingForAssertions),
          setupFiles: ['common/test/each-file.ts', 'server/test/each-file.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'thorough',
          include: thorough,
          globalSetup: ['server/test/outside/global-postgres.ts'],
          isolate: false,
          setupFiles: ['common/test/each-file.ts', 'server/test/each-file.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: alone,
          globalSetup: ['server/test/outside/global-postgres.ts'],
          setupFiles: ['common/test/each-file.ts', 'server/test/each-file.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: ['tools/processes/*.test.ts'],
          globalSetup: ['tools/processes/global-build.ts'],
          setupFiles: ['common/test/each-file.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browsers',
          include: ['e2e/browsers/*.test.ts'],
          globalSetup: ['e2e/browsers/install.ts'],
          setupFiles: ['common/test/each-file.ts'],
        },
      },
    ],
  },
});

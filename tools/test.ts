import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ensureWeb } from './build.mjs';
import { changedFiles, ownFolders, unchangedFolders } from './changes.ts';
import { ensureChromium } from './chromium.ts';
import { ensureRedis } from './redis.ts';
import { command, root, say } from './setup.mjs';
import {
  addUp,
  type Count,
  flakyJourneys,
  journeyFailures,
  outsideFailure,
  playwrightCount,
  vitestCount,
  vitestFailures,
} from './test-counts.ts';

/**
 * Runs the daily tests, the journeys in the browser last: tests of the whole project, and the own tests of each folder
 * that a change may have broken. `test:all` runs every test, other browsers last. Ends with a line `N passed, N
 * failed`, followed by a line that names the flaky journeys, if any.
 */
const reports = join(root, '.cache/test');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const report = (name: string): unknown => {
  try {
    return JSON.parse(readFileSync(join(reports, name), 'utf8'));
  } catch {
    return undefined;
  }
};

/** Runs a step; a step that cannot run counts as one failure, and does not hide the others. */
async function step(work: () => Promise<Count>): Promise<Count> {
  try {
    return await work();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return { passed: 0, failed: 1 };
  }
}

const script = (path: string) => join(root, 'node_modules', path);

const failures: string[] = [];

const isAll = process.argv[2] === 'test:all';
/** One process per core for daily tests, which rarely wait: each loads React and the server for itself. */
const workers = isAll ? {} : { VITEST_MAX_WORKERS: String(availableParallelism()) };
const unchanged = isAll ? [] : unchangedFolders(ownFolders(), changedFiles(root));
/**
 * Environment: the share of random cases to try (`common/test/random-runs.ts`), and the folders whose own tests are
 * left out.
 */
const kind = { TESTS: isAll ? 'all' : 'daily', UNCHANGED_FOLDERS: unchanged.join(',') };

/** Runs projects of vitest; their JSON report gets this name. */
async function vitest(name: string, ...projects: string[]): Promise<Count> {
  let errors = '';
  const words = [
    ...[process.execPath, script('vitest/vitest.mjs'), 'run', '--allowOnly=false'],
    ...projects.flatMap(project => ['--project', project]),
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${join(reports, name)}`],
  ];
  const code = await command(words, {
    env: { ...workers, ...kind, ...process.env },
    stdio: ['ignore', 'inherit', 'pipe'],
    heard(text) {
      process.stderr.write(text);
      errors += text;
    },
  });
  const named = vitestFailures(report(name));
  failures.push(...(code !== 0 && named.length === 0 ? [outsideFailure(errors)] : named));
  return vitestCount(report(name), code);
}

const counts = [
  await step(async () => {
    await ensureWeb();
    return { passed: 0, failed: 0 };
  }),
  await step(async () => {
    await ensureRedis();
    return isAll ? vitest('vitest.json', '!browsers') : vitest('vitest.json', 'pure', 'server', 'alone');
  }),
  await step(async () => {
    if (!readdirSync(join(root, 'e2e'), { encoding: 'utf8', recursive: true }).some(name => name.endsWith('.spec.ts')))
      return { passed: 0, failed: 0 };
    const chromium = await ensureChromium();
    const program = [process.execPath, script('@playwright/test/cli.js'), 'test'];
    const chosen = { CHROMIUM: chromium, JOURNEYS: isAll ? 'all' : 'daily' };
    const code = await command([...program, '--forbid-only', '--reporter=list,json'], {
      env: { ...process.env, ...chosen, PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json') },
    });
    return playwrightCount(report('playwright.json'), code);
  }),
  ...(isAll ? [await step(() => vitest('browsers.json', 'browsers'))] : []),
];

const { passed, failed } = addUp(counts);
for (const failure of [...journeyFailures(report('playwright.json')), ...failures])
  process.stderr.write(`\nFAILED ${failure}\n`);
say(`\n${passed} passed, ${failed} failed`);
if (unchanged.length > 0)
  say(`Sans les tests propres à ce qu’aucune modification ne touche (npm run test:all) : ${unchanged.join(', ')}`);
const flaky = flakyJourneys(report('playwright.json'));
if (flaky.length > 0) say(`flaky: ${flaky.join(' · ')}`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);

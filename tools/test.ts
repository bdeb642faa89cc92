import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureWeb } from './build.mjs';
import { ensureChromium } from './chromium.ts';
import { ensureRedis } from './redis.ts';
import { command, root, say } from './setup.mjs';
import { addUp, type Count, flakyJourneys, playwrightCount, vitestCount, vitestFailures } from './test-counts.ts';

/**
 * Runs the tests that a change needs, the browser's last; `test:all` runs every test, those of the other browsers behind all. Ends with
 * `N passed, N failed` alone on its line; behind it, one that names the journeys that failed at first, if there are any.
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

/** A step that could not be done counts as one failure, and does not hide what the others find. */
async function step(work: () => Promise<Count>): Promise<Count> {
  try {
    return await work();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return { passed: 0, failed: 1 };
  }
}

const script = (path: string) => join(root, 'node_modules', path);

/** Runs projects of vitest; what they did is in the report of this name. */
async function vitest(name: string, ...projects: string[]): Promise<Count> {
  const code = await command([
    ...[process.execPath, script('vitest/vitest.mjs'), 'run', '--allowOnly=false'],
    ...projects.flatMap(project => ['--project', project]),
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${join(reports, name)}`],
  ]);
  return vitestCount(report(name), code);
}

const isAll = process.argv[2] === 'test:all';
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
const failures = ['vitest.json', ...(isAll ? ['browsers.json'] : [])].flatMap(name => vitestFailures(report(name)));
for (const failure of failures) process.stderr.write(`\nFAILED ${failure}\n`);
say(`\n${passed} passed, ${failed} failed`);
const flaky = flakyJourneys(report('playwright.json'));
if (flaky.length > 0) say(`flaky: ${flaky.join(' · ')}`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);

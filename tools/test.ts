import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureWeb } from './build.mjs';
import { ensureChromium } from './chromium.ts';
import { ensureRedis } from './redis.ts';
import { command, root, say } from './setup.mjs';
import { addUp, type Count, flakyJourneys, playwrightCount, vitestCount, vitestFailures } from './test-counts.ts';

/**
 * Runs every test, the browser's last, and ends with `N passed, N failed` alone on its line; behind it, one that names the
 * journeys that failed at first, if there are any.
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

const counts = [
  await step(async () => {
    await ensureWeb();
    return { passed: 0, failed: 0 };
  }),
  await step(async () => {
    await ensureRedis();
    const output = join(reports, 'vitest.json');
    const code = await command([
      ...[process.execPath, script('vitest/vitest.mjs'), 'run'],
      ...['--allowOnly=false', '--reporter=default', '--reporter=json', `--outputFile.json=${output}`],
    ]);
    return vitestCount(report('vitest.json'), code);
  }),
  await step(async () => {
    if (!readdirSync(join(root, 'e2e'), { encoding: 'utf8', recursive: true }).some(name => name.endsWith('.spec.ts')))
      return { passed: 0, failed: 0 };
    const chromium = await ensureChromium();
    const program = [process.execPath, script('@playwright/test/cli.js'), 'test'];
    const code = await command([...program, '--forbid-only', '--reporter=list,json'], {
      env: { ...process.env, CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json') },
    });
    return playwrightCount(report('playwright.json'), code);
  }),
];

const { passed, failed } = addUp(counts);
for (const failure of vitestFailures(report('vitest.json'))) process.stderr.write(`\nFAILED ${failure}\n`);
say(`\n${passed} passed, ${failed} failed`);
const flaky = flakyJourneys(report('playwright.json'));
if (flaky.length > 0) say(`flaky: ${flaky.join(' · ')}`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);

import { type CDPSession, chromium, type Page } from '@playwright/test';
import { createCrowd } from '../server/test/people/crowd.ts';
import { ensureWeb } from '../tools/build.mjs';
import { ensureChromium } from '../tools/chromium.ts';
import { quantile, sayMachine, table, whole } from './shared/figures.ts';
import { fillChannel } from './shared/filling.ts';
import { signIn } from './shared/page-openings.ts';
import { startServer } from './shared/server.ts';

/**
 * Measures the CPU time of a key press in channels of several sizes, from the key to the frame that shows it. Only the page's
 * own thread counts, not other processes.
 */
const keys = 120;
const sizes = [0, 100, 10_000];
/** Texts that are in the field before the key. */
const drafts: [string, string][] = [
  ['an empty field', ''],
  ['9,000 characters', 'un mot et un autre '.repeat(470)],
];

async function used(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}

const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise<void>(done => requestAnimationFrame(() => setTimeout(done))));

/** Measures the milliseconds of a key press, and of the same wait without a key: the overhead of measuring. */
async function typed(page: Page, session: CDPSession): Promise<{ key: number[]; none: number[] }> {
  const cost = async (act: () => Promise<void>) => {
    const before = await used(session);
    await act();
    await nextFrame(page);
    return (await used(session)) - before;
  };
  const [key, none]: [number[], number[]] = [[], []];
  for (let n = 0; n < keys; n += 1) {
    key.push(await cost(() => page.keyboard.press(n % 6 === 5 ? 'Space' : 'e')));
    none.push(await cost(async () => {}));
  }
  return { key, none };
}

sayMachine();
await ensureWeb();
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
});
const server = await startServer();
try {
  const crowd = await createCrowd(server.database, server.secret, { people: 40, channels: sizes.length });
  const [token = '', userId = ''] = [crowd.tokens[0], crowd.userIds[0]];
  const rows = [['messages in the channel', 'in the field', 'a key, p50 / p95 ms', 'of which measuring, p50']];
  for (const [index, messages] of sizes.entries()) {
    const channelId = crowd.channelIds[index] ?? '';
    if (messages > 0) await fillChannel(server, channelId, crowd.userIds, messages);
    for (const [name, draft] of drafts) {
      const page = await browser.newPage();
      const origin = `http://127.0.0.1:${server.port}`;
      await signIn(page, origin, { token, userId });
      await page.goto(`${origin}/workspace/${crowd.workspaceId}/channel/${channelId}`);
      const field = page.locator('textarea');
      await field.fill(draft);
      await field.press('End');
      if (messages > 0) await page.locator('[role="log"] article').first().waitFor();
      await page.waitForLoadState('networkidle');
      const session = await page.context().newCDPSession(page);
      await session.send('Performance.enable', { timeDomain: 'threadTicks' });
      const { key, none } = await typed(page, session);
      const of = (share: number) => quantile(key, share).toFixed(1);
      rows.push([whole(messages), name, `${of(0.5)} / ${of(0.95)}`, quantile(none, 0.5).toFixed(1)]);
      await page.close();
    }
  }
  table('Processor milliseconds a key', rows);
} finally {
  await browser.close();
  await server.stop();
}

import { join } from 'node:path';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { createCrowd } from '../server/test/people/crowd.ts';
import { ensureWeb } from '../tools/build.mjs';
import { ensureChromium } from '../tools/chromium.ts';
import { median, quantile, sayMachine, table, whole } from './shared/figures.ts';
import { workUpTo } from './shared/main-thread.ts';
import { signIn } from './shared/page-openings.ts';
import { startServer } from './shared/server.ts';

/**
 * Measures a long message list in the page: number of elements, frame times during a long scroll, and, on a CPU slowed four
 * times, the change to a channel already seen and to the other language. CPU time is the main thread's own, which other
 * processes disturb less than wall-clock time.
 */
const messages = Number(process.env.MESSAGES ?? 10_000);
const rounds = Number(process.env.ROUNDS ?? 9);
const turns = Number(process.env.TURNS ?? 300);

/** Returns the CPU seconds of the page's main thread so far. */
async function worked(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

const elements = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

/** Scrolls by the mouse wheel, one notch a frame; returns the duration of each frame. */
async function turn(page: Page, pixels: number): Promise<number[]> {
  await page.evaluate('watchFrames()');
  for (let done = 0; done < turns; done += 1) {
    await page.mouse.wheel(0, pixels);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  return page.evaluate<number[]>('timesOfFrames.splice(0)');
}

/** Time between press and release of a click; the page's work for the press is over by the release. */
const heldMs = 60;

/** Clicks a channel's link; returns the milliseconds from the release to the frame that shows its messages. */
async function goTo(page: Page, title: string): Promise<number> {
  const channels = page.getByRole('region', { name: 'Navigation' }).getByRole('link');
  // The link's name may end with its unread count.
  const link = channels.filter({ has: page.getByText(title, { exact: true }) });
  await link.hover();
  const painted = page.evaluate<number>(`whenShown(${JSON.stringify(title)})`);
  await link.click({ delay: heldMs });
  return painted;
}

sayMachine();
await ensureWeb();
// Started before the server, which pins itself to one core.
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
});
const server = await startServer();
try {
  const { pool } = server.database;
  const crowd = await createCrowd(server.database, server.secret, { people: 40, channels: 8 });
  for (const channelId of crowd.channelIds) {
    await pool.query(
      `INSERT INTO messages (id, place_id, position, seq, sender_id, nonce, content, created_at)
        SELECT gen_random_uuid(), $1, n, n, ($2::uuid[])[1 + n / 3 % 40], gen_random_uuid(),
          repeat('La livraison des **menuiseries** est reportée à mardi, je préviens l’équipe. ', 1 + (n % 9 / 8) * 20) || n,
          now() - ($3 - n) * interval '20 seconds'
        FROM generate_series(1, $3::int) AS n`,
      [channelId, crowd.userIds, messages],
    );
    await pool.query('UPDATE places SET seq = $2 WHERE id = $1', [channelId, messages]);
  }
  const context = await browser.newContext({ locale: 'fr-FR', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript({ path: join(import.meta.dirname, 'shared', 'list-frames.js') });
  const origin = `http://127.0.0.1:${server.port}`;
  await signIn(page, origin, { token: crowd.tokens[0] ?? '', userId: crowd.userIds[0] ?? '' });
  await page.goto(`${origin}/workspace/${crowd.workspaceId}/channel/${crowd.channelIds[0]}`);
  const log = page.getByRole('log');
  await log.getByRole('article').last().waitFor();
  await page.waitForLoadState('networkidle');
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });

  const atFirst = await elements(page);
  const box = await log.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 300, (box?.y ?? 0) + 200);
  const began = await worked(session);
  const up = await turn(page, -120);
  const [upWork, most] = [await worked(session), await elements(page)];
  const down = await turn(page, 120);
  const downWork = await worked(session);
  table(`A channel of ${whole(messages)} messages: ${turns} notches of 120 pixels, one a frame`, [
    ['', 'frames', 'frame p50 / p95 / p99 ms', 'work a frame, ms', 'elements of the page'],
    ...(
      [
        ['up, loading older pages', up, upWork - began, most],
        ['down again', down, downWork - upWork, await elements(page)],
      ] as const
    ).map(([name, frames, work, count]) => [
      name,
      whole(frames.length),
      [0.5, 0.95, 0.99].map(share => quantile(frames, share).toFixed(1)).join(' / '),
      ((work * 1_000) / frames.length).toFixed(1),
      whole(count),
    ]),
    ['as opened', '', '', '', whole(atFirst)],
  ]);

  for (let n = 2; n <= 4; n += 1) await goTo(page, `salon ${n}`);
  await page.waitForLoadState('networkidle');
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.evaluate('timesOfClicks.splice(0)');
  const painted: number[] = [];
  const goRound = async () => {
    for (let round = 0; round < rounds; round += 1) {
      painted.push(await goTo(page, `salon ${2 + (round % 3)}`));
      await page.waitForLoadState('networkidle');
    }
  };
  await goRound();
  const byClock = painted.splice(0);
  const byBrowser = await page.evaluate<number[]>('timesOfClicks.splice(0)');
  const work = await workUpTo(session, 'channel asked', 'channel shown', goRound);
  table(`To a channel seen before, CPU four times slower, ${rounds} times, ms`, [
    ['from the release to its messages', 'median', 'fastest', 'slowest'],
    ...(
      [
        ['by the clock', byClock],
        ['as the browser counts it, its drawing included', byBrowser],
        ['of the main thread’s processor', work],
      ] as const
    ).map(([name, ms]) => [name, whole(median(ms)), whole(Math.min(...ms)), whole(Math.max(...ms))]),
  ]);

  const switched: number[] = [];
  const switchLanguages = async () => {
    for (let round = 0; round < rounds * 2; round += 1) {
      switched.push(await page.evaluate<number>(`languageShown('${round % 2 === 0 ? 'en' : 'fr'}')`));
      await page.waitForLoadState('networkidle');
    }
  };
  // The first switch fetches the English texts.
  await switchLanguages();
  switched.splice(0);
  const switchWork = await workUpTo(session, 'language asked', 'language shown', switchLanguages);
  table(`To the other language, a channel shown, CPU four times slower, ${rounds * 2} times, ms`, [
    ['', 'median', 'fastest', 'slowest'],
    ...(
      [
        ['by the clock', switched],
        ['of the main thread’s processor', switchWork],
      ] as const
    ).map(([name, ms]) => [name, whole(median(ms)), whole(Math.min(...ms)), whole(Math.max(...ms))]),
  ]);
} finally {
  await browser.close();
  await server.stop();
}

import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { createCrowd } from '../server/test/people/crowd.ts';
import { ensureWeb } from '../tools/build.mjs';
import { ensureChromium } from '../tools/chromium.ts';
import { say } from '../tools/setup.mjs';
import { faultsOf, forms, lighthouseIn, type Report, scoreOf } from './lighthouse/lighthouse.ts';
import { median, sayMachine, table, whole } from './shared/figures.ts';
import { fillChannel } from './shared/filling.ts';
import { type Opening, openings, signIn } from './shared/page-openings.ts';
import { startServer } from './shared/server.ts';

/** Measures the opening of pages: by Lighthouse, and on a CPU slowed four times. */
const rounds = Number(process.env.ROUNDS ?? 3);
const messages = 2_000;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise(done => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

sayMachine();
await ensureWeb();
const debugging = await freePort();
const profile = await mkdtemp(join(tmpdir(), 'palabre-page-'));
// Started before the server, which pins itself to one core: a browser has several threads.
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: await ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', `--remote-debugging-port=${debugging}`],
});
const server = await startServer();
try {
  const crowd = await createCrowd(server.database, server.secret, { people: 40, channels: 25 });
  const [channelId = '', token = '', userId = ''] = [crowd.channelIds[0], crowd.tokens[0], crowd.userIds[0]];
  await fillChannel(server, channelId, crowd.userIds, messages);

  const origin = `http://127.0.0.1:${server.port}`;
  const channel = `/workspace/${crowd.workspaceId}/channel/${channelId}`;
  const lighthouse = await lighthouseIn(debugging);
  const reports = new Map<string, Report[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const form of forms) {
      for (const path of ['/login', channel]) {
        const page = await browser.newPage();
        await signIn(page, origin, path === channel ? { token, userId } : null);
        await page.close();
        const key = `${path === channel ? 'a channel' : path} · ${form}`;
        reports.set(key, [...(reports.get(key) ?? []), await lighthouse(origin + path, form)]);
      }
    }
  }
  const middle = (of: Report[], audit: string) => median(of.map(({ audits }) => audits[audit]?.numericValue ?? 0));
  table(`Lighthouse, medians of ${rounds}`, [
    ['page', 'performance', 'accessibility', 'best practices', 'SEO', 'FCP', 'LCP', 'TBT', 'CLS'],
    ...[...reports].map(([key, of]) => [
      key,
      whole(median(of.map(report => scoreOf(report, 'performance')))),
      ...['accessibility', 'best-practices', 'seo'].map(name =>
        whole(Math.min(...of.map(report => scoreOf(report, name)))),
      ),
      seconds(middle(of, 'first-contentful-paint')),
      seconds(middle(of, 'largest-contentful-paint')),
      `${whole(middle(of, 'total-blocking-time'))} ms`,
      middle(of, 'cumulative-layout-shift').toFixed(3),
    ]),
  ]);
  for (const [key, [report]] of reports) {
    const faults = ['accessibility', 'best-practices', 'seo'].flatMap(name => (report ? faultsOf(report, name) : []));
    if (faults.length > 0) say(`${key}: ${faults.join(', ')}`);
  }

  const opened = new Map<string, Opening[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, opening] of await openings(browser, { origin, channel, token, userId })) {
      opened.set(name, [...(opened.get(name) ?? []), opening]);
    }
  }
  const of = (list: Opening[], value: (opening: Opening) => number) => median(list.map(value));
  table(`CPU four times slower, network of this machine, medians of ${rounds}`, [
    [
      'page',
      'requests',
      'of which scripts and styles',
      'as sent',
      'of which scripts',
      'API calls',
      'asked twice',
      'FCP',
      'LCP',
      'CLS',
    ],
    ...[...opened].map(([name, list]) => [
      name,
      whole(of(list, one => one.requests)),
      whole(of(list, one => one.code)),
      kilobytes(of(list, one => one.bytes)),
      kilobytes(of(list, one => one.scriptBytes)),
      whole(of(list, one => one.calls)),
      whole(of(list, one => one.repeated)),
      seconds(of(list, one => one.firstPaint)),
      seconds(of(list, one => one.largestPaint)),
      of(list, one => one.shift).toFixed(3),
    ]),
  ]);
} finally {
  await browser.close();
  await server.stop();
  await rm(profile, { recursive: true, force: true });
}

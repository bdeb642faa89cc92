import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, type Request } from '@playwright/test';
import { root } from '../../tools/setup.mjs';

/** Pending work of a page. */
interface UnderWay {
  /** Requests that have not ended, each with its state. */
  asked: Map<Request, string>;
  /** Whether the server has named the events that the page missed before it was connected. */
  caughtUp: boolean;
}

/** Tracks a page's requests and its connection from now on. */
function track(page: Page): UnderWay {
  const underWay: UnderWay = { asked: new Map(), caughtUp: false };
  const { asked } = underWay;
  // Ignores Socket.IO's polling, used where WebSocket is too slow to connect: it never ends.
  const isLine = (request: Request) => new URL(request.url()).pathname === '/socket.io/';
  page.on('request', request => {
    // Another document: the requests of the one before may never be told to end.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      asked.clear();
      underWay.caughtUp = false;
    }
    if (!isLine(request)) asked.set(request, 'not answered');
  });
  page.on('response', response => {
    if (asked.has(response.request())) asked.set(response.request(), `answered ${response.status()}, not ended`);
  });
  page.on('requestfinished', request => asked.delete(request));
  page.on('requestfailed', request => asked.delete(request));
  page.on('websocket', socket =>
    socket.on('framereceived', ({ payload }) => {
      // The page's first acknowledged message asks what it missed.
      if (/^43\d+\[/.test(String(payload))) underWay.caughtUp = true;
    }),
  );
  return underWay;
}

/** Names the requests that have not ended. */
const pending = ({ asked }: UnderWay) =>
  [...asked].map(([request, state]) => `${request.method()} ${request.url()}: ${state}`);

const idle = (page: Page) =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await new Promise(done => requestIdleCallback(done, { timeout: 1_000 }));
    await new Promise(requestAnimationFrame);
  });

/** Tracks a page's requests from now on; the returned function waits until nothing is pending and the page is idle. */
export function watchQuiet(page: Page): () => Promise<void> {
  const underWay = track(page);
  const nothingAsked = () => expect(pending(underWay)).toEqual([]);
  return () =>
    expect(async () => {
      nothingAsked();
      await idle(page);
      nothingAsked();
    }).toPass({ intervals: [20], timeout: 20_000 });
}

const opened = new WeakMap<Page, UnderWay>();

/** Tracks a page that is about to load, for {@link settled}. */
export const follow = (page: Page): unknown => opened.set(page, track(page));

/** Names the files of the menus' code; one may hold nothing but the name of another. */
const menuFiles = () => readdirSync(join(root, 'web/dist/assets')).filter(name => /^overlays-.*\.js$/.test(name));

/**
 * Waits until the page has loaded the code of its menus, as it does after the first paint and could not without a network,
 * its connection has caught up, and nothing is pending. (Playwright's own `networkidle` fires once, often before.)
 */
export async function settled(page: Page): Promise<void> {
  const underWay = opened.get(page);
  if (!underWay) throw new Error('The page was not opened by People');
  await expect(async () => {
    await idle(page);
    const { isLoggedIn, left } = await page.evaluate(
      ({ files, quietForMs }) => {
        const fetched = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        const left = files.filter(file => !fetched.some(({ name }) => name.endsWith(`/${file}`)));
        const lastEnd = Math.max(...fetched.map(({ responseEnd }) => responseEnd));
        if (performance.now() - lastEnd < quietForMs) left.push('an answer just ended');
        return { left, isLoggedIn: localStorage.getItem('token') !== null };
      },
      { files: menuFiles(), quietForMs: 700 },
    );
    if (isLoggedIn && !underWay.caughtUp) left.push('the connection has not caught up');
    expect([...left, ...pending(underWay)]).toEqual([]);
  }).toPass({ intervals: [50], timeout: 20_000 });
}

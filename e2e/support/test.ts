import { test as base, expect, type Page, type Request } from '@playwright/test';
import { hear, heard, told } from './alerts.ts';
import { Browsers } from './browsers.ts';
import { type Account, People, type Place } from './people.ts';

/** Test of Playwright with `people`, whose browsers one worker's journeys share. */
export const test = base.extend<{ people: People }, { browsers: Browsers }>({
  browsers: [async ({ browser }, use) => use(new Browsers(browser, process.env.E2E_URL ?? '')), { scope: 'worker' }],
  people: async ({ browser, baseURL, browsers, contextOptions }, use) => {
    const used = { browsers, kind: JSON.stringify(contextOptions) };
    const people = new People(browser, baseURL ?? '', used);
    await use(people);
    await people.close();
    expect(people.mistakes).toEqual([]);
  },
});
/**
 * Runs journeys with reduced motion, where movement does not matter: the pages are the same, and animations take a
 * fifth of a journey's CPU.
 */
export const still = test.extend({ contextOptions: { reducedMotion: 'reduce' } });
export { type Account, expect, hear, heard, type Page, People, type Place, told };

/** Locates the composer. */
export const composer = (page: Page) => page.getByRole('textbox', { name: /^Message pour / });

/** Locates the rows of messages. */
export const messages = (page: Page) => page.getByRole('log').getByRole('article');

/** Locates the messages that contain a text. */
export const saying = (page: Page, text: string) => messages(page).filter({ hasText: text });

/** Locates a channel's link in the navigation. */
export const channelLink = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Navigation' }).getByRole('link', { name: title });
/** Locates a dialog, dismissible by an outside click or not. */
export const dialog = (page: Page, name?: string) =>
  page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }));

/** Types a message and sends it by Enter. */
export async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

/** Lists the messages on screen from top to bottom: author, time, text and state. */
export const shown = (page: Page) =>
  messages(page).evaluateAll(articles =>
    articles.map(article => `${article.getAttribute('aria-label')} ${article.getAttribute('data-state')}`),
  );

/** Waits until two pages show the same messages in the same order, all sent; returns them. */
export async function sameScreens(a: Page, b: Page): Promise<string[]> {
  await expect
    .poll(async () => {
      const [left, right] = [await shown(a), await shown(b)];
      return left.length > 0 && left.every(line => line.endsWith(' sent')) && left.join('\n') === right.join('\n');
    })
    .toBe(true);
  return shown(a);
}

/**
 * Waits until the page has loaded the code of its menus, as it does after the first paint, and nothing is pending:
 * without a network it could not load it. (Playwright's own `networkidle` fires once, often before.)
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(quietFor => {
    const fetched = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const last = Math.max(...fetched.map(({ responseEnd }) => responseEnd));
    const drawn = fetched.some(({ name }) => /\/overlays-[^/]*\.js$/.test(name));
    return drawn && performance.now() - last > quietFor;
  }, 700);
}

/** Navigates within the page, as a link in it would, without a reload. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate(to => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

/** Holds back the page's requests to these addresses, until the returned function is called. */
export async function holdBack(page: Page, addresses: string | RegExp): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  await page.route(addresses, route => held.then(() => route.continue()));
  return () => release();
}

/** Tracks a page's requests from now on; the returned function waits until nothing is pending and the page is idle. */
export function watchQuiet(page: Page): () => Promise<void> {
  const asked = new Map<Request, string>();
  // Ignores Socket.IO's polling, used where WebSocket is too slow to connect: it never ends.
  const isLine = (request: Request) => new URL(request.url()).pathname === '/socket.io/';
  page.on('request', request => isLine(request) || asked.set(request, 'not answered'));
  page.on('response', response => {
    if (asked.has(response.request())) asked.set(response.request(), `answered ${response.status()}, not ended`);
  });
  page.on('requestfinished', request => asked.delete(request));
  page.on('requestfailed', request => asked.delete(request));
  const idle = () =>
    page.evaluate(async () => {
      await new Promise(requestAnimationFrame);
      await new Promise(done => requestIdleCallback(done, { timeout: 1_000 }));
      await new Promise(requestAnimationFrame);
    });
  // Names the requests that never end.
  const nothingAsked = () =>
    expect([...asked].map(([request, state]) => `${request.method()} ${request.url()}: ${state}`)).toEqual([]);
  return () =>
    expect(async () => {
      nothingAsked();
      await idle();
      nothingAsked();
    }).toPass({ intervals: [20], timeout: 20_000 });
}

import { test as base, expect, type Page, type Request } from '@playwright/test';
import { hear, heard, told } from './alerts.ts';
import { Browsers } from './browsers.ts';
import { type Account, People, type Place } from './people.ts';

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
 * For journeys of which nothing that moves is the matter: people who want no motion see the same pages, and drawing it
 * takes a fifth of a journey's processor.
 */
export const still = test.extend({ contextOptions: { reducedMotion: 'reduce' } });
export { type Account, expect, hear, heard, type Page, People, type Place, told };

export const composer = (page: Page) => page.getByRole('textbox', { name: /^Message pour / });
export const messages = (page: Page) => page.getByRole('log').getByRole('article');
export const saying = (page: Page, text: string) => messages(page).filter({ hasText: text });
export const channelLink = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Navigation' }).getByRole('link', { name: title });
/** An alert that says just this, after its kind, for as long as it is there: `told` waits for one that may have gone. */
export const alert = (page: Page, text: string) =>
  page.locator('[data-alerts] li').filter({ hasText: new RegExp(`: ${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) });

/** A dialog, whether it can be left by a click outside or not. */
export const dialog = (page: Page, name?: string) =>
  page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }));

/** Types a message and sends it by the key. */
export async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

/** What a screen shows, from top to bottom: who said what and when, and whether it is sent. */
export const shown = (page: Page) =>
  messages(page).evaluateAll(articles =>
    articles.map(article => `${article.getAttribute('aria-label')} ${article.getAttribute('data-state')}`),
  );

/** Waits until two screens show the same, in the same order, all of it sent; then how many messages that is. */
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
 * The page has fetched what its menus are drawn by, as it does once it is painted, and nothing is on its way: without a
 * network it cannot. (The browser's own `networkidle` is said once, often before that.)
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(quietFor => {
    const fetched = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const last = Math.max(...fetched.map(({ responseEnd }) => responseEnd));
    const drawn = fetched.some(({ name }) => /\/overlays-[^/]*\.js$/.test(name));
    return drawn && performance.now() - last > quietFor;
  }, 700);
}

/** Goes to another address of the same page, as a link in it would: what is loaded stays, and nothing is read anew. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate(to => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

/** Holds back what a page asks for there, from now on, until what it answers is called. */
export async function holdBack(page: Page, addresses: string | RegExp): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  await page.route(addresses, route => held.then(() => route.continue()));
  return () => release();
}

/** Watches what a page asks for, from now on; the answer waits until nothing is on its way and the page has no more to do. */
export function watchQuiet(page: Page): () => Promise<void> {
  const asked = new Map<Request, string>();
  // What is always asked for where a socket has to do without WebSocket, as on a machine too slow for its handshake, never ends.
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
  // What never ends is named.
  const nothingAsked = () =>
    expect([...asked].map(([request, state]) => `${request.method()} ${request.url()}: ${state}`)).toEqual([]);
  return () =>
    expect(async () => {
      nothingAsked();
      await idle();
      nothingAsked();
    }).toPass({ intervals: [20], timeout: 20_000 });
}

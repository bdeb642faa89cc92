import { test as base, expect, type Page } from '@playwright/test';
import { hear, heard, told } from './alerts.ts';
import { Browsers } from './browsers.ts';
import { type Account, People, type Place } from './people.ts';
import { settled, watchQuiet } from './quiet.ts';

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
export { type Account, expect, hear, heard, type Page, People, type Place, settled, told, watchQuiet };

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

/**
 * Waits until a message that contains a text is flashed; looks within the page, as a flash lasts two seconds, too short for
 * a busy machine's polling.
 */
export const flashed = (page: Page, text: string) =>
  page.waitForFunction(
    said => [...document.querySelectorAll('[data-flashed]')].some(({ textContent }) => textContent?.includes(said)),
    text,
  );

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

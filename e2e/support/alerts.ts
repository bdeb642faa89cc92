import { type BrowserContext, expect, type Page } from '@playwright/test';

const shown = new WeakMap<Page, { text: string; isTold: boolean }[]>();
/** What a page's alerts have said, the oldest first, whatever has been loaded in it meanwhile. */
const shownOn = (page: Page) => {
  const alerts = shown.get(page) ?? [];
  shown.set(page, alerts);
  return alerts;
};

/**
 * Keeps what the alerts of a browser say, as each is shown: one goes by itself after three seconds, in which a busy machine
 * may not come to look.
 */
export async function keepAlerts(context: BrowserContext): Promise<void> {
  const binding = 'palabreAlertShown';
  await context.exposeBinding(binding, ({ page }, text: string) => {
    shownOn(page).push({ text, isTold: false });
  });
  await context.addInitScript(name => {
    const keep = (window as unknown as Record<string, (text: string | null) => void>)[name];
    const look = (node: Node) => {
      if (!(node instanceof Element)) return;
      const alerts = node.matches('[data-alerts] li') ? [node] : node.querySelectorAll('[data-alerts] li');
      for (const { textContent } of alerts) keep?.(textContent);
    };
    new MutationObserver(records => {
      for (const { addedNodes } of records) addedNodes.forEach(look);
    }).observe(document, { childList: true, subtree: true });
  }, binding);
}

/** Forgets what a page's alerts have said: others go on with it. */
export const forgetAlerts = (page: Page): boolean => shown.delete(page);

/**
 * Waits until a page has shown an alert that says just this, and why, after its kind, which only screen readers say. Each is
 * told once.
 */
export async function told(page: Page, text: string, reason = ''): Promise<void> {
  const all = shownOn(page);
  const find = () => all.find(alert => !alert.isTold && alert.text.endsWith(`: ${text}${reason}`));
  await expect
    .poll(() => (find() ? 'shown' : all.map(alert => alert.text)), { message: `an alert says « ${text} »` })
    .toBe('shown');
  Object.assign(find() ?? {}, { isTold: true });
}

/** Every alert that a page has shown, in order. */
export async function heard(page: Page): Promise<string[]> {
  // What the page has shown comes before what it answers.
  await page.evaluate(() => {});
  return shownOn(page).map(({ text }) => text);
}

/** Every alert that a page shows from now on, in order. */
export async function hear(page: Page): Promise<() => Promise<string[]>> {
  const { length } = await heard(page);
  return async () => (await heard(page)).slice(length);
}

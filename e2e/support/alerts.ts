import { type BrowserContext, expect, type Page } from '@playwright/test';

const shown = new WeakMap<Page, { text: string; isTold: boolean }[]>();
/** Returns the texts of a page's alerts, oldest first, across its page loads. */
const shownOn = (page: Page) => {
  const alerts = shown.get(page) ?? [];
  shown.set(page, alerts);
  return alerts;
};

/**
 * Records the text of each alert as it shows: an alert disappears after three seconds, too soon for a busy machine's
 * polling.
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

/** Clears the alerts of a page, for the next journey that uses it. */
export const forgetAlerts = (page: Page): boolean => shown.delete(page);

/**
 * Waits until a page has shown an alert with this text and reason, after its kind, which only screen readers get. Each
 * alert matches once.
 */
export async function told(page: Page, text: string, reason = ''): Promise<void> {
  const all = shownOn(page);
  const find = () => all.find(alert => !alert.isTold && alert.text.endsWith(`: ${text}${reason}`));
  await expect
    .poll(() => (find() ? 'shown' : all.map(alert => alert.text)), { message: `an alert says « ${text} »` })
    .toBe('shown');
  Object.assign(find() ?? {}, { isTold: true });
}

/** Returns every alert that a page has shown, in order. */
export async function heard(page: Page): Promise<string[]> {
  // A round trip to the page: alerts shown before it have arrived.
  await page.evaluate(() => {});
  return shownOn(page).map(({ text }) => text);
}

/** Returns a function that lists the alerts shown from now on, in order. */
export async function hear(page: Page): Promise<() => Promise<string[]>> {
  const { length } = await heard(page);
  return async () => (await heard(page)).slice(length);
}

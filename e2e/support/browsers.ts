import type { Browser, BrowserContext, Page, ViewportSize } from '@playwright/test';

import { forgetAlerts, keepAlerts } from './alerts.ts';

/** Entry of a browser's local storage. */
export interface Stored {
  name: string;
  value: string;
}

/** Path of the server's origin where nothing of the product runs. */
const nowhere = '/robots.txt';
const size = { width: 1280, height: 720 };

/**
 * Default options of every browser. Service workers are blocked, as journeys neither see nor hold their requests;
 * journeys about workers allow them.
 */
export const common = { locale: 'fr-FR', serviceWorkers: 'block' } as const;

/** Methods whose effect cannot be undone: their browser is discarded after its journey. */
const lasting = {
  page: ['addInitScript', 'exposeFunction', 'exposeBinding', 'routeWebSocket', 'emulateMedia', 'clock'],
  context: [
    ...['addInitScript', 'exposeFunction', 'exposeBinding', 'routeWebSocket', 'clock'],
    ...['newCDPSession', 'grantPermissions', 'addCookies', 'setGeolocation', 'setExtraHTTPHeaders'],
  ],
};
const heard = [
  'pageerror',
  'console',
  'response',
  'request',
  'requestfailed',
  'requestfinished',
  'dialog',
  'websocket',
];

/**
 * Pool of the browsers that one worker's journeys use in turn. All that a journey leaves in one is cleared before the
 * next, except the product's loaded code: a page that has it opens at half the CPU cost.
 */
export class Browsers {
  private readonly idle = new Map<string, Page[]>();
  private readonly spoilt = new WeakSet<BrowserContext>();
  private readonly forgetting = new WeakMap<Page, () => Promise<void>>();

  constructor(
    private readonly browser: Browser,
    private readonly url: string,
  ) {}

  /** Takes a page of this kind at the server's origin, with only these entries in its storage. */
  async take(kind: string, stored: readonly Stored[], viewport?: ViewportSize | null): Promise<Page> {
    const page = this.idle.get(kind)?.pop() ?? (await this.make());
    if (viewport) await page.setViewportSize(viewport);
    await page.evaluate(all => {
      for (const { name, value } of all) localStorage.setItem(name, value);
    }, stored);
    return page;
  }

  /** Takes a page back, or discards it when not all of it can be cleared. */
  async giveBack(kind: string, page: Page): Promise<void> {
    const context = page.context();
    const others = context.pages().filter(other => other !== page);
    const forget = this.forgetting.get(page);
    try {
      const elsewhere = new URL(page.url()).origin !== new URL(this.url).origin;
      if (!forget || elsewhere || this.spoilt.has(context) || page.isClosed()) throw new Error('not to be used again');
      await Promise.all(others.map(other => other.close()));
      await forget();
      this.idle.set(kind, [...(this.idle.get(kind) ?? []), page]);
    } catch {
      await context.close();
    }
  }

  private async make(): Promise<Page> {
    const context = await this.browser.newContext({ ...common, baseURL: this.url, viewport: size });
    await keepAlerts(context);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    this.watch(context, lasting.context, context);
    this.watch(page, lasting.page, context);
    this.forgetting.set(page, async () => {
      for (const event of heard) page.removeAllListeners(event);
      forgetAlerts(page);
      await Promise.all([page.unrouteAll(), context.unrouteAll(), context.setOffline(false)]);
      await page.goto(nowhere, { timeout: 3_000 });
      const { origin } = new URL(this.url);
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      await session.send('Page.resetNavigationHistory');
      await page.evaluate(() => sessionStorage.clear());
      await page.setViewportSize(size);
      await page.mouse.move(0, 0);
    });
    await page.goto(nowhere);
    return page;
  }

  /** Marks the browser as spoilt when one of these methods is used. */
  private watch(whole: object, names: readonly string[], context: BrowserContext): void {
    const own = whole as Record<string, unknown>;
    for (const name of names) {
      const part = own[name];
      Object.defineProperty(whole, name, {
        get: () => {
          this.spoilt.add(context);
          return typeof part === 'function' ? part.bind(whole) : part;
        },
      });
    }
  }
}

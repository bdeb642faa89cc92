import type { Browser, BrowserContext, Page, ViewportSize } from '@playwright/test';

import { forgetAlerts, keepAlerts } from './alerts.ts';

/** What is in a browser's storage. */
export interface Stored {
  name: string;
  value: string;
}

/** Where nothing of the product runs, at its own address. */
const nowhere = '/robots.txt';
const size = { width: 1280, height: 720 };

/** What every browser is, unless a journey says otherwise. What a worker answers, no journey sees or holds up: those that look at it ask for it. */
export const common = { locale: 'fr-FR', serviceWorkers: 'block' } as const;

/** What is done to a browser and cannot be undone: it is thrown away after its journey. */
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
 * The browsers that one worker's journeys are gone through with, one after the other. Whatever a person left in one is
 * gone before the next has it, but for the program itself: a page that has it opens with half of the processor.
 */
export class Browsers {
  private readonly idle = new Map<string, Page[]>();
  private readonly spoilt = new WeakSet<BrowserContext>();
  private readonly forgetting = new WeakMap<Page, () => Promise<void>>();

  constructor(
    private readonly browser: Browser,
    private readonly url: string,
  ) {}

  /** A page at this server's address with nothing but these things in its storage; of a kind, as others take it back. */
  async take(kind: string, stored: readonly Stored[], viewport?: ViewportSize | null): Promise<Page> {
    const page = this.idle.get(kind)?.pop() ?? (await this.make());
    if (viewport) await page.setViewportSize(viewport);
    await page.evaluate(all => {
      for (const { name, value } of all) localStorage.setItem(name, value);
    }, stored);
    return page;
  }

  /** Takes a page back, or throws it away when not all of it can be forgotten. */
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

  /** Notices when one of these is used. */
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

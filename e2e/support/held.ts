import type { Page } from '@playwright/test';

/** Proxy for a page's answers and socket events, each of which can be held back to come last. */
export class Held {
  /** Names of the events passed on. */
  readonly told: string[] = [];
  private holds: 'answers' | 'events' | null = null;
  private waiting: (() => unknown)[] = [];

  /** Installs the proxy on a page; call it before the page loads. */
  async stand(page: Page): Promise<void> {
    await page.routeWebSocket('**/socket.io/**', socket => {
      socket.connectToServer().onMessage(said => {
        const event = /^42\["(\w+)"/.exec(String(said))?.[1];
        const pass = () => {
          if (event) this.told.push(event);
          socket.send(said);
        };
        if (event && this.holds === 'events') this.waiting.push(pass);
        else pass();
      });
    });
    await page.route('**/api/**', async route => {
      if (route.request().method() === 'GET' || this.holds !== 'answers') return route.continue();
      const response = await route.fetch();
      if (this.holds === 'answers') await new Promise<void>(done => this.waiting.push(() => done()));
      await route.fulfill({ response });
    });
  }

  /** Holds answers or events back from now on. */
  hold(what: 'answers' | 'events'): void {
    this.holds = what;
    this.told.length = 0;
  }

  /** Releases all that is held, and holds no more. */
  release(): void {
    this.holds = null;
    for (const pass of this.waiting.splice(0)) pass();
  }
}

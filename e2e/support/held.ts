import type { Page } from '@playwright/test';

/** What a page is answered, and what it is told on its socket, each of which can be made to come last. */
export class Held {
  /** The events that have come through, by name. */
  readonly told: string[] = [];
  private holds: 'answers' | 'events' | null = null;
  private waiting: (() => unknown)[] = [];

  /** Stands between a page and its server; before anything is in the page. */
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

  /** Holds one of the two back from now on. */
  hold(what: 'answers' | 'events'): void {
    this.holds = what;
    this.told.length = 0;
  }

  /** Lets through what has been held, and what comes from now on. */
  release(): void {
    this.holds = null;
    for (const pass of this.waiting.splice(0)) pass();
  }
}

import type { Page } from '@playwright/test';

const isSociety = (name: string) => /^(new|delete)Society$/.test(name);

/**
 * Makes a page deaf to the societies that other journeys create and end meanwhile: everyone hears of them, and a page that
 * missed one while it connected requests its lists again. Call it before the page loads.
 */
export async function deafToSocieties(page: Page): Promise<void> {
  await page.routeWebSocket('**/socket.io/**', socket => {
    socket.connectToServer().onMessage(said => {
      const [, event = ''] = /^42\["(\w+)"/.exec(String(said)) ?? [];
      if (isSociety(event)) return;
      // The answer that names the missed events.
      const [, head, names] = /^(43\d+\[\{"events":)(\[[^\]]*\])\}\]$/.exec(String(said)) ?? [];
      if (!head || !names) return socket.send(said);
      const others = (JSON.parse(names) as string[]).filter(name => !isSociety(name));
      socket.send(`${head}${JSON.stringify(others)}}]`);
    });
  });
}

import { api } from '@palabre/common/contract/index.ts';
import type { Locator, Page } from '@playwright/test';
import { expect, still as test } from '../support/test.ts';

/** Presses twice at the place of a button, the second time once the layer that the first press opens is there. */
async function pressTwice(page: Page, button: Locator, layer: Locator): Promise<void> {
  await button.hover();
  await page.mouse.down();
  await page.mouse.up();
  await expect(layer).toBeVisible();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
}

test('A double click opens a dialog, a popover or a menu, and closes none of them', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path } = await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, path);
  const layers = [
    [page.getByRole('button', { name: 'Rechercher (Ctrl+K)' }), page.getByRole('dialog', { name: 'Rechercher' })],
    [
      page.getByRole('button', { name: 'Boîte de réception' }),
      page.getByRole('dialog', { name: 'Boîte de réception' }),
    ],
    [page.getByRole('button', { name: 'En ligne Camille Moreau', exact: true }), page.getByRole('menu')],
    [
      page.getByRole('button', { name: 'En ligne Camille Moreau (vous)' }),
      page.getByRole('dialog', { name: 'Camille Moreau' }),
    ],
  ] as const;
  for (const [button, layer] of layers) {
    // Two presses that a busy machine keeps apart are no double click: the second one closes the layer.
    await expect(async () => {
      await page.keyboard.press('Escape');
      await expect(layer).toBeHidden({ timeout: 2_000 });
      await pressTwice(page, button, layer);
      // A layer closed by a press is gone by the second frame.
      await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      await expect(layer).toBeVisible({ timeout: 100 });
      await expect(page.locator('body')).not.toBeFocused({ timeout: 100 });
    }).toPass();
    await page.keyboard.press('Escape');
    await expect(layer).toBeHidden();
  }
});

test('A double click opens a menu whose code is still on its way', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path } = await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, path);
  let arrive = () => {};
  const arrival = new Promise<void>(resolve => {
    arrive = resolve;
  });
  await page.route(/\/overlays-.*\.js$/, async route => {
    await arrival;
    await route.continue();
  });
  await page.reload();
  await page.getByRole('button', { name: 'En ligne Camille Moreau', exact: true }).dblclick();
  arrive();
  await expect(page.getByRole('menu')).toBeVisible();
});

test('A double tap opens the inbox of a phone, whose sheet comes under the finger, and marks nothing as read', async ({
  people,
}) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  await people.workspace(camille, 'Atelier', karim);
  const { conversation } = await karim.client.ok(api.conversations.create, { body: { users: [camille.user._id] } });
  const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
  const page = await people.open(camille, '/home', phone);
  const inbox = page.getByRole('dialog', { name: 'Boîte de réception' });
  const unread = page.getByRole('button', { name: 'Boîte de réception, 1 non lue' });
  let changes: string[] = [];
  page.on('request', request => {
    if (request.method() !== 'GET') changes.push(request.url());
  });
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(inbox).toBeHidden({ timeout: 2_000 });
    // Two presses that a busy machine keeps apart have marked the message as read.
    if (!(await unread.isVisible()))
      await karim.client.ok(api.messages.send, { body: { conversationId: conversation._id, content: 'Tu es là ?' } });
    const box = await unread.boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    // The page itself looks when the sheet is there: a busy machine takes longer to say so than two taps may be apart.
    const isThere = page.waitForFunction(
      ([name, belowY]) => {
        const under = [...document.querySelectorAll('button')].filter(one => one.textContent?.trim() === name).at(-1);
        const { top, height } = under?.getBoundingClientRect() ?? { top: 0, height: 0 };
        if (height === 0 || top >= belowY) return false;
        const clicked = new Promise(resolve =>
          addEventListener('click', () => requestAnimationFrame(resolve), { once: true, capture: true }),
        );
        Object.assign(window, { clicked });
        return true;
      },
      ['Tout marquer comme lu', y] as const,
      { timeout: 5_000 },
    );
    await page.touchscreen.tap(x, y);
    await isThere;
    changes = [];
    await page.touchscreen.tap(x, y);
    await page.evaluate(() => (window as unknown as { clicked: Promise<unknown> }).clicked);
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(changes).toEqual([]);
    await expect(inbox.getByText('Tu es là ?')).toBeVisible({ timeout: 100 });
    await expect(page.locator('body')).not.toBeFocused({ timeout: 100 });
  }).toPass();
});

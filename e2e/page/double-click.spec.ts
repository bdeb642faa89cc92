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
      // What a press closes is gone by the second frame.
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

import { api } from '@palabre/common/contract/index.ts';
import type { Locator } from '@playwright/test';
import { ListOnScreen } from '../support/list.ts';
import { smallTargets } from '../support/targets.ts';
import { composer, dialog, expect, goWithin, type Page, saying, test } from '../support/test.ts';

test('A finger that rests on a message opens its menu, a sheet from the bottom, and selects nothing', {
  tag: '@daily',
}, async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path, welcome } = await people.workspace(camille, 'Atelier');
  await camille.client.ok(api.messages.send, { body: { channelId: welcome._id, content: 'Bonjour à tous' } });
  const options = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
  const page = await people.open(camille, path, options);
  const words = saying(page, 'Bonjour à tous').getByText('Bonjour à tous');
  await expect(words).toBeInViewport();
  await new ListOnScreen(page).rest();
  const box = await words.boundingBox();
  const at = { x: Math.round((box?.x ?? 0) + 20), y: Math.round((box?.y ?? 0) + 8) };
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await expect(page.getByRole('menu', { name: 'Actions sur le message' })).toBeVisible();
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  const sheet = page.getByRole('menu', { name: 'Actions sur le message' });
  const edges = async () => {
    const { x, y, width, height } = (await sheet.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x, width, bottom: Math.round(y + height), isLow: height <= 844 * 0.85 };
  };
  // Once it has slid in.
  await expect.poll(edges).toEqual({ x: 0, width: 390, bottom: 844, isLow: true });
  await expect.poll(() => smallTargets(page)).toEqual([]);
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
  // iOS would select text by itself on a long press.
  expect(await words.evaluate(element => getComputedStyle(element).userSelect)).toBe('none');
});

test('A finger has 44 px for every control, on a phone and on a tablet', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path, welcome, workspace } = await people.workspace(camille, 'Atelier');
  const content = 'Bonjour à tous\n```\nconst total = 42;\n```';
  const { message } = await camille.client.ok(api.messages.send, { body: { channelId: welcome._id, content } });
  for (const reaction of ['🎉', '👏']) {
    await camille.client.ok(api.reactions.add, { params: { id: message._id }, body: { reaction } });
  }
  const body = { channelId: welcome._id, content: 'Oui', replyTo: message._id };
  await camille.client.ok(api.messages.send, { body });
  const all = async (page: Page) => expect.poll(() => smallTargets(page)).toEqual([]);
  const screens: [path: string, shown: (page: Page) => Locator][] = [
    ['/settings/general', page => page.getByRole('heading', { name: 'Apparence' })],
    ['/settings/profile', page => page.getByRole('heading', { name: 'Mes sessions' })],
    [`/settings/workspace/${workspace._id}`, page => page.getByRole('button', { name: 'Supprimer le serveur' })],
    ['/workspaces', page => page.getByText('Vous êtes déjà membre')],
  ];
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1024, height: 768 },
  ]) {
    const page = await people.open(camille, path, { hasTouch: true, isMobile: true, viewport });
    await expect(composer(page)).toBeEditable();
    await new ListOnScreen(page).rest();
    await all(page);
    await composer(page).focus();
    await page.getByRole('button', { name: 'Ajouter un emoji' }).click();
    await expect(dialog(page, 'Choisir un emoji').getByRole('menuitem').first()).toBeVisible();
    await all(page);
    await dialog(page, 'Choisir un emoji').press('Escape');
    await page.keyboard.press('Control+k');
    await expect(dialog(page, 'Rechercher')).toBeVisible();
    await all(page);
    await page.keyboard.press('Escape');
    for (const [path, shown] of screens) {
      await goWithin(page, path);
      await expect(shown(page)).toBeVisible();
      await all(page);
    }
    await page.getByRole('button', { name: "Entrer un code d'invitation" }).click();
    await expect(dialog(page, 'Rejoindre un Workspace')).toBeVisible();
    await all(page);
    await people.close();
  }
});

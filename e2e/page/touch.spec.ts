import { api } from '@palabre/common/contract/index.ts';
import { ListOnScreen } from '../support/list.ts';
import { smallTargets } from '../support/targets.ts';
import { composer, expect, saying, test } from '../support/test.ts';

test('A finger that rests on a message opens its menu, a sheet from the bottom, and selects nothing', async ({
  people,
}) => {
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
  const { path, welcome } = await people.workspace(camille, 'Atelier');
  await camille.client.ok(api.messages.send, { body: { channelId: welcome._id, content: 'Bonjour à tous' } });
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1024, height: 768 },
  ]) {
    const page = await people.open(camille, path, { hasTouch: true, isMobile: true, viewport });
    await expect(composer(page)).toBeEditable();
    await new ListOnScreen(page).rest();
    await expect.poll(() => smallTargets(page)).toEqual([]);
    await composer(page).focus();
    await page.getByRole('button', { name: 'Ajouter un emoji' }).click();
    await expect(page.getByRole('dialog', { name: 'Choisir un emoji' }).getByRole('menuitem').first()).toBeVisible();
    await expect.poll(() => smallTargets(page)).toEqual([]);
    await page.getByRole('dialog', { name: 'Choisir un emoji' }).press('Escape');
  }
});

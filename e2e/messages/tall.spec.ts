import { api } from '@palabre/common/contract/index.ts';
import { expect, messages, saying, still as test } from '../support/test.ts';

const lines = (count: number) => Array.from({ length: count }, (_, n) => `Ligne ${n + 1}`).join('\n');

test('The actions on a message taller than the list stay beside its visible part', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path, welcome } = await people.workspace(camille, 'Atelier');
  await camille.client.ok(api.messages.send, { body: { channelId: welcome._id, content: lines(120) } });
  const page = await people.open(camille, path);
  const log = page.getByRole('log');
  const list = (await log.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const bar = page.getByRole('toolbar', { name: 'Actions sur le message' });
  await expect(messages(page)).toHaveCount(1);
  for (const scrolled of [400, 1_200]) {
    await log.evaluate((element, top) => element.scrollTo(0, top), scrolled);
    await page.mouse.move(list.x + 200, list.y + 200 + scrolled / 100);
    await expect(bar).toBeInViewport({ ratio: 1 });
    const { y } = (await bar.boundingBox()) ?? { y: 0 };
    expect(y - list.y).toBeGreaterThanOrEqual(0);
    expect(y - list.y).toBeLessThan(60);
  }
  await bar.getByRole('button', { name: 'Épingler' }).click();
  await expect(messages(page).getByRole('img', { name: 'Épinglé' })).toBeVisible();
});

test('the menu of a message is a line of icons, each of which says its name', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path, welcome } = await people.workspace(camille, 'Atelier');
  await camille.client.ok(api.messages.send, { body: { channelId: welcome._id, content: 'Bonjour' } });
  const page = await people.open(camille, path);
  await saying(page, 'Bonjour').click({ button: 'right', position: { x: 80, y: 10 } });
  const menu = page.getByRole('menu', { name: 'Actions sur le message' });
  for (const name of ['Modifier', 'Supprimer', 'Réagir', 'Épingler']) {
    await menu.getByRole('menuitem', { name, exact: true }).hover();
    await expect(page.getByRole('tooltip', { includeHidden: true })).toHaveText(name);
  }
  const { width, height } = (await menu.boundingBox()) ?? { width: 0, height: 0 };
  expect(width).toBeLessThan(520);
  expect(height).toBeLessThan(50);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await saying(page, 'Bonjour').click({ button: 'right', position: { x: 60, y: 10 } });
  await expect(menu.getByText('Supprimer')).toBeInViewport({ ratio: 1 });
});

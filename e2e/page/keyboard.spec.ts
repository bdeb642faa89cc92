import type { Locator, Page } from '@playwright/test';
import { composer, expect, messages, saying, settled, still as test } from '../support/test.ts';

/** Presses Tab until an element has the focus, past every card of discovery, where all journeys' workspaces show. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < 300; step += 1) {
    if (await target.evaluate(element => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${target}`);
}

test('The keyboard alone logs in, opens a channel, writes, edits and leaves', { tag: '@daily' }, async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  await people.workspace(camille, 'Atelier');
  const page = await people.stranger('/login');
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.keyboard.type(camille.email);
  await tabTo(page, page.getByLabel('Mot de passe', { exact: true }));
  await page.keyboard.type(camille.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/workspaces');

  await tabTo(page, page.getByRole('navigation', { name: 'Workspaces' }).getByRole('link', { name: 'Atelier' }));
  await page.keyboard.press('Enter');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('Première ligne');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('seconde');
  await page.keyboard.press('Enter');
  await expect(saying(page, 'Première ligne')).toHaveAttribute('data-state', 'sent');
  await expect(composer(page)).toHaveValue('');

  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Modification d’un message')).toBeVisible();
  await expect(composer(page)).toHaveValue('Première ligne\nseconde');
  await page.keyboard.type(', corrigée');
  await page.keyboard.press('Enter');
  await expect(saying(page, 'seconde, corrigée').getByText('(modifié)')).toBeVisible();
  // The event of the edit comes before its answer.
  await expect(composer(page)).toHaveValue('');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.type(' encore');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Modification d’un message')).toBeHidden();
  await expect(composer(page)).toHaveValue('');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('   ');
  await page.keyboard.press('Enter');
  await expect(messages(page)).toHaveCount(1);

  // In the list, arrows move and Escape returns to the composer.
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Un autre');
  await page.keyboard.press('Enter');
  await expect(messages(page)).toHaveCount(2);
  await messages(page).last().focus();
  await page.keyboard.press('ArrowUp');
  await expect(messages(page).first()).toBeFocused();
  await page.keyboard.press('e');
  await expect(composer(page)).toHaveValue('Première ligne\nseconde, corrigée');
  await page.keyboard.press('Escape');
  await expect(composer(page)).toBeFocused();

  const card = page.getByRole('button', { name: /Camille Moreau/ }).first();
  await card.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Déconnexion' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => [localStorage.getItem('token'), document.cookie])).toEqual([null, '']);
});

test('A layer opened while the channel loads stays open: the composer does not take its focus', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path } = await people.workspace(camille, 'Atelier');
  let answer = () => {};
  const asked = new Promise<void>(resolve => {
    answer = resolve;
  });
  const page = await people.open(camille, path, {}, page =>
    page.route(/\/api\/boot(\?|$)/, async route => {
      await asked;
      await route.continue();
    }),
  );
  await page.getByRole('button', { name: /^Boîte de réception/ }).click();
  const inbox = page.getByRole('dialog', { name: 'Boîte de réception' });
  answer();
  await expect(composer(page)).toBeEditable();
  await settled(page);
  await expect(inbox).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(inbox).toBeHidden();
});

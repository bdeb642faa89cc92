import type { Page } from '@playwright/test';
import { dialog, expect, still as test, told } from '../support/test.ts';

const question = (page: Page) => dialog(page, 'Quitter sans enregistrer\u202f?');

test('settings that are not saved ask before they go: by a link, by « back », by closing the tab', async ({
  people,
}) => {
  const camille = await people.register('Camille', 'Moreau');
  const { workspace, path } = await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, path);
  const settings = `/settings/workspace/${workspace._id}`;
  await page.getByRole('button', { name: 'Menu d’Atelier' }).click();
  await page.getByRole('menuitem', { name: 'Paramètres' }).click();
  const name = page.getByLabel('Nom du serveur');
  await name.fill('Atelier Tilleul');
  // Their bar stays at the foot of the window, above a form that is longer.
  await expect(page.getByRole('button', { name: 'Supprimer le serveur' })).not.toBeInViewport();
  await expect(page.getByRole('button', { name: 'Enregistrer' })).toBeInViewport({ ratio: 1 });

  const roles = page.getByRole('link', { name: 'Rôles' });
  await roles.click();
  await question(page).getByRole('button', { name: 'Continuer à modifier' }).click();
  await expect(page).toHaveURL(settings);
  await expect(name).toHaveValue('Atelier Tilleul');
  await expect(roles).toBeFocused();

  await page.goBack();
  await expect(question(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(settings);
  await expect(name).toHaveValue('Atelier Tilleul');

  const asked = page.waitForEvent('dialog');
  const closed = page.close({ runBeforeUnload: true });
  const beforeUnload = await asked;
  expect(beforeUnload.type()).toBe('beforeunload');
  await beforeUnload.dismiss();
  await closed;

  await roles.click();
  await question(page).getByRole('button', { name: 'Quitter' }).click();
  await expect(page.getByRole('heading', { name: 'Gestion des rôles' })).toBeVisible();

  // Without changes, no question is asked.
  await page.getByRole('link', { name: 'Général' }).click();
  await expect(name).toHaveValue('Atelier');
  await name.fill('Atelier Tilleul');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await told(page, 'Succès Les paramètres ont été enregistrés.');
  await roles.click();
  await expect(page.getByRole('heading', { name: 'Gestion des rôles' })).toBeVisible();
});

test('a role that is being changed asks before a press outside or Escape loses it', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { workspace } = await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, `/settings/workspace/${workspace._id}/roles`);
  const edit = page.getByRole('button', { name: 'Modifier Créateur' });
  await edit.click();
  const name = page.getByLabel('Nom du rôle');
  await name.fill('Direction');
  await page.keyboard.press('Escape');
  await question(page).getByRole('button', { name: 'Continuer à modifier' }).click();
  await expect(name).toHaveValue('Direction');
  await expect(question(page)).toHaveCount(0);
  // A press counts as outside once the dialog below the question hears presses again: a moment after it is drawn so.
  await expect(async () => {
    await page.mouse.click(5, 5);
    await expect(question(page)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await question(page).getByRole('button', { name: 'Quitter' }).click();
  await expect(name).toHaveCount(0);
  await expect(edit).toBeFocused();
  await edit.click();
  await page.keyboard.press('Escape');
  await expect(name).toHaveCount(0);
  await expect(question(page)).toHaveCount(0);
});

test('« Renommer » has the focus on the name at every opening', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path } = await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, path);
  const channel = page.getByRole('region', { name: 'Navigation' }).getByRole('link', { name: 'général' });
  for (let opening = 0; opening < 3; opening += 1) {
    await channel.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Renommer' }).click();
    await expect(page.getByLabel('Nom du salon')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('Nom du salon')).toHaveCount(0);
    await expect(channel).toBeFocused();
  }
});

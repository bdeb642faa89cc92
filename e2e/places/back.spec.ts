import { devices, type Page } from '@playwright/test';
import { channelLink, composer, dialog, expect, saying, test } from '../support/test.ts';

const phone = { ...devices['Pixel 5'], viewport: { width: 390, height: 844 } };
const list = (page: Page) => page.getByRole('dialog', { name: 'Navigation' });
const back = (page: Page) => page.evaluate(() => history.back());

test('The phone’s « back » closes open layers from the top before it leaves the page', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path } = await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, '/workspaces', phone);
  await page.getByRole('main').getByRole('link', { name: 'Atelier' }).click();
  await expect(page).toHaveURL(path);
  await expect(composer(page)).toBeVisible();

  // The list, a dialog above it, and back twice.
  await page.getByRole('button', { name: 'Retour à la liste' }).click();
  await list(page).getByRole('button', { name: 'Créer un salon' }).click();
  await expect(dialog(page, 'Créer un salon')).toBeVisible();
  await back(page);
  await expect(dialog(page, 'Créer un salon')).toHaveCount(0);
  await expect(list(page)).toBeVisible();
  await back(page);
  await expect(list(page)).toHaveCount(0);
  await expect(page).toHaveURL(path);

  // The members, and a person's card.
  await page.getByRole('button', { name: 'Afficher les membres' }).click();
  await page.getByRole('button', { name: /Camille Moreau/ }).click();
  await expect(page.getByRole('dialog', { name: 'Profil de Camille Moreau' })).toBeVisible();
  await back(page);
  await expect(page.getByRole('dialog', { name: 'Profil de Camille Moreau' })).toHaveCount(0);
  await back(page);
  await expect(page.getByRole('dialog', { name: 'Membres' })).toHaveCount(0);

  // A message's menu.
  await composer(page).fill('Bonjour');
  await page.getByRole('button', { name: 'Envoyer' }).click();
  await expect(saying(page, 'Bonjour')).toHaveAttribute('data-state', 'sent');
  await saying(page, 'Bonjour').click({ button: 'right' });
  await expect(page.getByRole('menu', { name: 'Actions sur le message' })).toBeVisible();
  await back(page);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page).toHaveURL(path);

  // The inbox, closed by its button: its history entry is skipped.
  await page.getByRole('button', { name: 'Boîte de réception' }).click();
  await expect(page.getByText('Vous avez tout lu ! 🎉')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Vous avez tout lu ! 🎉')).toHaveCount(0);
  await back(page);
  await expect(page).toHaveURL('/workspaces');
});

test('The phone’s « back » leaves a place chosen in the list in one step', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path, workspace } = await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, path, phone);
  await page.getByRole('button', { name: 'Retour à la liste' }).click();
  await list(page).getByRole('button', { name: 'Menu d’Atelier' }).click();
  await page.getByRole('menuitem', { name: 'Paramètres' }).click();
  await expect(page).toHaveURL(`/settings/workspace/${workspace._id}`);
  await expect(list(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Ouvrir le panneau' }).click();
  await list(page).getByRole('link', { name: 'Rôles' }).click();
  await expect(page.getByRole('heading', { name: 'Gestion des rôles' })).toBeVisible();
  await back(page);
  await expect(page).toHaveURL(path);
  await expect(channelLink(page, 'général')).toHaveCount(0);
  await expect(composer(page)).toBeVisible();
});

import { devices, type Page } from '@playwright/test';
import { barriers } from '../support/axe.ts';
import { smallTargets } from '../support/targets.ts';
import { composer, dialog, expect, saying, test } from '../support/test.ts';

const phone = { ...devices['Pixel 5'], viewport: { width: 390, height: 844 } };
const bar = (page: Page) => page.getByRole('navigation', { name: 'Onglets' });
const channel = (page: Page) => page.getByRole('region', { name: 'Salons' }).getByRole('link', { name: 'général' });
const back = (page: Page) => page.evaluate(() => history.back());
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** The router's index of the page's entry in the history. */
const entry = (page: Page) => expect.poll(() => page.evaluate(() => history.state.idx));

async function choose(page: Page, menu: string, item: string): Promise<void> {
  await press(page, menu);
  await page.getByRole('menuitem', { name: item }).click();
}

test('The phone’s « back » closes open layers from the top before it leaves the page', { tag: '@daily' }, async ({
  people,
}) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path, workspace } = await people.workspace(camille, 'Atelier');
  const list = `/workspace/${workspace._id}`;
  const page = await people.open(camille, '/workspaces', phone);
  await page.getByRole('main').getByRole('link', { name: 'Atelier' }).click();
  await expect(page).toHaveURL(path);
  await expect(composer(page)).toBeVisible();

  // A dialog above the list.
  await press(page, 'Retour à la liste');
  await expect(page).toHaveURL(list);
  await press(page, 'Créer un salon');
  await expect(dialog(page, 'Créer un salon')).toBeVisible();
  await back(page);
  await expect(dialog(page, 'Créer un salon')).toHaveCount(0);
  await expect(page).toHaveURL(list);

  // The members, and a person's card.
  await channel(page).click();
  await choose(page, 'Actions du salon', 'Afficher les membres');
  await page.getByRole('button', { name: /Camille Moreau/ }).click();
  await expect(page.getByRole('dialog', { name: 'Profil de Camille Moreau' })).toBeVisible();
  await back(page);
  await expect(page.getByRole('dialog', { name: 'Profil de Camille Moreau' })).toHaveCount(0);
  await back(page);
  await expect(page.getByRole('dialog', { name: 'Membres' })).toHaveCount(0);

  // A message's menu.
  await composer(page).fill('Bonjour');
  await press(page, 'Envoyer');
  await expect(saying(page, 'Bonjour')).toHaveAttribute('data-state', 'sent');
  await saying(page, 'Bonjour').click({ button: 'right' });
  await expect(page.getByRole('menu', { name: 'Actions sur le message' })).toBeVisible();
  await back(page);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page).toHaveURL(path);

  // The pinned messages, closed by a key: their history entry is skipped.
  await choose(page, 'Actions du salon', 'Messages Épinglés');
  await expect(dialog(page, 'Messages Épinglés')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page, 'Messages Épinglés')).toHaveCount(0);
  await back(page);
  await expect(page).toHaveURL(list);
  await back(page);
  await expect(page).toHaveURL('/workspaces');
});

test('A phone’s pages lead down to a place and up again, and never down by « back »', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { path, workspace } = await people.workspace(camille, 'Atelier');
  const list = `/workspace/${workspace._id}`;
  const settings = `/settings/workspace/${workspace._id}`;
  const page = await people.open(camille, path, phone);
  await expect(composer(page)).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  // Opened by its address, the place has no entry before: its list takes its place.
  await press(page, 'Retour à la liste');
  await expect(page).toHaveURL(list);
  await entry(page).toBe(0);
  await channel(page).click();
  await expect(composer(page)).toBeVisible();
  await press(page, 'Retour à la liste');
  await expect(page).toHaveURL(list);
  await entry(page).toBe(0);
  await expect(channel(page)).toBeFocused();
  expect(await barriers(page)).toEqual([]);
  await expect.poll(() => smallTargets(page)).toEqual([]);

  await choose(page, 'Menu d’Atelier', 'Paramètres');
  await expect(page).toHaveURL(`${settings}/sections`);
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Rôles' }).click();
  await expect(page.getByRole('heading', { name: 'Gestion des rôles' })).toBeVisible();
  await press(page, 'Retour aux sections');
  await press(page, 'Retour au workspace');
  await expect(page).toHaveURL(list);
  await entry(page).toBe(0);

  await bar(page).getByRole('link', { name: 'Moi' }).click();
  await expect(page.getByRole('heading', { name: 'Camille Moreau' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await expect.poll(() => smallTargets(page)).toEqual([]);
  await bar(page).getByRole('button', { name: 'Boîte de réception' }).click();
  await expect(page.getByText('Vous avez tout lu ! 🎉')).toBeVisible();
  await back(page);
  await expect(page.getByText('Vous avez tout lu ! 🎉')).toHaveCount(0);
  await bar(page).getByRole('link', { name: 'Messages' }).click();
  await expect(page.getByText("Vous n'avez pas de conversation !!", { exact: true })).toBeVisible();

  // The keyboard of a phone leaves the page this height.
  await page.goto('/workspaces');
  await expect(bar(page)).toBeInViewport({ ratio: 1 });
  await page.getByRole('searchbox').focus();
  await page.setViewportSize({ width: 390, height: 420 });
  await expect(bar(page)).toBeHidden();
  await page.setViewportSize(phone.viewport);
  await expect(bar(page)).toBeInViewport({ ratio: 1 });
});

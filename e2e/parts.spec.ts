import type { Page } from '@playwright/test';
import { channelLink, composer, dialog, expect, say, saying, settled, still as test } from './support/test.ts';

/** Parts of the page that are fetched when they are first asked for, when they cannot be. */

const banner = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const choose = async (page: Page, entry: string) => {
  await page.getByRole('button', { name: 'Menu de Atelier' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

async function inAtelier(people: Parameters<Parameters<typeof test>[2]>[0]['people']) {
  const camille = await people.register('Camille', 'Moreau');
  const { workspace, path } = await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, path);
  await say(page, 'Bonjour');
  await expect(saying(page, 'Bonjour')).toHaveAttribute('data-state', 'sent');
  await settled(page);
  return { camille, page, path, settings: `/settings/workspace/${workspace._id}` };
}

test('without a connection the page stays, says what will open, and opens it once it is back', async ({ people }) => {
  const { page, path, settings } = await inAtelier(people);
  await page.context().setOffline(true);
  await choose(page, 'Paramètres');
  await expect(
    banner(page, 'Vous êtes hors ligne\u00a0: les paramètres s’ouvriront dès le retour de la connexion.'),
  ).toBeVisible();
  await expect(saying(page, 'Bonjour')).toBeVisible();
  await expect(page).toHaveURL(path);
  await page.context().setOffline(false);
  await expect(page).toHaveURL(settings);
  await expect(page.getByLabel('Nom du serveur')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Rôles' })).toBeVisible();
});

test('on a phone it is said over the list, from which it was asked for', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { workspace, path } = await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, path, { viewport: { width: 390, height: 844 } });
  await settled(page);
  await page.getByRole('button', { name: 'Retour à la liste' }).click();
  await page.context().setOffline(true);
  await choose(page, 'Paramètres');
  const said = page.getByRole('dialog').getByRole('status').filter({ hasText: 'les paramètres s’ouvriront' });
  await expect(said).toBeInViewport({ ratio: 1 });
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/awaited-phone.png` });
  await page.context().setOffline(false);
  await expect(page).toHaveURL(`/settings/workspace/${workspace._id}`);
});

test('what is no longer wanted is no longer spoken of, and a dialog that was opens by itself', async ({ people }) => {
  const { page, path } = await inAtelier(people);
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Découvrir' }).first().click();
  await expect(banner(page, 'la page des workspaces s’ouvrira')).toBeVisible();
  // Going on where one is.
  await channelLink(page, 'général').click();
  await expect(banner(page, 'Vos messages partiront dès le retour de la connexion.')).toBeVisible();
  await choose(page, 'Inviter un ami');
  await expect(banner(page, 'l’invitation s’ouvrira')).toBeVisible();
  await composer(page).fill('Encore là');
  await page.context().setOffline(false);
  await expect(dialog(page)).toBeVisible();
  await expect(page).toHaveURL(path);
});

test('after an upgrade, a part that has another name is fetched by one reload that leads where one was going', async ({
  people,
}) => {
  people.expectRefused(/404 GET \/assets\//);
  const { page, settings } = await inAtelier(people);
  await composer(page).fill('Un brouillon');
  // What writing fetches is there: of the names of an older version, which are all that this page knows, one is asked for.
  await settled(page);
  let documents = 0;
  // It is asked for as soon as one points at what opens it: that it is not there is known once one has pressed.
  let press = () => {};
  const pressed = new Promise<void>(resolve => {
    press = resolve;
  });
  await page.route('**/assets/*', async route => {
    if (documents > 0) return route.continue();
    await pressed;
    await route.fulfill({ status: 404, contentType: 'text/plain', body: '' });
  });
  page.on('request', request => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await choose(page, 'Paramètres');
  press();
  await expect(page.getByLabel('Nom du serveur')).toBeVisible();
  await expect(page).toHaveURL(settings);
  expect(documents).toBe(1);
  await page.getByRole('button', { name: 'Retour au workspace' }).click();
  await expect(composer(page)).toHaveValue('Un brouillon');
});

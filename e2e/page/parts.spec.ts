import { api } from '@palabre/common/contract/index.ts';
import type { Page } from '@playwright/test';
import { channelLink, composer, dialog, expect, say, saying, settled, still as test, told } from '../support/test.ts';

/** Journeys in which lazily loaded parts of the page cannot be fetched. */

const banner = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const choose = async (page: Page, entry: string) => {
  await page.getByRole('button', { name: 'Menu d’Atelier' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

async function inAtelier(people: Parameters<Parameters<typeof test>[2]>[0]['people']) {
  const camille = await people.register('Camille', 'Moreau');
  const { workspace, welcome, path } = await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, path);
  await say(page, 'Bonjour');
  await expect(saying(page, 'Bonjour')).toHaveAttribute('data-state', 'sent');
  await settled(page);
  return { page, path, workspace, welcome, settings: `/settings/workspace/${workspace._id}` };
}

test('A lazy part that cannot load offline is announced, and opens once the connection is back', async ({ people }) => {
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

test('A lazy part that cannot load is announced, on a phone, above the list that requested it', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { workspace, path } = await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, path, { viewport: { width: 390, height: 844 } });
  await settled(page);
  await page.getByRole('button', { name: 'Retour à la liste' }).click();
  await page.context().setOffline(true);
  await choose(page, 'Paramètres');
  const said = banner(page, 'les paramètres s’ouvriront');
  await expect(said).toBeInViewport({ ratio: 1 });
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/awaited-phone.png` });
  await page.context().setOffline(false);
  await expect(page).toHaveURL(`/settings/workspace/${workspace._id}/sections`);
  await expect(page.getByRole('link', { name: 'Rôles' })).toBeVisible();
});

test('A lazy part no longer wanted is no longer announced, and a wanted dialog opens by itself', async ({ people }) => {
  const { page, path } = await inAtelier(people);
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Découvrir' }).first().click();
  await expect(banner(page, 'la page des workspaces s’ouvrira')).toBeVisible();
  // The user stays on the page.
  await channelLink(page, 'général').click();
  await expect(banner(page, 'Vos messages partiront dès le retour de la connexion.')).toBeVisible();
  await choose(page, 'Inviter un ami');
  await expect(banner(page, 'l’invitation s’ouvrira')).toBeVisible();
  await composer(page).fill('Encore là');
  await page.context().setOffline(false);
  await expect(dialog(page)).toBeVisible();
  await expect(page).toHaveURL(path);
});

test('A lazy part renamed by an upgrade is loaded by one reload that leads to the wanted page', async ({ people }) => {
  people.expectRefused(/404 GET \/assets\//);
  const { page, settings } = await inAtelier(people);
  await composer(page).fill('Un brouillon');
  // The composer's parts are loaded: one more part is requested under the old version's names, the only ones that this
  // page knows.
  await settled(page);
  let documents = 0;
  // Hovering the opener requests the part; the failure is known after the press.
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

/** Renames the page's parts on the server, as an upgrade does; parts already loaded remain. */
async function upgraded(page: Page) {
  const missed: string[] = [];
  let loads = 0;
  page.on('request', request => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.route('**/assets/*', async route => {
    if (loads > 0) return route.continue();
    missed.push(new URL(route.request().url()).pathname);
    await route.fulfill({ status: 404, contentType: 'text/plain', body: '' });
  });
  return { missed, loads: () => loads };
}

test('A page older than an upgrade stays while the user points, types and reads; a press reloads it', async ({
  people,
}) => {
  people.expectRefused(/404 GET \/assets\//);
  const { page, workspace, welcome } = await inAtelier(people);
  const karim = await people.register('Karim', 'Benali');
  await karim.client.ok(api.workspaces.join, { params: { id: workspace._id } });
  const { message } = await karim.client.ok(api.messages.send, {
    body: { channelId: welcome._id, conversationId: null, content: 'Qui vient ?' },
  });
  await karim.client.ok(api.reactions.add, { params: { id: message._id }, body: { reaction: '👍' } });
  const chip = saying(page, 'Qui vient ?').getByRole('button', { name: /👍/ });
  await expect(chip).toBeVisible();
  await settled(page);
  const { missed, loads } = await upgraded(page);
  const asked = (part: string) => expect.poll(() => missed.some(name => name.includes(`/${part}-`))).toBe(true);

  await chip.hover();
  await asked('names');
  await expect(page.locator('[role="tooltip"]')).toHaveText('1 personne');
  await composer(page).fill('');
  await composer(page).pressSequentially('@Kar');
  await asked('CompletionList');
  const form = new FormData();
  form.set('channelId', welcome._id);
  form.set('content', 'Le plan');
  form.set('fileAttachments', new Blob(['a,b'], { type: 'text/csv' }), 'plan.csv');
  const sent = await fetch(`${people.url}/api/message`, {
    method: 'POST',
    headers: { authorization: `Bearer ${karim.client.token}` },
    body: form,
  });
  expect(sent.status).toBe(201);
  await asked('MessageFiles');
  await expect(saying(page, 'Le plan').getByRole('link', { name: 'plan.csv' })).toBeVisible();
  await composer(page).fill('Un brouillon');
  expect(loads()).toBe(0);

  await page.getByRole('button', { name: 'Ajouter un emoji' }).click();
  await expect.poll(loads).toBe(1);
  await expect(composer(page)).toHaveValue('Un brouillon');
  await expect(saying(page, 'Le plan').getByRole('link', { name: /plan\.csv/ })).toBeVisible();
});

test('A form being filled in survives an upgrade, and the page says why a part does not open', async ({ people }) => {
  people.expectRefused(/404 GET \/assets\//);
  const page = await people.stranger('/register');
  await page.getByLabel('Prénom').fill('Camille');
  const { missed, loads } = await upgraded(page);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choisir une image' }).click();
  await (await chooser).setFiles({ name: 'moi.png', mimeType: 'image/png', buffer: Buffer.from('png') });
  await told(page, 'Palabre a été mis à jour. Finissez ce que vous écrivez, puis rechargez la page.');
  expect(missed.some(name => name.includes('/CropDialog-'))).toBe(true);
  await expect(page.getByLabel('Prénom')).toHaveValue('Camille');
  expect(loads()).toBe(0);
});

test('A profile being edited survives an upgrade; once saved, a press reloads the page', async ({ people }) => {
  people.expectRefused(/404 GET \/assets\//);
  const camille = await people.register('Camille', 'Moreau');
  const page = await people.open(camille, '/profile');
  const job = page.getByLabel('Poste');
  await expect(job).toBeEnabled();
  await settled(page);
  const { loads } = await upgraded(page);
  const choosePicture = async () => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choisir une image' }).click();
    await (await chooser).setFiles({ name: 'moi.png', mimeType: 'image/png', buffer: Buffer.from('png') });
  };
  await job.fill('Maçonne');
  await choosePicture();
  await told(page, 'Palabre a été mis à jour. Finissez ce que vous écrivez, puis rechargez la page.');
  await expect(job).toHaveValue('Maçonne');
  expect(loads()).toBe(0);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await told(page, 'Profil mis à jour avec succès');
  await expect(job).toHaveValue('Maçonne');
  await choosePicture();
  await expect.poll(loads).toBe(1);
  await expect(job).toHaveValue('Maçonne');
});

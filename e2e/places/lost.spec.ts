import { api } from '@palabre/common/contract/index.ts';
import type { Page } from '@playwright/test';
import { deafToSocieties } from '../support/deaf.ts';
import {
  composer,
  dialog,
  expect,
  hear,
  say,
  saying,
  settled,
  still as test,
  told,
  watchQuiet,
} from '../support/test.ts';

const gone = 'Information\u00a0: Vous ne faites plus partie de ce workspace.';

/** Records every address of the page from now on. */
function followed(page: Page): string[] {
  const addresses: string[] = [];
  page.on('framenavigated', frame => addresses.push(new URL(frame.url()).pathname));
  return addresses;
}

test('Leaving a workspace leads to the workspaces, straight and without a warning', async ({ people }) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { workspace } = await people.workspace(camille, 'Atelier', karim);
  const { channel } = await camille.client.ok(api.channels.create, {
    body: { title: 'chantier', workspaceId: workspace._id },
  });
  const page = await people.open(karim, `/workspace/${workspace._id}/channel/${channel._id}`);
  await expect(composer(page)).toBeVisible();
  // Waits for the refetches of the connection, which would be refused after the departure.
  await settled(page);
  const [said, addresses] = [await hear(page), followed(page)];
  await page.getByRole('button', { name: 'Menu d’Atelier' }).click();
  await page.getByRole('menuitem', { name: 'Quitter le serveur' }).click();
  await dialog(page, 'Quitter Atelier\u202f?').getByRole('button', { name: 'Quitter' }).click();
  await expect(page.getByText('Aucun workspace', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/workspaces');
  expect(addresses).toEqual(['/workspaces']);
  expect(await said()).toEqual([]);
});

test('A member kicked or banned while viewing a workspace is led out, and gets no more events', async ({ people }) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const title = `Cabinet ${Date.now()}`;
  const { path, welcome } = await people.workspace(camille, title, karim);
  const [a, b] = [await people.open(camille, path), await people.open(karim, path)];
  await say(a, 'Bonjour');
  await expect(saying(b, 'Bonjour')).toBeVisible();
  // Waits until the arriving member has moved up in the list, away from the pointer.
  await expect(a.getByText('En ligne – 2')).toBeVisible();
  const member = a.getByRole('button', { name: /Karim Benali/ });

  const join = async () => {
    await b.getByLabel('Rechercher un workspace').fill(title);
    // Once the others are gone: a press while cards come and go is on none of them.
    await expect(b.getByRole('article')).toHaveCount(1);
    await b.getByRole('button', { name: `Rejoindre ${title}` }).click();
  };

  await member.click({ button: 'right' });
  await a.getByRole('menuitem', { name: 'Exclure' }).click();
  await a.getByRole('alertdialog').getByRole('button', { name: 'Exclure' }).click();
  await expect(b).toHaveURL('/workspaces');
  await told(b, 'Vous ne faites plus partie de ce workspace.');
  await expect(b.getByText('Aucun workspace', { exact: true })).toBeVisible();
  await expect(member).toHaveCount(0);
  await say(a, 'Sans lui');

  // A kicked member may come back. Other journeys’ workspaces may fill the first page.
  await join();
  await expect(b).toHaveURL(path);
  await expect(saying(b, 'Sans lui')).toBeVisible();
  await composer(b).fill('En train d’écrire');

  await member.click({ button: 'right' });
  await a.getByRole('menuitem', { name: 'Bannir' }).click();
  await a.getByRole('alertdialog').getByRole('button', { name: 'Bannir' }).click();
  await expect(b).toHaveURL('/workspaces');
  const refused = await karim.client.call(api.messages.send, { body: { channelId: welcome._id, content: 'Encore' } });
  expect(refused.status).toBe(404);
  // A banned member may not.
  people.expectRefused(/403 PUT .*\/join/);
  people.expectRefused(/40[34] GET \/api\/(workspace\/|message\/paginated)/);
  await join();
  await told(b, 'Vous avez été banni de ce workspace.');
  await b.goto(path);
  await expect(b.getByRole('log')).toHaveCount(0);
  await expect(b.getByText('Bonjour')).toHaveCount(0);

  // Users cannot kick or ban themselves.
  await a.getByRole('button', { name: /Camille Moreau \(vous\)/ }).click({ button: 'right' });
  await expect(a.getByRole('menuitem')).toHaveText(['Voir le profil']);
});

test('a kick, a ban, and the end of the workspace are each said once, whatever page is open', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const karim = await people.register('Karim', 'Benali');
  for (const [how, where] of [
    ['remove', 'channel'],
    ['kick', 'settings'],
    ['ban', 'roles'],
  ] as const) {
    const { workspace, path } = await people.workspace(camille, `Atelier ${how}`, karim);
    const params = { id: workspace._id };
    await camille.client.ok(api.roles.create, {
      body: { name: 'Adjoint', workspaceId: workspace._id, creator: true, users: [karim.user._id] },
    });
    const settings = `/settings/workspace/${workspace._id}`;
    const page = await people.open(karim, { channel: path, settings, roles: `${settings}/roles` }[where]);
    const shown = { channel: 'En ligne – 1', settings: 'Nom du serveur', roles: 'Adjoint' }[where];
    await expect(page.getByText(shown).first()).toBeVisible();
    const [said, addresses] = [await hear(page), followed(page)];
    if (where === 'settings') await page.getByLabel('Nom du serveur').fill('Un nom que je voulais');
    if (how === 'remove') await camille.client.ok(api.workspaces.remove, { params });
    else await camille.client.ok(api.members[how], { params, body: { userId: karim.user._id } });
    await expect(page).toHaveURL('/workspaces');
    await told(page, 'Vous ne faites plus partie de ce workspace.');
    await expect(page.getByRole('heading', { name: 'Découvrir' })).toBeVisible();
    expect(await said()).toEqual([gone]);
    expect(addresses).toEqual(['/workspaces']);
    await expect(dialog(page)).toHaveCount(0);
    await page.close();
  }
});

test('a right to the settings that goes is said once, and leads back to the workspace', async ({ people }) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { workspace, path } = await people.workspace(camille, 'Atelier', karim);
  const { role } = await camille.client.ok(api.roles.create, {
    body: { name: 'Adjoint', workspaceId: workspace._id, creator: true, users: [karim.user._id] },
  });
  for (const section of ['', '/channels', '/invites', '/members', '/roles']) {
    const page = await people.open(karim, `/settings/workspace/${workspace._id}${section}`);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    const said = await hear(page);
    await camille.client.ok(api.roles.update, { params: { id: role._id }, body: { users: [] } });
    await expect(page).toHaveURL(path);
    await expect(composer(page)).toBeVisible();
    expect(await said()).toEqual(['Erreur\u00a0: Vous n’avez plus accès aux paramètres de ce workspace.']);
    await page.close();
    await camille.client.ok(api.roles.update, { params: { id: role._id }, body: { users: [karim.user._id] } });
  }
});

/** Records the refused requests of a page from now on. */
function refused(page: Page): string[] {
  const calls: string[] = [];
  page.on('response', response => {
    if (response.status() >= 400) calls.push(new URL(response.url()).pathname.replaceAll(/[0-9a-f-]{36}/g, 'ID'));
  });
  return calls;
}

const nowhere = '0190f000-0000-7000-8000-000000000000';

test('a workspace that does not exist is a page, one refused call, and nothing else', async ({ people }) => {
  people.expectRefused(/404 GET \/api\/workspace/);
  const camille = await people.register('Camille', 'Moreau');
  const { path } = await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, path, {}, deafToSocieties);
  await expect(composer(page)).toBeVisible();
  const calls = refused(page);
  for (const address of [
    `/workspace/${nowhere}`,
    `/settings/workspace/${nowhere}`,
    `/workspace/${nowhere}/channel/${nowhere}`,
  ]) {
    calls.length = 0;
    await page.goto(address);
    await expect(page.getByText('Ce workspace est introuvable')).toBeVisible();
    await settled(page);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.locator('[data-alerts] li')).toHaveCount(0);
    expect(calls).toEqual(['/api/workspace/ID']);
  }
});

test('An address opened by a login is checked before its contents are requested', async ({ people }) => {
  people.expectRefused(/404 GET \/api\/workspace/);
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { path } = await people.workspace(camille, 'Atelier');
  const page = await people.stranger(path);
  const [calls, quiet] = [refused(page), watchQuiet(page)];
  await page.getByLabel('E-mail').fill(karim.email);
  await page.getByRole('textbox', { name: 'Mot de passe' }).fill(karim.password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByRole('button', { name: 'Rejoindre Atelier' })).toBeVisible();
  await quiet();
  expect(calls).toEqual([]);
});

test('A channel that the user may not see, or no longer, leads to the welcome channel after one refused call', async ({
  people,
}) => {
  people.expectRefused(/404 GET \/api\/message/);
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { workspace, path } = await people.workspace(camille, 'Atelier', karim);
  const { channel } = await camille.client.ok(api.channels.create, {
    body: { title: 'direction', workspaceId: workspace._id },
  });
  await camille.client.ok(api.messages.send, { body: { channelId: channel._id, content: 'Lu' } });
  const page = await people.open(karim, `/workspace/${workspace._id}/channel/${channel._id}`);
  // The device keeps the read position.
  await expect(saying(page, 'Lu')).toBeVisible();
  await page.goto('/workspaces');
  await camille.client.ok(api.channels.update, { params: { id: channel._id }, body: { visibility: 'private' } });
  const calls = refused(page);
  for (const id of [channel._id, nowhere]) {
    calls.length = 0;
    await page.goto(`/workspace/${workspace._id}/channel/${id}`);
    await expect(page).toHaveURL(path);
    await expect(composer(page)).toBeVisible();
    await settled(page);
    await expect(page.locator('[data-alerts] li')).toHaveCount(0);
    // For a channel with kept messages, the changes are requested.
    expect(calls).toEqual([expect.stringMatching(/^\/api\/message\/(paginated|changes)$/)]);
  }
});

test('a workspace lost while offline is said once, after one refused call at most', async ({ people }) => {
  people.expectRefused(/404 GET \/api\/message/);
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  for (const where of ['channel', 'settings'] as const) {
    const { workspace, path } = await people.workspace(camille, `Atelier ${where}`, karim);
    await camille.client.ok(api.roles.create, {
      body: { name: 'Adjoint', workspaceId: workspace._id, creator: true, users: [karim.user._id] },
    });
    const page = await people.open(karim, path);
    await expect(composer(page)).toBeVisible();
    if (where === 'settings') {
      await page.goto(`/settings/workspace/${workspace._id}/members`);
      await expect(page.getByText('Benali').first()).toBeVisible();
    }
    // Waits for pending requests, which would be repeated unchanged.
    await settled(page);
    const [said, calls, quiet] = [await hear(page), refused(page), watchQuiet(page)];
    await page.context().setOffline(true);
    await expect(page.getByText('Vous êtes hors ligne.')).toBeVisible();
    await camille.client.ok(api.members.kick, { params: { id: workspace._id }, body: { userId: karim.user._id } });
    await page.context().setOffline(false);
    await expect(page).toHaveURL('/workspaces');
    await quiet();
    expect(await said()).toEqual([gone]);
    expect(calls.length, calls.join(' ')).toBeLessThanOrEqual(1);
    await page.close();
  }
});

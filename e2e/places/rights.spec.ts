import { api } from '@palabre/common/contract/index.ts';
import { channelLink, composer, dialog, expect, hear, say, saying, still as test, told } from '../support/test.ts';

test('a right gained or lost changes the page of who is looking, without a reload', { tag: '@daily' }, async ({
  people,
}) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { workspace, path } = await people.workspace(camille, 'Atelier', karim);
  const page = await people.open(karim, path);
  const create = async (title: string, visibility: 'private' | 'protected') =>
    (await camille.client.ok(api.channels.create, { body: { title, visibility, workspaceId: workspace._id } })).channel;
  // A right just given may be gone when a place's unread state is requested or sent, or its members are requested.
  people.expectRefused(/404 (GET|PUT) .*\/unread\/place/);
  people.expectRefused(/404 GET .*\/members/);
  const hidden = await create('direction', 'private');
  const guarded = await create('annonces', 'protected');
  await camille.client.ok(api.messages.send, { body: { channelId: hidden._id, content: 'Entre nous' } });

  await expect(channelLink(page, 'annonces')).toBeVisible();
  await expect(channelLink(page, 'direction')).toHaveCount(0);
  await channelLink(page, 'annonces').click();
  const refusal = page.getByText('Vous pouvez lire ce salon, mais pas y écrire.');
  await expect(refusal).toBeVisible();
  await expect(composer(page)).toHaveCount(0);

  const { role } = await camille.client.ok(api.roles.create, {
    body: { name: 'Conduite', workspaceId: workspace._id, users: [karim.user._id], writableChannels: [guarded._id] },
  });
  await expect(composer(page)).toBeEnabled();
  await say(page, 'Je peux écrire');
  await expect(saying(page, 'Je peux écrire')).toHaveAttribute('data-state', 'sent');

  const give = (body: { visibleChannels?: string[]; writableChannels?: string[] }) =>
    camille.client.ok(api.roles.update, { params: { id: role._id }, body });
  await give({ visibleChannels: [hidden._id], writableChannels: [] });
  await expect(refusal).toBeVisible();
  await channelLink(page, 'direction').click();
  await expect(saying(page, 'Entre nous')).toBeVisible();
  await expect(refusal).toBeVisible();
  await give({ writableChannels: [hidden._id] });
  await expect(composer(page)).toBeEnabled();
  await composer(page).fill('En train d’écrire');
  await give({ visibleChannels: [], writableChannels: [] });

  await expect(page).toHaveURL(path);
  await told(page, 'Le salon #direction n’est plus accessible.');
  await expect(channelLink(page, 'direction')).toHaveCount(0);
  await expect(page.getByText('Entre nous')).toHaveCount(0);
  people.expectRefused(/404 GET .*\/(members|message\/paginated)/);
  await page.goto(`/workspace/${workspace._id}/channel/${hidden._id}`);
  await expect(page).toHaveURL(path);
});

test('a channel renamed or deleted by someone else changes the page of who is looking', async ({ people }) => {
  // The channel may be deleted while the page asks for its unread state.
  people.expectRefused(/404 GET .*\/unread\/place/);
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { workspace, path } = await people.workspace(camille, 'Atelier', karim);
  const [a, b] = [await people.open(camille, path), await people.open(karim, path)];
  await a.getByRole('button', { name: 'Créer un salon' }).click();
  const creation = dialog(a, 'Créer un salon');
  for (const text of [
    'Accessible à tous les membres.',
    'Requiert une autorisation pour accéder.',
    'Visible uniquement par les membres invités.',
  ]) {
    await expect(creation.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(creation.getByRole('button', { name: 'Créer' })).toBeDisabled();
  const name = creation.getByPlaceholder('Entrez le nom du salon');
  await name.fill('   ');
  await expect(creation.getByRole('button', { name: 'Créer' })).toBeDisabled();
  await name.fill('photos');
  await creation.getByRole('button', { name: 'Créer' }).click();
  await expect(composer(a)).toHaveAttribute('placeholder', 'Envoyer un message dans #photos');

  await channelLink(b, 'photos').click();
  await channelLink(a, 'photos').click({ button: 'right' });
  await a.getByRole('menuitem', { name: 'Renommer' }).click();
  const renaming = dialog(a, 'Renommer le salon');
  await renaming.getByLabel('Nom du salon').fill(' ');
  await renaming.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(renaming.getByText('Le nom ne peut pas être vide !', { exact: true })).toBeVisible();
  await renaming.getByLabel('Nom du salon').fill('images');
  await renaming.getByRole('button', { name: 'Enregistrer' }).click();
  await told(a, 'Modifié ! Le nom du salon a été mis à jour.');
  await expect(composer(b)).toHaveAttribute('placeholder', 'Envoyer un message dans #images');

  await composer(b).fill('En train d’écrire');
  await channelLink(a, 'images').click({ button: 'right' });
  await a.getByRole('menuitem', { name: 'Supprimer' }).click();
  const sure = dialog(a, 'Êtes-vous sûr ?');
  await expect(sure.getByText('Cette action est irréversible !', { exact: true })).toBeVisible();
  const said = await hear(b);
  await sure.getByRole('button', { name: 'Oui, supprimer' }).click();
  await expect(b).toHaveURL(path);
  expect(await said()).toEqual(['Attention\u00a0: Le salon #images n’est plus accessible.']);
  await expect(a.getByText('Le channel a été supprimée.', { exact: true })).toBeVisible();
  await expect(a).toHaveURL(path);
  await expect(channelLink(b, 'images')).toHaveCount(0);

  // Deleted while disconnected: the page recovers by itself once connected.
  people.expectRefused(/404 GET .*\/(message\/changes|members)/);
  const { channel } = await camille.client.ok(api.channels.create, {
    body: { title: 'éphémère', workspaceId: workspace._id },
  });
  await channelLink(b, 'éphémère').click();
  await expect(composer(b)).toHaveAttribute('placeholder', 'Envoyer un message dans #éphémère');
  await b.context().setOffline(true);
  await expect(b.getByText(/^Vous êtes hors ligne/)).toBeVisible();
  await camille.client.ok(api.channels.remove, { params: { id: channel._id } });
  await b.context().setOffline(false);
  await expect(b).toHaveURL(path);
  await expect(b.getByText(/^Vous êtes hors ligne|Mise à jour des messages/)).toHaveCount(0);
  await say(b, 'Toujours là');
  await expect(saying(b, 'Toujours là')).toHaveAttribute('data-state', 'sent');
});

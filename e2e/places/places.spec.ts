import { api } from '@palabre/common/contract/index.ts';
import { paths } from '../../web/platform/address/paths.ts';
import {
  channelLink,
  composer,
  dialog,
  expect,
  hear,
  type People,
  say,
  saying,
  still as test,
  told,
} from '../support/test.ts';

const two = (people: People) => Promise.all([people.register('Camille', 'Moreau'), people.register('Karim', 'Benali')]);

test('people are let into a private channel and taken out of it, and both pages follow', async ({ people }) => {
  const [camille, karim] = await two(people);
  const { workspace, path } = await people.workspace(camille, 'Atelier', karim);
  const body = { title: 'direction', visibility: 'private' as const, workspaceId: workspace._id };
  await camille.client.ok(api.channels.create, { body });
  people.expectRefused(/404 (GET|PUT) .*\/(unread\/place|members|message\/paginated)/);
  const [a, b] = [await people.open(camille, path), await people.open(karim, path)];
  await expect(channelLink(b, 'direction')).toHaveCount(0);

  await channelLink(a, 'direction').click({ button: 'right' });
  await a.getByRole('menuitem', { name: 'Ajouter des personnes' }).click();
  const chosen = dialog(a, 'Personnes de #direction');
  await expect(chosen.getByRole('checkbox', { name: /Camille Moreau.*Propriétaire/ })).toBeDisabled();
  await expect(chosen.getByRole('button', { name: 'Enregistrer' })).toBeDisabled();
  await chosen.getByLabel('Rechercher un membre').fill('karim');
  await chosen.getByText('Karim Benali').click();
  await chosen.getByRole('button', { name: 'Enregistrer' }).click();
  await told(a, 'Les personnes du salon ont été mises à jour.');
  await channelLink(b, 'direction').click();
  await say(b, 'Merci de m’avoir fait entrer');
  await channelLink(a, 'direction').click();
  await expect(saying(a, 'Merci de m’avoir fait entrer')).toBeVisible();

  await a.goto(paths.settings(workspace._id, 'roles'));
  await expect(a.getByText('du salon privé #direction')).toBeVisible();
  await a.goto(paths.settings(workspace._id, 'channels'));
  await a.getByRole('button', { name: 'Ajouter des personnes à #direction' }).click();
  const again = dialog(a, 'Personnes de #direction');
  const karims = again.getByRole('checkbox', { name: /Karim Benali/ });
  await expect(karims).toBeChecked();
  // Nobody can be taken out before the roles are there, which say by which role a person is in.
  await expect(karims).toBeEnabled();
  await again.getByText('Karim Benali').click();
  await again.getByRole('button', { name: 'Enregistrer' }).click();
  await told(b, 'Le salon #direction n’est plus accessible.');
  await expect(channelLink(b, 'direction')).toHaveCount(0);
});

test('an owner passes a workspace on from the menu of a member, once sure of it; both pages follow', async ({
  people,
}) => {
  const [camille, karim] = await two(people);
  const { path } = await people.workspace(camille, 'Atelier', karim);
  const [a, b] = [await people.open(camille, path), await people.open(karim, path)];
  const menuOf = async (page: typeof a, name: RegExp) => {
    await expect(page.getByText('En ligne – 2')).toBeVisible();
    await page.getByRole('complementary').getByRole('button', { name }).click({ button: 'right' });
  };
  await menuOf(a, /Camille Moreau/);
  await expect(a.getByRole('menuitem', { name: 'Voir le profil' })).toBeVisible();
  await expect(a.getByRole('menuitem', { name: 'Nommer propriétaire' })).toHaveCount(0);
  await a.keyboard.press('Escape');
  await menuOf(b, /Camille Moreau/);
  await expect(b.getByRole('menuitem', { name: 'Voir le profil' })).toBeVisible();
  await expect(b.getByRole('menuitem', { name: 'Nommer propriétaire' })).toHaveCount(0);
  await b.keyboard.press('Escape');

  await menuOf(a, /Karim Benali/);
  await a.getByRole('menuitem', { name: 'Nommer propriétaire' }).click();
  const sure = dialog(a, 'Nommer Karim Benali propriétaire ?');
  await expect(sure).toContainText('« Atelier » lui appartiendra, et vous ne pourrez pas le reprendre.');
  await sure.getByRole('button', { name: 'Transmettre le workspace' }).click();
  await told(a, 'Le workspace a changé de propriétaire.');
  await menuOf(a, /Karim Benali/);
  await expect(a.getByRole('menuitem', { name: 'Nommer propriétaire' })).toHaveCount(0);
  await a.keyboard.press('Escape');
  await menuOf(b, /Camille Moreau/);
  await expect(b.getByRole('menuitem', { name: 'Nommer propriétaire' })).toBeVisible();
  await b.keyboard.press('Escape');
  await b.getByRole('button', { name: /^Boîte de réception/ }).click();
  await expect(b.getByText('Vous êtes maintenant propriétaire du workspace « Atelier ».')).toBeVisible();
});

test('a group of which two are left is beside their own conversation, and grows again', async ({ people }) => {
  const [camille, karim] = await two(people);
  const leonie = await people.register('Léonie', 'Dubreuil');
  await people.workspace(camille, 'Atelier', karim, leonie);
  const users = [karim, leonie].map(({ user }) => user._id);
  const { conversation } = await camille.client.ok(api.conversations.create, { body: { users } });
  const params = { id: conversation._id };
  await leonie.client.ok(api.conversations.leave, { params });
  await camille.client.ok(api.conversations.create, { body: { users: [karim.user._id] } });
  const page = await people.open(camille, `/conversation/${conversation._id}`);
  const rows = page.getByRole('region', { name: 'Navigation' }).getByRole('link', { name: /Karim Benali/ });
  await expect(rows).toHaveCount(2);
  await expect(rows.and(page.locator('[aria-current]'))).toContainText('Groupe');
  await expect(rows.filter({ hasText: 'Groupe' })).toHaveCount(1);
  await page.getByRole('complementary').getByRole('button', { name: 'Ajouter des personnes' }).click();
  const adding = dialog(page, 'Ajouter des personnes');
  await adding.getByText('Léonie Dubreuil').click();
  await adding.getByRole('button', { name: 'Ajouter' }).click();
  await expect(page.getByText('Membres – 3', { exact: true })).toBeVisible();
});

test('The retention of messages is announced where a workspace is created, and in its channels', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const page = await people.open(camille, '/workspaces');
  const make = async (title: string, change: () => Promise<void>) => {
    await page.getByRole('button', { name: 'Nouveau workspace' }).first().click();
    const creation = dialog(page, 'Nouveau workspace');
    await creation.getByLabel(/^Nom/).fill(title);
    await change();
    await creation.getByRole('button', { name: 'Créer' }).click();
    await expect(page).toHaveURL(/\/channel\//);
  };
  const line = page.getByText(/Les messages de ce salon sont supprimés/);
  const deletion = page.getByRole('switch', { name: 'Suppression automatique' });
  await make('Atelier', async () => {
    await expect(deletion).toBeChecked();
    await page.getByLabel('Âge du dernier message, en jours').fill('30');
  });
  await expect(line).toHaveText('Les messages de ce salon sont supprimés après 30 jours sans nouveau message.');
  await make('Archives', () => deletion.click());
  await expect(channelLink(page, 'général')).toBeVisible();
  await expect(line).toHaveCount(0);
});

test('A channel deleted by the user shows one alert and no dialog, and keeps the focus in place', async ({
  people,
}) => {
  const camille = await people.register('Camille', 'Moreau');
  const { workspace, path } = await people.workspace(camille, 'Atelier');
  for (const title of ['chantier', 'direction', 'photos']) {
    await camille.client.ok(api.channels.create, { body: { title, workspaceId: workspace._id } });
  }
  const page = await people.open(camille, path);
  await expect(composer(page)).toBeFocused();
  const remove = async (title: string) => {
    await channelLink(page, title).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Supprimer' }).click();
    await page.getByRole('button', { name: 'Oui, supprimer' }).click();
    await told(page, 'Supprimé ! Le channel a été supprimée.');
    await expect(channelLink(page, title)).toHaveCount(0);
    await expect(dialog(page)).toHaveCount(0);
  };
  const said = await hear(page);
  await remove('chantier');
  await expect(channelLink(page, 'direction')).toBeFocused();

  await channelLink(page, 'direction').click();
  await expect(composer(page)).toHaveAttribute('placeholder', 'Envoyer un message dans #direction');
  await remove('direction');
  await expect(page).toHaveURL(path);
  await expect(composer(page).or(channelLink(page, 'photos')).and(page.locator(':focus'))).toBeVisible();
  expect(await said()).toEqual(Array(2).fill('Succès\u00a0: Supprimé ! Le channel a été supprimée.'));
});

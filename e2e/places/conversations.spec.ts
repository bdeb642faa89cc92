import { api } from '@palabre/common/contract/index.ts';
import type { Account, People } from '../support/test.ts';
import { composer, dialog, expect, type Page, sameScreens, say, saying, still as test, told } from '../support/test.ts';

const list = (page: Page) =>
  page.getByRole('region', { name: 'Navigation' }).getByRole('list', { name: 'Conversations' });
const row = (page: Page, name: string | RegExp) => list(page).getByRole('link', { name });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const begin = async (account: Account, ...others: Account[]) => {
  const users = others.map(({ user }) => user._id);
  return (await account.client.ok(api.conversations.create, { body: { users } })).conversation;
};
const three = (people: People) =>
  Promise.all([
    people.register('Camille', 'Moreau'),
    people.register('Karim', 'Benali'),
    people.register('Léonie', 'Dubreuil'),
  ]);

test('Three people talk: one is added by another, one leaves and gets no more events', async ({ people }) => {
  const [camille, karim, leonie] = await three(people);
  const theo = await people.register('Théo', 'Van den Berghe');
  await people.workspace(camille, 'Atelier', karim, leonie, theo);
  const [a, b, c] = [
    await people.open(camille, '/workspaces'),
    await people.open(karim, '/conversation'),
    await people.open(leonie, '/conversation'),
  ];
  await expect(b.getByText("Vous n'avez pas de conversation !!", { exact: true })).toBeVisible();

  await a.getByRole('link', { name: 'Conversations' }).click();
  await a.getByRole('main').getByRole('button', { name: 'Nouvelle conversation' }).click();
  const creation = dialog(a, 'Nouvelle conversation');
  const create = creation.getByRole('button', { name: 'Créer' });
  await expect(create).toBeDisabled();
  await expect(creation.getByRole('checkbox', { name: /Karim/ })).toBeVisible();
  await expect(creation.getByRole('checkbox', { name: /Camille Moreau/ })).toHaveCount(0);
  await creation.getByText('Karim Benali').click();
  await creation.getByLabel('Rechercher une personne').fill('leonie');
  await creation.getByText('Léonie Dubreuil').click();
  await create.click();
  await expect(a).toHaveURL(/\/conversation\/[0-9a-f-]{36}$/);
  await expect(heading(a)).toHaveText('Karim Benali, Léonie Dubreuil, Camille Moreau');
  await expect(composer(a)).toHaveAttribute('placeholder', 'Envoyer un message à Karim, Léonie');
  await expect(a.getByText('Membres – 3', { exact: true })).toBeVisible();
  await expect(b.getByText('Sélectionnez une conversation !', { exact: true })).toBeVisible();

  await say(a, 'On déjeune ensemble ?');
  await expect(row(b, /Camille, Léonie/)).toContainText('Camille : On déjeune ensemble ?');
  await row(b, /Camille, Léonie/).click();
  await row(c, /Camille, Karim/).click();
  await say(c, 'Avec plaisir');
  await expect(saying(b, 'Avec plaisir')).toBeVisible();
  await expect(row(b, /Camille, Léonie/)).toContainText('Léonie : Avec plaisir');

  await row(b, /Camille, Léonie/).click({ button: 'right' });
  await b.getByRole('menuitem', { name: 'Renommer' }).click();
  const renaming = dialog(b, 'Renommer la conversation');
  await renaming.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(renaming.getByText('Le titre ne peut pas être vide !', { exact: true })).toBeVisible();
  await renaming.getByLabel('Titre de la conversation').fill('Déjeuner de jeudi');
  await renaming.getByRole('button', { name: 'Enregistrer' }).click();
  await told(b, 'Modifié ! Le titre de la conversation a été mis à jour.');
  await expect(heading(a)).toHaveText('Déjeuner de jeudi');
  await expect(composer(a)).toHaveAttribute('placeholder', 'Envoyer un message dans Déjeuner de jeudi');

  await a.getByRole('complementary').getByRole('button', { name: 'Ajouter des personnes' }).click();
  const adding = dialog(a, 'Ajouter des personnes');
  await expect(adding.getByRole('checkbox', { name: /Théo/ })).toBeVisible();
  await expect(adding.getByRole('checkbox', { name: /Karim/ })).toHaveCount(0);
  await adding.getByText('Théo Van den Berghe').click();
  await adding.getByRole('button', { name: 'Ajouter' }).click();
  await expect(b.getByText('Membres – 4', { exact: true })).toBeVisible();
  await sameScreens(a, b);

  const member = (name: string | RegExp) => b.getByRole('complementary').getByRole('button', { name });
  await member(/Karim Benali/).click({ button: 'right' });
  await expect(b.getByRole('menuitem')).toHaveText(['Voir le profil']);
  await b.keyboard.press('Escape');
  await member(/Théo Van den Berghe/).click({ button: 'right' });
  await expect(b.getByRole('menuitem')).toHaveText(['Voir le profil', 'Signaler']);
  await b.getByRole('menuitem', { name: 'Voir le profil' }).click();
  await expect(dialog(b, 'Profil de Théo Van den Berghe')).toBeVisible();
  await b.keyboard.press('Escape');
  await expect(member(/Théo Van den Berghe/)).toBeFocused();
  await member(/Théo Van den Berghe/).click({ button: 'right' });
  await b.getByRole('menuitem', { name: 'Signaler' }).click();
  await expect(dialog(b, 'Signaler Théo Van den Berghe')).toBeVisible();
  await b.keyboard.press('Escape');

  await c.getByRole('button', { name: 'Actions de la conversation' }).click();
  await c.getByRole('menuitem', { name: 'Quitter la conversation' }).click();
  await dialog(c, 'Quitter Déjeuner de jeudi ?').getByRole('button', { name: 'Quitter' }).click();
  await told(c, 'Vous avez quitté la conversation.');
  await expect(c).toHaveURL('/conversation');
  await expect(c.getByText("Vous n'avez pas de conversation !!", { exact: true })).toBeVisible();
  await expect(a.getByText('Membres – 3', { exact: true })).toBeVisible();
  await say(a, 'Elle ne viendra pas');
  await expect(saying(b, 'Elle ne viendra pas')).toBeVisible();
  await expect(c.getByText('Elle ne viendra pas')).toHaveCount(0);

  await row(a, /Déjeuner de jeudi/).click({ button: 'right' });
  await a.getByRole('menuitem', { name: 'Supprimer' }).click();
  await dialog(a, 'Êtes-vous sûr ?').getByRole('button', { name: 'Oui, supprimer' }).click();
  await told(b, 'La conversation «\u202fDéjeuner de jeudi\u202f» n’est plus accessible.');
  await told(a, 'Supprimé ! La conversation a été supprimée.');
  await expect(a).toHaveURL('/conversation');
  await expect(b).toHaveURL('/conversation');
});

test('two people have one conversation, found from a profile; hidden by one, it comes back with a message', async ({
  people,
}) => {
  const [camille, karim] = await three(people);
  const { path } = await people.workspace(camille, 'Atelier', karim);
  const [a, b] = [await people.open(camille, path), await people.open(karim, '/conversation')];
  const members = a.getByRole('complementary');
  // Waits until the arriving member has moved up in the list, away from the pointer.
  await expect(members.getByText('En ligne – 2')).toBeVisible();
  await members.getByRole('button', { name: /Karim Benali/ }).click();
  await dialog(a, 'Profil de Karim Benali').getByRole('button', { name: 'Envoyer un message' }).click();
  await expect(heading(a)).toContainText('Karim Benali');
  await expect(heading(a)).toContainText('En ligne');
  await expect(composer(a)).toHaveAttribute('placeholder', 'Envoyer un message à Karim');
  await say(a, 'Tu as cinq minutes ?');
  await row(b, /Camille Moreau/).click();
  await say(b, 'Oui, j’arrive');
  await expect(saying(a, 'Oui, j’arrive')).toBeVisible();
  const address = a.url();

  await row(a, /Karim Benali/).focus();
  await a.keyboard.press('F2');
  await expect(dialog(a, 'Non autorisé')).toContainText("Impossible de modifier le titre d'une conversation à deux.");
  await a.getByRole('button', { name: 'OK' }).click();
  await row(a, /Karim Benali/).focus();
  await a.keyboard.press('Delete');
  await dialog(a, 'Masquer cette conversation ?').getByRole('button', { name: 'Masquer' }).click();
  await told(a, 'La conversation est masquée\u00a0: elle reviendra au prochain message.');
  await expect(a).toHaveURL('/conversation');
  await expect(list(a)).toHaveCount(0);
  await expect(row(b, /Camille Moreau/)).toBeVisible();

  await say(b, 'Tu es là ?');
  await expect(row(a, /Karim Benali/)).toContainText('Tu es là ?');
  await expect(row(a, /Karim Benali/)).toContainText('1 message non lu');
  // The count stands in its row, below the time.
  const [of, count] = [
    await row(a, /Karim Benali/).boundingBox(),
    await row(a, /Karim Benali/)
      .getByText('1', { exact: true })
      .boundingBox(),
  ];
  expect(count?.y).toBeGreaterThan((of?.y ?? 0) + (of?.height ?? 0) / 3);
  expect((count?.y ?? 0) + (count?.height ?? 0)).toBeLessThanOrEqual((of?.y ?? 0) + (of?.height ?? 0));
  await row(a, /Karim Benali/).click();
  await expect(a).toHaveURL(address);
  await expect(saying(a, 'Tu es là ?')).toBeVisible();
  await expect(row(a, /Karim Benali/)).not.toContainText('non lu');

  const id = address.split('/').at(-1) ?? '';
  const { messages } = await camille.client.ok(api.messages.ofConversation, { params: { id } });
  await b.goto(`${address}?message=${messages[0]?._id}`);
  await expect(saying(b, 'Tu as cinq minutes ?')).toBeVisible();
});

test('A conversation that does not exist, or is not the user’s, shows as not found', async ({ people }) => {
  const [camille, karim, leonie] = await three(people);
  const { _id } = await begin(camille, karim);
  people.expectRefused(/404 GET .*\/(conversation|message\/paginated)/);
  const page = await people.open(leonie, `/conversation/${_id}`);
  await expect(page.getByText('Cette conversation est introuvable')).toBeVisible();
  await page.getByRole('link', { name: 'Retour aux conversations' }).click();
  await expect(page.getByText("Vous n'avez pas de conversation !!", { exact: true })).toBeVisible();
});

test('Long names on a phone leave room to what stands beside them', async ({ people }) => {
  const [camille, karim] = await three(people);
  const marie = await people.register('Marie-Antoinette', 'de La Rochefoucauld-Montbazon de Saint-Exupéry');
  await people.workspace(camille, 'Atelier', karim, marie);
  const page = await people.open(camille, '/conversation', { viewport: { width: 390, height: 844 } });
  await page.getByRole('main').getByRole('button', { name: 'Nouvelle conversation' }).click();
  const creation = dialog(page, 'Nouvelle conversation');
  await creation.getByText('Karim Benali').click();
  await creation.getByText(/^Marie-Antoinette/).click();
  const seen = async (name: string) =>
    expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  for (const name of ['Fermer', 'Annuler', 'Créer']) await seen(name);
  // The remove icon stands at the end of the name.
  const taken = creation.getByRole('button', { name: /^Retirer Marie-Antoinette/ });
  await expect(taken.locator('svg')).toBeInViewport({ ratio: 1 });
  await creation.getByRole('button', { name: 'Créer' }).click();
  await page.getByRole('button', { name: 'Actions de la conversation' }).click();
  await page.getByRole('menuitem', { name: 'Afficher les membres' }).click();
  for (const name of ['Masquer les membres', 'Ajouter des personnes']) await seen(name);
});

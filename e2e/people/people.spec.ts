import { api } from '@palabre/common/contract/index.ts';
import { dialog, expect, still as test, told } from '../support/test.ts';

test('a manager is picked among colleagues, stands on the card, and their card opens from there', async ({
  people,
}) => {
  const [camille, helene, karim] = await Promise.all([
    people.register('Camille', 'Moreau'),
    people.register('Hélène', 'Garnier'),
    people.register('Karim', 'Benali'),
  ]);
  const { path } = await people.workspace(camille, 'Atelier Tilleul', helene, karim);
  const page = await people.open(camille, '/settings/profile');
  await page.getByLabel('Début de journée').fill('9h');
  await page.getByLabel('Fin de journée').fill('17:30');
  await page.getByLabel('Responsable').pressSequentially('Garn');
  await page.getByRole('option', { name: /Hélène Garnier/ }).click();
  await expect(page.getByLabel('Responsable')).toHaveValue('Hélène Garnier');
  await page.getByLabel('Personne référente en votre absence').fill('L’accueil, poste 12');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await told(page, 'Profil mis à jour avec succès');
  await page.reload();
  await expect(page.getByLabel('Responsable')).toHaveValue('Hélène Garnier');

  const other = await people.open(karim, path);
  await other.getByRole('button', { name: /Camille Moreau/ }).click();
  const card = other.getByRole('dialog', { name: 'Profil de Camille Moreau' });
  await expect(card.getByText('09:00 – 17:30')).toBeVisible();
  await expect(card.getByText('L’accueil, poste 12')).toBeVisible();
  await helene.client.ok(api.accounts.update, {
    params: { id: helene.user._id },
    body: { lastName: 'Garnier-Petit', jobTitle: 'Directrice' },
  });
  await card.getByRole('button', { name: 'Hélène Garnier-Petit' }).click();
  await expect(card.getByText('Directrice')).toBeVisible();
  await card.getByRole('button', { name: 'Profil précédent' }).click();
  await expect(card.getByText('L’accueil, poste 12')).toBeVisible();
});

test('A user removed from a society is removed live from the chosen restricted workspaces', async ({ people }) => {
  const [camille, karim] = await Promise.all([
    people.register('Camille', 'Moreau'),
    people.register('Karim', 'Benali'),
  ]);
  const { society } = await camille.client.ok(api.societies.create, { body: { name: `Tilleul ${Date.now()}` } });
  const params = { id: society._id };
  await karim.client.ok(api.societies.update, { params, body: { action: 'join' } });
  const body = { action: 'accept' as const, targetUserId: karim.user._id };
  await camille.client.ok(api.societies.update, { params, body });
  const restricted = async (title: string) => {
    const made = { title, restricted: true, societyId: society._id };
    const { workspace } = await camille.client.ok(api.workspaces.create, { body: made });
    await karim.client.ok(api.workspaces.join, { params: { id: workspace._id } });
    return workspace;
  };
  const [direction] = [await restricted('Direction'), await restricted('Chantiers')];
  const his = await people.open(karim, `/workspace/${direction._id}/channel/${direction.welcomeChannel}`);
  await expect(his.getByRole('link', { name: 'Direction' })).toBeVisible();

  const page = await people.open(camille, '/userSociety');
  await page.getByRole('button', { name: 'Retirer Karim Benali' }).click();
  const sure = dialog(page, 'Retirer Karim Benali');
  await expect(sure.getByText(/Elle reste membre de ceux où elle est déjà/)).toBeVisible();
  await sure.getByRole('checkbox', { name: /Direction/ }).check();
  await sure.getByRole('button', { name: 'Retirer' }).click();
  await told(page, 'Retiré ! La personne a été retirée de la société.');
  await expect(his).toHaveURL('/workspaces');
  await expect(his.getByRole('link', { name: 'Chantiers' }).first()).toBeVisible();
  await expect(his.getByRole('link', { name: 'Direction' })).toHaveCount(0);
});

test('A returning user sees their workspaces first, and home lists unread places and drafts', async ({ people }) => {
  const [camille, karim] = await Promise.all([
    people.register('Camille', 'Moreau'),
    people.register('Karim', 'Benali'),
  ]);
  const { welcome, workspace } = await people.workspace(camille, 'Atelier Tilleul', karim);
  const page = await people.open(karim, '/workspaces');
  await expect(
    page.getByRole('region', { name: 'Reprendre' }).getByRole('link', { name: workspace.title }),
  ).toBeVisible();
  const content = `Bonjour <@${karim.user._id}>`;
  await camille.client.ok(api.messages.send, { body: { channelId: welcome._id, content } });
  const begun = { doubleAuthentification: true };
  await karim.client.ok(api.accounts.update, { params: { id: karim.user._id }, body: begun });
  await page.getByRole('link', { name: 'Accueil' }).click();
  const unread = page.getByRole('region', { name: 'Non lus' });
  await expect(unread.getByRole('link', { name: /général/ })).toContainText('1 mention');
  await expect(page.getByRole('main').getByRole('button', { name: /Boîte de réception/ })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Rechercher' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Double authentification à terminer.')).toBeVisible();
  await page.getByRole('link', { name: 'Terminer' }).click();
  await expect(page).toHaveURL('/enable-2fa');
});

import { tokenSentTo } from '../../server/test/people/invited.ts';
import { proveAddress } from '../support/prove.ts';
import { composer, dialog, expect, still as test, told } from '../support/test.ts';

const outbox = { dataDir: process.env.E2E_DATA_DIR ?? '' };

test('An office invites three by mail: one makes an account, one has one, one is withdrawn', async ({ people }) => {
  people.expectRefused(/404 GET .*\/invited\//);
  const [camille, karim] = await Promise.all([
    people.register('Camille', 'Moreau'),
    people.register('Karim', 'Benali'),
  ]);
  await proveAddress(camille);
  const { path, workspace } = await people.workspace(camille, 'Chantier Nord');
  const [zoe, yann] = [people.freeEmail(), people.freeEmail()];

  const owner = await people.open(camille, path);
  await expect(owner.getByRole('heading', { name: 'Invitez votre équipe' })).toBeVisible();
  await owner.getByRole('button', { name: 'Inviter par e-mail' }).click();
  const modal = dialog(owner);
  const field = modal.getByLabel('Adresses e-mail');
  await expect(field).toBeFocused();
  await owner.keyboard.type(`Zoé Lambert <${zoe}>, ${karim.email} ${yann}`);
  await modal.getByRole('button', { name: 'Envoyer les invitations' }).click();
  await expect(modal.getByText('3 invitations sont parties.')).toBeVisible();
  await expect(modal.getByText('Envoyée')).toHaveCount(3);
  await modal.getByRole('button', { name: 'OK' }).click();
  await expect(modal).toBeHidden();

  const newcomer = await people.stranger(`/invited/${await tokenSentTo(outbox, zoe)}`);
  await expect(newcomer.getByRole('heading', { name: /Rejoindre «\s?Chantier Nord\s?»/ })).toBeVisible();
  await expect(newcomer.getByText(/^Camille Moreau vous invite/)).toBeVisible();
  await expect(newcomer.getByLabel('Adresse e-mail')).toHaveValue(zoe);
  await newcomer.getByLabel('Prénom').fill('Zoé');
  await newcomer.getByLabel('Nom', { exact: true }).fill('Lambert');
  await newcomer.getByLabel('Mot de passe', { exact: true }).fill('un mot de passe sûr');
  await newcomer.getByLabel('Confirmer le mot de passe').fill('un mot de passe sûr');
  await newcomer.getByRole('button', { name: 'Créer mon compte et rejoindre' }).click();
  await expect(newcomer).toHaveURL(path);
  await expect(composer(newcomer)).toBeVisible();
  await expect(owner.getByRole('button', { name: /Zoé Lambert/ })).toBeVisible();
  await expect(owner.getByRole('heading', { name: 'Invitez votre équipe' })).toBeHidden();

  const known = await people.stranger(`/invited/${await tokenSentTo(outbox, karim.email)}`);
  await known.getByRole('button', { name: 'Se connecter' }).click();
  await known.getByLabel('E-mail').fill(karim.email);
  await known.getByLabel('Mot de passe', { exact: true }).fill(karim.password);
  await known.getByRole('button', { name: 'Se connecter' }).click();
  await expect(known.getByText(`Vous entrerez avec votre compte ${karim.email}.`)).toBeVisible();
  await known.getByRole('button', { name: 'Rejoindre' }).click();
  await told(known, 'Vous avez rejoint le workspace avec succès !');
  await expect(known).toHaveURL(path);

  await owner.goto(`/settings/workspace/${workspace._id}/invites`);
  await expect(owner.getByText('1 invitation en attente')).toBeVisible();
  await owner.getByRole('button', { name: `Renvoyer l’invitation de ${yann}` }).click();
  await told(owner, 'L’invitation est partie.');
  const link = `/invited/${await tokenSentTo(outbox, yann, 2)}`;
  await owner.getByRole('button', { name: `Retirer l’invitation de ${yann}` }).click();
  await dialog(owner, 'Retirer cette invitation ?').getByRole('button', { name: 'Retirer' }).click();
  await expect(owner.getByText('Aucune invitation par e-mail n’attend de réponse.')).toBeVisible();
  const tooLate = await people.stranger(link);
  await expect(tooLate.getByRole('heading', { name: 'Cette invitation n’est plus valable' })).toBeVisible();
});

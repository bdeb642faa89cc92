import { tokenSentTo } from '../../server/test/people/invited.ts';
import { proveAddress } from '../support/prove.ts';
import { composer, dialog, expect, still as test, told } from '../support/test.ts';

const outbox = { dataDir: process.env.E2E_DATA_DIR ?? '' };

test('A guest comes by mail into one channel, is marked there, sees nothing else, and leaves at the end of the stay', async ({
  people,
}) => {
  people.expectRefused(/401 (GET|POST) /);
  const camille = await people.register('Camille', 'Moreau');
  await proveAddress(camille);
  const { workspace } = await people.workspace(camille, 'Chantier Sud');
  const ines = people.freeEmail();

  const owner = await people.open(camille, `/settings/workspace/${workspace._id}/guests`);
  await expect(owner.getByText('Personne n’est invité ici.')).toBeVisible();
  await owner.getByRole('button', { name: 'Inviter de l’extérieur' }).click();
  const modal = dialog(owner);
  await expect(modal.getByLabel('Adresses e-mail')).toBeFocused();
  await owner.keyboard.type(ines);
  await modal.getByRole('button', { name: 'Envoyer les invitations' }).click();
  await expect(modal.getByText('Choisissez au moins un salon.')).toBeVisible();
  await modal.getByRole('checkbox', { name: /général/ }).check();
  await modal.getByRole('button', { name: 'Envoyer les invitations' }).click();
  await expect(modal.getByText('1 invitation est partie.')).toBeVisible();
  await modal.getByRole('button', { name: 'OK' }).click();

  const guest = await people.stranger(`/invited/${await tokenSentTo(outbox, ines)}`);
  await expect(guest.getByText(/Créez votre compte d’invité/)).toBeVisible();
  await guest.getByLabel('Prénom').fill('Inès');
  await guest.getByLabel('Nom', { exact: true }).fill('Vidal');
  await guest.getByLabel('Mot de passe', { exact: true }).fill('un mot de passe sûr');
  await guest.getByLabel('Confirmer le mot de passe').fill('un mot de passe sûr');
  await guest.getByRole('button', { name: 'Créer mon compte et rejoindre' }).click();
  await expect(composer(guest)).toBeVisible();
  await expect(guest.getByRole('link', { name: 'Découvrir', exact: true })).toBeHidden();
  await expect(guest.getByRole('button', { name: /Créer un workspace/ })).toBeHidden();
  await composer(guest).fill('Bonjour à tous');
  await composer(guest).press('Enter');
  const said = guest.locator('[data-row]', { hasText: 'Bonjour à tous' });
  await expect(said.getByText('Invité', { exact: true })).toBeVisible();
  await guest.goto('/workspaces');
  await expect(guest).toHaveURL('/home');

  await expect(owner.getByText('1 invité', { exact: true })).toBeVisible();
  await owner.getByRole('button', { name: 'Mettre fin au séjour d’Inès Vidal' }).click();
  await dialog(owner, 'Mettre fin à ce séjour ?').getByRole('button', { name: 'Mettre fin au séjour' }).click();
  await told(owner, 'Séjour terminé.');
  await expect(guest.getByText('Votre séjour d’invité est terminé.')).toBeVisible();
});

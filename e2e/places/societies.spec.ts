import { dialog, expect, still as test, told } from '../support/test.ts';

const done = (page: Parameters<typeof dialog>[0], title: string, text: string) => told(page, `${title} ${text}`);

test('a society is created, and a person who asks to join it is accepted under their eyes', async ({ people }) => {
  const [camille, karim] = await Promise.all([
    people.register('Camille', 'Moreau'),
    people.register('Karim', 'Benali'),
  ]);
  const name = `Atelier ${Date.now()}`;
  const owner = await people.open(camille, '/societies');
  await owner.getByRole('button', { name: 'Créer une société' }).first().click();
  const form = dialog(owner, 'Nouvelle société');
  await expect(form.getByRole('button', { name: 'Créer', exact: true })).toBeDisabled();
  await form.getByLabel('Nom').fill(name);
  await form.getByRole('button', { name: 'Créer', exact: true }).click();
  await expect(owner).toHaveURL('/userSociety');
  await done(owner, 'Ajouté !', 'La société a été créée.');
  await expect(owner.getByRole('heading', { level: 1 })).toHaveText(['Votre société']);
  await expect(owner).toHaveTitle('Votre société · Palabre');
  const panel = owner.getByRole('region', { name: 'Navigation' });
  await expect(panel.getByRole('link', { name: 'Votre société', exact: true })).toHaveAttribute('aria-current', 'page');

  const guest = await people.open(karim, '/societies');
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText(['Sociétés']);
  await expect(guest).toHaveTitle('Sociétés · Palabre');
  await expect(guest.getByRole('link', { name: 'Toutes les sociétés' })).toHaveAttribute('aria-current', 'page');
  await guest.getByLabel('Rechercher une société').fill(name);
  await guest.getByRole('link', { name }).click();
  await guest.getByRole('button', { name: 'Demander à rejoindre' }).click();
  await expect(guest).toHaveURL('/userSociety');
  await done(guest, 'Demande envoyée !', 'Votre demande pour rejoindre la société a été envoyée.');
  await expect(guest.getByText('Votre demande attend la réponse d’un propriétaire.')).toBeVisible();

  await owner.getByRole('tab', { name: /^En attente/ }).click();
  await owner.getByRole('button', { name: 'Accepter Karim Benali' }).click();
  await told(owner, 'Ajouté ! La personne a été ajoutée à la société.');
  await expect(guest.getByRole('tab', { name: /^Membres/ })).toBeVisible();
  await expect(guest.getByRole('listitem').filter({ hasText: 'Camille Moreau' })).toBeVisible();
  await expect(owner.getByText('Aucune demande en attente.')).toBeVisible();

  await guest.getByRole('button', { name: 'Actions de la société' }).click();
  await guest.getByRole('menuitem', { name: 'Quitter la société' }).click();
  await dialog(guest, `Quitter ${name}`).getByRole('button', { name: 'Quitter' }).click();
  await expect(guest).toHaveURL('/societies');
  await done(guest, 'Demande envoyée !', 'Votre demande pour quitter la société a été envoyée.');
});

test('300 addresses come from a file, lines without one are named, and a society ends by its exact name', async ({
  people,
}) => {
  const camille = await people.register('Camille', 'Moreau');
  const owner = await people.open(camille, '/societies');
  await owner.getByRole('button', { name: 'Créer une société' }).first().click();
  await dialog(owner, 'Nouvelle société').getByLabel('Nom').fill('Tilleul et fils');
  await dialog(owner, 'Nouvelle société').getByRole('button', { name: 'Créer', exact: true }).click();
  await done(owner, 'Ajouté !', 'La société a été créée.');
  await owner.getByRole('tab', { name: 'Paramètres' }).click();
  const lines = Array.from({ length: 300 }, (_, n) => `"Personne, ${n}";personne.${n}@tilleul.fr`);
  const chooser = owner.waitForEvent('filechooser');
  await owner.getByRole('button', { name: 'Importer un CSV' }).click();
  await (await chooser).setFiles({
    name: 'adresses.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\ufeffNom;E-mail\r\n${lines.join('\r\n')}\r\nRiou;sans adresse\r\n`),
  });
  const preview = dialog(owner, 'Importer des adresses');
  await expect(preview.getByText('300 adresses seront ajoutées à la liste blanche.')).toBeVisible();
  await expect(preview.getByRole('listitem')).toHaveText(['Ligne 1Nom · E-mail', 'Ligne 302Riou · sans adresse']);
  await preview.getByRole('button', { name: 'Importer' }).click();
  await done(owner, 'Importé !', 'Les adresses ont été importées dans la liste blanche.');
  await expect(owner.getByText('300 adresses', { exact: true })).toBeVisible();
  await owner.getByLabel('Filtrer les adresses').fill('personne.299@');
  await owner.getByRole('button', { name: 'Retirer personne.299@tilleul.fr' }).click();
  await expect(owner.getByText('299 adresses', { exact: true })).toBeVisible();

  await owner.getByRole('button', { name: 'Supprimer la société' }).click();
  const sure = dialog(owner, 'Supprimer Tilleul et fils');
  await sure.getByRole('button', { name: 'Supprimer' }).click();
  await expect(sure.getByText('Le nom de la société est requis')).toBeVisible();
  await sure.getByLabel('Nom de la société').fill('tilleul');
  await sure.getByRole('button', { name: 'Supprimer' }).click();
  await expect(sure.getByText('Le nom de la société ne correspond pas')).toBeVisible();
  await sure.getByLabel('Nom de la société').fill('Tilleul et fils');
  await sure.getByRole('button', { name: 'Supprimer' }).click();
  await expect(owner).toHaveURL('/societies');
  await done(owner, 'Supprimé !', 'La société a été supprimée.');
});

import { administrator } from '../support/administrator.ts';
import { composer, dialog, expect, say, saying, still as test, told } from '../support/test.ts';

test('a report is handled while the reported person is there: the message goes, then the person', async ({
  people,
}) => {
  const [camille, theo] = [await people.register('Camille', 'Moreau'), await people.register('Théo', 'Aubert')];
  const { path } = await people.workspace(camille, `Cabinet ${Date.now()}`, theo);
  const [a, b] = [await people.open(camille, path), await people.open(theo, path)];
  const admin = await people.open(await administrator(people), '/settings/admin');
  await say(b, 'Achetez mes montres');
  await saying(a, 'Achetez mes montres').click({ button: 'right' });
  await a.getByRole('menuitem', { name: 'Signaler' }).click();

  const form = dialog(a, 'Signaler un message de Théo Aubert');
  const send = form.getByRole('button', { name: 'Envoyer le signalement' });
  await expect(send).toBeDisabled();
  await form.getByRole('radio', { name: 'Spam' }).click();
  await form.getByLabel('Description').fill('Encore lui.');
  await send.click();
  await expect(form).toBeHidden();

  // The report reaches the administrator at once.
  await admin.getByRole('combobox', { name: 'Afficher' }).click();
  await admin.getByRole('option', { name: 'Signalements à traiter' }).click();
  await admin.getByLabel('Rechercher une personne').fill(theo.email);
  // Waits until the search shows this row alone: it would move under the pointer while the others go.
  await expect(admin.getByText('1 personne', { exact: true })).toBeVisible();
  const row = admin.getByRole('button', { name: /Théo Aubert/ });
  await expect(row.getByText('1 signalement à traiter')).toBeAttached();
  await row.click();
  const reports = admin.getByRole('list', { name: 'Signalements de Théo Aubert' });
  await expect(reports).toContainText('SPAM');
  await expect(reports).toContainText(`Signalé par ${camille.email}`);
  await reports.getByRole('button', { name: 'Supprimer le message' }).click();
  await dialog(admin, 'Supprimer ce message\u202f?').getByRole('button', { name: 'Supprimer' }).click();
  await expect(saying(b, 'Achetez mes montres')).toHaveCount(0);
  await expect(saying(a, 'Achetez mes montres')).toHaveCount(0);
  await expect(reports).toContainText('Message supprimé depuis');
  await reports.getByRole('button', { name: 'Marquer comme traité' }).click();
  await expect(reports).toContainText('Traité par Agathe Roy');
  // No report remains to be handled: the open line stays, with the focus.
  await expect(admin.getByText('0 personne', { exact: true })).toBeVisible();
  await expect(reports.getByRole('button', { name: 'Rouvrir' })).toBeFocused();

  await composer(b).fill('En train d’écrire');
  people.expectRefused(/401 /);
  await admin.getByRole('button', { name: `Bannir ${theo.email}` }).click();
  await dialog(admin, 'Êtes-vous sûr ?').getByRole('button', { name: 'Oui, bannir' }).click();
  await told(admin, `Banni ! ${theo.email} ne peut plus se connecter ni s’inscrire.`);
  await expect(b).toHaveURL('/login');
  await expect(row).toHaveCount(0);

  await admin.getByRole('tab', { name: 'Utilisateurs bannis' }).click();
  await admin.getByLabel('Rechercher une adresse').fill(theo.email);
  await admin.getByRole('button', { name: `Retirer ${theo.email}` }).click();
  await expect(admin.getByText('Aucune adresse ne correspond à cette recherche.')).toBeVisible();
  await admin.getByRole('tab', { name: 'Journal' }).click();
  await admin.getByLabel('À qui ou à quoi').fill(theo.email);
  await expect(admin.getByRole('list', { name: 'Journal' }).getByRole('listitem')).toContainText([
    'Adresse retirée des bannis',
    'Compte banni',
    'Signalement traité',
    'Message d’autrui supprimé',
  ]);
  const [file] = await Promise.all([
    admin.waitForEvent('download'),
    admin.getByRole('button', { name: 'Exporter en CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('journal.csv');
});

test('the administration is not there for others, and is reached from the profile by an administrator', async ({
  people,
}) => {
  const camille = await people.register('Camille', 'Moreau');
  const page = await people.open(camille, '/admin');
  await expect(page.getByText('Cette page n’existe pas').first()).toBeVisible();
  await page.getByRole('button', { name: /Camille Moreau/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Paramètres' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Admin' })).toHaveCount(0);

  const admin = await people.open(await administrator(people), '/workspaces');
  await admin.getByRole('button', { name: /Agathe Roy/ }).click();
  await admin.getByRole('menuitem', { name: 'Admin' }).press('Enter');
  await expect(admin).toHaveURL('/settings/admin');
  await expect(admin.getByRole('tab', { name: 'Utilisateurs & Signalements' })).toBeVisible();
});

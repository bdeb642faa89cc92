import { composer, dialog, expect, still as test, told } from '../support/test.ts';

test('an invitation is made, and two people come in by it: one by its code, one by its link', async ({ people }) => {
  people.expectRefused(/404 PUT .*\/invite\/accept/);
  const [camille, karim, yann] = await Promise.all([
    people.register('Camille', 'Moreau'),
    people.register('Karim', `Benali${Date.now()}`),
    people.register('Yann', 'Riou'),
  ]);
  const { path } = await people.workspace(camille, 'Direction');
  const owner = await people.open(camille, path, { permissions: ['clipboard-read', 'clipboard-write'] });
  await owner.getByRole('button', { name: 'Menu de Direction' }).click();
  await owner.getByRole('menuitem', { name: 'Inviter un ami' }).click();
  const modal = dialog(owner);
  const create = modal.getByRole('button', { name: 'Créer l’invitation' });
  await expect(create).toBeDisabled();
  await expect(modal.getByRole('combobox', { name: 'Durée' })).toHaveText('1 heure');
  await modal.getByLabel('Rechercher une personne').fill('moreau');
  await expect(modal.getByRole('checkbox', { name: /Camille Moreau/ })).toHaveCount(0);
  await modal.getByLabel('Rechercher une personne').fill(karim.user.lastName);
  await modal.getByRole('checkbox', { name: new RegExp(karim.user.lastName) }).check();
  await create.click();
  const code = await modal.getByLabel('Code d’invitation').inputValue();
  const link = await modal.getByLabel('Lien d’invitation').inputValue();
  expect(code).toMatch(/^[A-Z0-9]{8}$/);
  await modal.getByRole('button', { name: 'Copier le code' }).click();
  await told(owner, 'Code copié dans le presse-papiers');
  expect(await owner.evaluate(() => navigator.clipboard.readText())).toBe(code);
  await modal.getByRole('button', { name: 'Copier le lien' }).click();
  await told(owner, 'Lien d’invitation copié dans le presse-papiers');
  expect(await owner.evaluate(() => navigator.clipboard.readText())).toBe(link);
  expect(link).toBe(`${people.url}/invite/${code}`);
  await modal.getByRole('button', { name: 'OK' }).click();
  await expect(modal).toBeHidden();

  const byCode = await people.open(karim, '/workspaces');
  await byCode.getByRole('button', { name: "Entrer un code d'invitation" }).click();
  const prompt = dialog(byCode, 'Rejoindre un Workspace');
  const field = prompt.getByPlaceholder('ABCD1234');
  await prompt.getByRole('button', { name: 'Rejoindre' }).click();
  await expect(prompt.getByText("Veuillez entrer un code d'invitation !", { exact: true })).toBeVisible();
  await field.fill('FAUXCODE');
  await prompt.getByRole('button', { name: 'Rejoindre' }).click();
  await expect(
    prompt.getByText("Impossible de rejoindre le workspace. Vérifiez le code d'invitation.", { exact: true }),
  ).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('FAUXCODE');
  await field.fill(`  ${code} `);
  await prompt.getByRole('button', { name: 'Rejoindre' }).click();
  await told(byCode, 'Vous avez rejoint le workspace avec succès !');
  await expect(byCode).toHaveURL(path);
  await expect(owner.getByRole('button', { name: new RegExp(karim.user.lastName) })).toBeVisible();

  const byLink = await people.stranger(link);
  await expect(byLink).toHaveURL('/login');
  await byLink.getByLabel('E-mail').fill(yann.email);
  await byLink.getByLabel('Mot de passe', { exact: true }).fill(yann.password);
  await byLink.getByRole('button', { name: 'Se connecter' }).click();
  await expect(byLink).toHaveURL(path);
  await expect(composer(byLink)).toBeVisible();
  await expect(owner.getByText('En ligne – 3')).toBeVisible();

  await owner.goto(path.replace(/^\/workspace\/([^/]+)\/.*/, '/settings/workspace/$1/invites'));
  await expect(owner.getByRole('heading', { name: "Paramètres d'Invitation" })).toBeVisible();
  await expect(owner.getByText('2/10')).toBeVisible();
  await expect(owner.getByText(code)).toHaveCount(0);
  await owner.getByRole('button', { name: 'Voir' }).click();
  await expect(owner.getByText(code)).toBeVisible();
  await owner.getByRole('button', { name: 'Copier' }).click();
  await told(owner, 'Code copié !');
  await owner.getByRole('button', { name: 'Supprimer' }).click();
  const sure = dialog(owner, 'Supprimer cette invitation ?');
  await sure.getByRole('button', { name: 'Supprimer' }).click();
  await expect(owner.getByText('Aucune invitation disponible pour ce workspace.', { exact: true })).toBeVisible();

  const tooLate = await people.open(await people.register('Théo', 'Van den Berghe'), `/invite/${code}`);
  await expect(tooLate.getByRole('alert')).toHaveText(
    "Impossible de rejoindre le workspace. Vérifiez le code d'invitation.",
  );
});

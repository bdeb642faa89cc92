import { api } from '@palabre/common/contract/index.ts';
import { administrator, findPerson } from '../support/administrator.ts';
import { dialog, expect, say, saying, still as test, told } from '../support/test.ts';

test('a person who is suspended is out at once, is told whom to ask, and comes back as they were', async ({
  people,
}) => {
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { path } = await people.workspace(camille, `Cabinet ${Date.now()}`, karim);
  const [a, b] = [await people.open(camille, path), await people.open(karim, path)];
  await say(b, 'Je finis le devis ce soir');
  await expect(saying(a, 'Je finis le devis ce soir')).toBeVisible();
  const admin = await people.open(await administrator(people), '/settings/admin');
  await findPerson(admin, karim.email);

  people.expectRefused(/40[13] /);
  await admin.getByRole('button', { name: `Suspendre ${karim.email}` }).click();
  await dialog(admin, 'Suspendre Karim Benali\u202f?').getByRole('button', { name: 'Suspendre' }).click();
  await told(admin, 'Compte suspendu.');
  await expect(b).toHaveURL('/login');
  await expect(b.getByText('Votre compte est suspendu.')).toBeVisible();
  await b.getByLabel('E-mail').fill(karim.email);
  await b.getByLabel('Mot de passe', { exact: true }).fill(karim.password);
  await b.getByRole('button', { name: 'Se connecter' }).click();
  const refused = 'Ce compte est suspendu. Adressez-vous à une personne qui administre Palabre.';
  await expect(b.getByText(refused)).toBeVisible();

  // Others keep his words and his name, with the mark.
  await expect(saying(a, 'Je finis le devis ce soir')).toContainText('Karim');
  const member = a.getByRole('button', { name: /Karim Benali/ }).filter({ hasText: 'Compte suspendu' });
  await member.click();
  await expect(dialog(a, 'Profil de Karim Benali')).toContainText('Compte suspendu');
  await a.keyboard.press('Escape');

  await admin.getByRole('button', { name: `Rétablir ${karim.email}` }).click();
  await told(admin, 'Compte rétabli.');
  await expect(member).toHaveCount(0);
  await b.getByRole('button', { name: 'Se connecter' }).click();
  await expect(saying(b, 'Je finis le devis ce soir')).toBeVisible();
});

test('a departure hands over what somebody alone ran, and their deputy hears who mentions them', async ({ people }) => {
  const [camille, karim, yann] = [
    await people.register('Camille', 'Moreau'),
    await people.register('Karim', 'Benali'),
    await people.register('Yann', 'Le Gall'),
  ];
  const title = `Chantier ${Date.now()}`;
  const { path, welcome } = await people.workspace(karim, title, camille, yann);
  const [a, b] = [await people.open(camille, path), await people.open(yann, '/workspaces')];
  const admin = await people.open(await administrator(people), '/settings/admin');
  await findPerson(admin, karim.email);
  await admin.getByRole('button', { name: `Départ de ${karim.email}` }).click();
  const form = dialog(admin, 'Départ de Karim');
  const owned = form.getByRole('list', { name: 'Ce qui n’appartient qu’à Karim' });
  await expect(owned).toContainText(title);
  await expect(owned).toContainText('reste à Karim');

  // A name that is only typed chooses nobody, which the dialog says before anything is done.
  const heir = form.getByLabel('Qui reprend ce qui n’appartient qu’à Karim');
  await heir.fill(camille.email);
  await form.getByRole('button', { name: 'Enregistrer le départ' }).click();
  await expect(form).toContainText('Choisissez une personne parmi celles proposées');
  await heir.fill('');
  await heir.pressSequentially(camille.email);
  // Others of that name are proposed until the address is typed whole.
  await form.getByRole('option', { name: `Camille Moreau ${camille.email}` }).click();
  await expect(owned).toContainText('→ Camille Moreau');
  await form.getByLabel('Qui saura quels messages mentionnent Karim').pressSequentially(yann.email);
  await form.getByRole('option', { name: `Yann Le Gall ${yann.email}` }).click();
  await form.getByRole('button', { name: 'Enregistrer le départ' }).click();
  await told(admin, 'Départ enregistré\u00a0: le compte est suspendu.');
  await expect(form).toBeHidden();
  await expect(admin.getByRole('button', { name: `Rétablir ${karim.email}` })).toBeVisible();

  await camille.client.ok(api.messages.send, {
    body: { channelId: welcome._id, content: `<@${karim.user._id}> où est le plan ?` },
  });
  await b.getByRole('button', { name: /^Boîte de réception/ }).click();
  await expect(dialog(b, 'Boîte de réception')).toContainText('Camille mentionne Karim, que vous remplacez');
  await a.getByRole('button', { name: title }).first().click();
  await expect(a.getByRole('menuitem', { name: 'Paramètres' })).toBeVisible();
});

test('somebody who lost their password comes back by a link that an administrator gives them, once', async ({
  people,
}) => {
  const karim = await people.register('Karim', 'Benali');
  people.expectRefused(/403 POST \/api\/admin\/users\//);
  const agathe = await administrator(people);
  const admin = await people.open(agathe, '/settings/admin');
  await findPerson(admin, karim.email);
  await admin
    .getByRole('button', { name: /Karim Benali/ })
    .first()
    .click();
  await admin.getByRole('button', { name: `Aider ${karim.email} à se reconnecter` }).click();
  const form = dialog(admin, 'Aider Karim Benali à se reconnecter');
  await form.getByRole('radio', { name: /Par vous/ }).click();
  await form.getByRole('button', { name: 'Faire le lien' }).click();
  // The session of the page was not opened on this device: acts that outlive it want the password.
  const proof = dialog(admin, 'Confirmez que c’est vous');
  await proof.getByLabel('Mot de passe', { exact: true }).fill(agathe.password);
  await proof.getByRole('button', { name: 'Confirmer', exact: true }).click();
  const { pathname, search, hash } = new URL(await form.getByLabel('Lien', { exact: true }).inputValue());

  const page = await people.stranger(`${pathname}${search}${hash}`);
  await page.getByLabel('Nouveau mot de passe').fill('un mot de passe retrouvé');
  expect(page.url()).not.toContain('recovery');
  await page.getByLabel('Confirmer le mot de passe').fill('un mot de passe retrouvé');
  await page.getByRole('button', { name: 'Changer le mot de passe' }).click();
  await expect(page).toHaveURL('/login');
  await page.getByLabel('E-mail').fill(karim.email);
  await page.getByLabel('Mot de passe', { exact: true }).fill('un mot de passe retrouvé');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL('/workspaces');
});

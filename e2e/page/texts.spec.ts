import type { Page } from '@playwright/test';
import { alert, channelLink, dialog, expect, still as test, told } from '../support/test.ts';

const exactly = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

test('signing in says what is missing, and that it failed, to the letter', async ({ people }) => {
  people.expectRefused(/401 POST .*\/login/);
  const camille = await people.register('Camille', 'Moreau');
  const page = await people.stranger('/login');
  const submit = page.getByRole('button', { name: 'Se connecter' });
  const email = page.getByLabel('E-mail');
  const password = page.getByLabel('Mot de passe', { exact: true });
  await submit.click();
  await expect(exactly(page, 'Vous devez remplir tous les champs.')).toBeVisible();
  await password.fill('quelque chose');
  await submit.click();
  await expect(exactly(page, 'Vous devez renseigner votre e-mail.')).toBeVisible();
  await password.clear();
  await email.fill(camille.email);
  await submit.click();
  await expect(exactly(page, 'Vous devez renseigner votre mot de passe.')).toBeVisible();
  await password.fill('pas le bon mot de passe');
  await submit.click();
  await told(page, 'Erreur d’authentification');
  await password.fill(camille.password);
  await submit.click();
  await told(page, 'Vous êtes connecté avec succès !');
  await expect(page).toHaveURL('/workspaces');
  const stored = await page.evaluate(() => ({
    state: JSON.parse(localStorage.getItem('sessionStore') ?? 'null'),
    token: localStorage.getItem('token'),
    cookie: document.cookie,
  }));
  expect(Object.keys(stored.state).sort()).toEqual(['isLoggedIn', 'token', 'user']);
  expect(stored.state.user._id).toBe(camille.user._id);
  expect(stored.cookie).toContain(`token=${stored.token}`);
  await page.goto('/login');
  await expect(page).toHaveURL('/workspaces');
});

test('registering says what is missing or wrong, to the letter', async ({ people }) => {
  people.expectRefused(/409 POST .*\/register/);
  const { email: taken } = await people.register('Camille', 'Moreau');
  const page = await people.stranger('/register');
  const submit = page.getByRole('button', { name: 'Créer mon compte' });
  await submit.click();
  await expect(exactly(page, 'Veuillez remplir tous les champs')).toBeVisible();
  await page.getByLabel('Prénom').fill('Karim');
  await page.getByLabel('Nom', { exact: true }).fill('Benali');
  await page.getByLabel('E-mail').fill(taken);
  const [password, confirmation] = [
    page.getByLabel('Mot de passe', { exact: true }),
    page.getByLabel('Confirmer le mot de passe'),
  ];
  await password.fill('court');
  await confirmation.fill('autre');
  await submit.click();
  await expect(exactly(page, 'Les mots de passe ne correspondent pas')).toBeVisible();
  await confirmation.fill('court');
  await submit.click();
  await expect(exactly(page, 'Le mot de passe doit contenir au moins 8 caractères')).toBeVisible();
  await password.fill('bien assez long');
  await confirmation.fill('bien assez long');
  await page.getByLabel('E-mail').fill('karim@');
  await submit.click();
  await expect(exactly(page, 'Veuillez entrer une adresse e-mail valide')).toBeVisible();
  await page.getByLabel('E-mail').fill(taken);
  await submit.click();
  await told(page, "Erreur lors de la création de l'utilisateur", 'Cette adresse e-mail est déjà utilisée.');
  const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('rien') };
  await page.locator('input[type=file]').setInputFiles(file);
  await told(page, 'Veuillez sélectionner une image valide.');
});

test('an alert stays 3000 ms, or until it is closed', async ({ people }) => {
  people.expectRefused(/401 POST .*\/login/);
  const page = await people.stranger('/login');
  await page.clock.install();
  await page.goto('/login');
  await page.getByLabel('E-mail').fill('personne@exemple.fr');
  await page.getByLabel('Mot de passe', { exact: true }).fill('rien de bon');
  const submit = page.getByRole('button', { name: 'Se connecter' });
  const shown = alert(page, 'Erreur d’authentification');
  await page.clock.pauseAt(Date.now() + 60_000);
  await submit.click();
  await expect(shown).toBeVisible();
  await page.clock.runFor(2_900);
  await expect(shown).toBeVisible();
  await page.clock.runFor(200);
  await expect(shown).toBeHidden();
  await submit.click();
  await shown.getByRole('button', { name: 'Fermer la notification' }).click();
  await expect(shown).toBeHidden();
});

test('settings and empty places say their fixed texts', async ({ people }) => {
  const camille = await people.register('Camille', 'Moreau');
  const { workspace, path } = await people.workspace(camille, 'Atelier');
  const page = await people.open(camille, path);
  await expect(exactly(page, 'Aucun message à afficher')).toBeVisible();
  await expect(exactly(page, 'En ligne – 1')).toBeVisible();
  await expect(page.getByText(/^Hors ligne –/)).toHaveCount(0);
  await expect(exactly(page, 'Salons')).toBeVisible();
  await page.getByRole('button', { name: 'Menu d’Atelier' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Inviter un ami', 'Paramètres', 'Quitter le serveur']);
  await page.getByRole('menuitem', { name: 'Paramètres' }).click();
  await expect(page).toHaveURL(`/settings/workspace/${workspace._id}`);
  const tabs = page.getByRole('region', { name: 'Navigation' });
  for (const [tab, heading] of [
    ['Canaux', 'Gestion des Canaux'],
    ['Invitations', "Paramètres d'Invitation"],
    ['Membres', 'Liste des membres'],
    ['Rôles', 'Gestion des rôles'],
    ['Général', 'Paramètres Généraux'],
  ] as const) {
    await tabs.getByRole('link', { name: tab, exact: true }).click();
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    if (tab === 'Canaux')
      await expect(page.getByRole('main').getByRole('listitem')).toContainText('# général (Public)');
    if (tab === 'Invitations') {
      await expect(exactly(page, 'Aucune invitation disponible pour ce workspace.')).toBeVisible();
    }
    if (tab === 'Membres') {
      await page.getByLabel('Rechercher par e-mail').fill('personne-de-ce-nom');
      await expect(exactly(page, 'Aucun membre trouvé.')).toBeVisible();
    }
  }
  await page.getByLabel('Nom du serveur').fill('Atelier Tilleul');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await told(page, 'Succès Les paramètres ont été enregistrés.');
  await expect(exactly(page, 'Zone dangereuse')).toBeVisible();
  await page.getByRole('button', { name: 'Supprimer le serveur' }).click();
  const sure = dialog(page);
  await sure.getByRole('button', { name: 'Supprimer le serveur' }).click();
  await expect(exactly(page, 'Le nom de la société est requis')).toBeVisible();
  await sure.getByLabel('Nom du serveur').fill('Atelier');
  await sure.getByRole('button', { name: 'Supprimer le serveur' }).click();
  await expect(exactly(page, 'Le nom de la société ne correspond pas')).toBeVisible();
  await page.keyboard.press('Escape');
  await tabs.getByText('Retour au workspace', { exact: true }).click();
  await expect(channelLink(page, 'général')).toBeVisible();
});

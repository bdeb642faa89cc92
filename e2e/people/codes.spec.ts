import type { Page } from '@playwright/test';
import { codeSentTo } from '../../server/test/outbox.ts';
import { expect, still as test, told } from '../support/test.ts';

const outbox = { dataDir: process.env.E2E_DATA_DIR ?? '' };
const codeField = (page: Page) => page.getByLabel('Code à six chiffres');
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await press(page, 'Se connecter');
}

test('A forgotten password is reset by a mailed code, by keyboard alone', { tag: '@daily' }, async ({ people }) => {
  people.expectRefused(/400 POST \/api\/otp\/check|401 POST \/api\/user\/login/);
  const { email, password } = await people.register('Camille', 'Moreau');
  const page = await people.stranger('/login');
  await page.getByLabel('E-mail').fill(email);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /Mot de passe oublié/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/reset-password?email=${encodeURIComponent(email)}`);
  await expect(page.getByText(`Un code a été envoyé par e-mail à ${email}.`)).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  const code = await codeSentTo(outbox, email);
  await page.keyboard.type(String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
  await page.keyboard.press('Enter');
  await told(page, 'Code OTP incorrect ou expiré.');
  await expect(codeField(page)).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await told(page, 'Code validé, vous pouvez choisir un nouveau mot de passe.');
  await expect(page.getByLabel('Nouveau mot de passe')).toBeFocused();
  await page.keyboard.type('un tout autre mot');
  await page.getByLabel('Confirmer le mot de passe').fill('un tout autre mot');
  await page.keyboard.press('Enter');
  await told(page, 'Mot de passe réinitialisé avec succès.');
  await expect(page).toHaveURL('/login');
  // An error makes the form longer below its title, which stays where it was.
  const title = page.getByRole('heading', { name: 'Bon retour' });
  const place = await title.boundingBox();
  await press(page, 'Se connecter');
  await expect(page.getByText('Vous devez remplir tous les champs.').last()).toBeVisible();
  expect((await title.boundingBox())?.y).toBeCloseTo(place?.y ?? 0, 0);
  await logIn(page, email, password);
  await told(page, 'Erreur d’authentification');
  await logIn(page, email, 'un tout autre mot');
  await expect(page).toHaveURL('/workspaces');
});

test('two-step is turned on by a code, and the next login asks for another', async ({ people }) => {
  const account = await people.register('Karim', 'Benali');
  const { email, password } = account;
  const mine = await people.open(account, '/enable-2fa');
  await press(mine, 'Activer la double authentification');
  await codeField(mine).fill(await codeSentTo(outbox, email));
  await press(mine, 'Valider le code');
  await told(mine, 'Double authentification activée !');
  await expect(mine).toHaveURL(/\/profile$/);

  const page = await people.stranger('/login');
  await logIn(page, email, password);
  await expect(page).toHaveURL('/verify-otp');
  await expect(codeField(page)).toBeFocused();
  const code = await codeSentTo(outbox, email, 2);
  // A reload keeps the pending code.
  await page.reload();
  await expect(page.getByText(`Un code a été envoyé par e-mail à ${email}.`)).toBeVisible();
  await codeField(page).fill(await codeSentTo(outbox, email, 3));
  expect(code).toMatch(/^\d{6}$/);
  await press(page, 'Valider le code');
  await told(page, 'Connexion sécurisée avec succès !');
  await expect(page).toHaveURL('/workspaces');
});

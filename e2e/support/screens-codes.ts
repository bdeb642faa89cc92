import type { Page } from '@playwright/test';
import type { Screen } from './screens.ts';
import { expect } from './test.ts';

const json = (body: object) => ({ json: body });
const field = (page: Page) => page.getByLabel('Code à six chiffres');
const user = { _id: '0199f3c0-5a1e-7d20-9c3b-2f8e6a1d4b01', email: 'camille.moreau@exemple.fr', firstName: 'Camille' };

/** Fakes the server's part of these screens, since codes come by mail. */
async function answer(page: Page): Promise<void> {
  await page.route('**/api/otp/sent', route => route.fulfill(json({ message: 'Un code vous a été envoyé.' })));
  await page.route('**/api/user/email?*', route => route.fulfill(json({ user: { _id: user._id } })));
  await page.route('**/api/user/login', route =>
    route.fulfill(json({ token: null, user: { ...user, doubleAuthentification: true }, pending: 'preuve' })),
  );
  await page.route('**/api/otp/check', route => route.fulfill(json({ status: 'success', resetToken: 'jeton' })));
}

async function forget(page: Page): Promise<void> {
  await answer(page);
  await page.getByLabel('E-mail').fill(user.email);
  await page.getByRole('link', { name: /Mot de passe oublié/ }).click();
  await expect(page.getByText(/Un code a été envoyé/)).toBeVisible();
}

/** Screens of codes. */
export const codeScreens: Screen[] = [
  {
    name: 'verify',
    path: () => '/login',
    guest: true,
    ready: async page => {
      await answer(page);
      await page.getByLabel('E-mail').fill(user.email);
      await page.getByLabel('Mot de passe', { exact: true }).fill('un mot de passe');
      await page.getByRole('button', { name: 'Se connecter' }).click();
      await field(page).fill('4829');
      await expect(page.getByText(/Un code a été envoyé/)).toBeVisible();
    },
  },
  { name: 'reset-code', path: () => '/login', guest: true, ready: forget },
  {
    name: 'reset-password',
    path: () => '/login',
    guest: true,
    ready: async page => {
      await forget(page);
      await field(page).fill('482913');
      await page.getByRole('button', { name: 'Valider le code' }).click();
      await page.getByLabel('Nouveau mot de passe').fill('un mot');
      await page.getByLabel('Confirmer le mot de passe').fill('un autre');
      await page.getByRole('button', { name: 'Changer le mot de passe' }).click();
      await expect(page.getByText('Les mots de passe ne correspondent pas.')).toBeVisible();
    },
  },
  {
    name: 'reset-unknown',
    path: () => '/login',
    guest: true,
    ready: async page => {
      await page.route('**/api/user/email?*', route =>
        route.fulfill({ status: 404, ...json({ code: 'user_not_found', message: 'Utilisateur introuvable.' }) }),
      );
      await page.getByLabel('E-mail').fill('une.adresse.vraiment.tres.longue.que.personne.n.a@exemple-d-entreprise.fr');
      await page.getByRole('link', { name: /Mot de passe oublié/ }).click();
      await expect(page.getByText(/Aucun compte n’a l’adresse/)).toBeVisible();
    },
  },
  {
    name: 'two-step-off',
    path: () => '/enable-2fa',
    ready: async page => {
      await expect(page.getByRole('button', { name: 'Activer la double authentification' })).toBeVisible();
    },
  },
  {
    name: 'two-step',
    path: () => '/enable-2fa',
    ready: async page => {
      await answer(page);
      const me = await page.evaluate(() => JSON.parse(localStorage.getItem('sessionStore') ?? '{}').user);
      await page.route(`**/api/user/${me._id}`, route =>
        route.fulfill(json({ user: { ...me, doubleAuthentification: true } })),
      );
      await page.getByRole('button', { name: 'Activer la double authentification' }).click();
      await expect(page.getByText(/Un code a été envoyé/)).toBeVisible();
    },
  },
];

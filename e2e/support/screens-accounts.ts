import type { Page } from '@playwright/test';
import type { Screen } from './screens.ts';
import { dialog, expect } from './test.ts';

const heading = (name: string) => async (page: Page) => {
  await expect(page.getByRole('heading', { name }).first()).toBeVisible();
};
const profile = async (page: Page) => {
  await heading('Mon Profil')(page);
  await expect(page.getByText('Cet appareil').first()).toBeVisible();
};

/** Screens of the user's account, and of the ways to log in. */
export const accountScreens: Screen[] = [
  { name: 'profile', path: () => '/settings/profile', ready: profile },
  {
    name: 'profile-sessions',
    scrolled: true,
    path: () => '/settings/profile',
    ready: async page => {
      await profile(page);
      await page.getByRole('heading', { name: 'Mes sessions' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'profile-address',
    path: () => '/settings/profile',
    ready: async page => {
      await profile(page);
      await page.getByRole('button', { name: 'Changer d’adresse…' }).click();
      await expect(dialog(page).getByLabel(/Nouvelle adresse/)).toBeVisible();
    },
  },
  {
    name: 'profile-deletion',
    path: () => '/settings/profile',
    ready: async page => {
      await profile(page);
      await page.getByRole('button', { name: /Supprimer (mon|votre|le) compte/ }).click();
      await expect(dialog(page)).toBeVisible();
    },
  },
  {
    name: 'profile-export',
    path: () => '/settings/profile',
    ready: async page => {
      await profile(page);
      const ready = page.getByRole('link', { name: /Télécharger l’export/ });
      const ask = page.getByRole('button', { name: /^Préparer / });
      await expect(ready.or(ask).first()).toBeVisible();
      if (!(await ready.isVisible())) await ask.click();
      await expect(ready).toBeVisible();
      await ready.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'proof-address',
    path: () => '/settings/profile',
    ready: async page => {
      await profile(page);
      await page.getByRole('button', { name: 'Recevoir un code' }).click();
      await expect(
        dialog(page)
          .getByText(/Un (nouveau )?code/)
          .first(),
      ).toBeVisible();
    },
  },
  {
    name: 'proof-identity',
    path: () => '/link-account',
    ready: async page => {
      await page.route('**/api/user/link-account', route =>
        route.fulfill({ status: 403, json: { code: 'reauthentication_required', message: 'Confirmez.' } }),
      );
      await page.getByLabel('E-mail de l’autre compte').fill('camille@exemple.fr');
      await page.getByLabel('Mot de passe de l’autre compte').fill('un mot de passe');
      await page.getByRole('button', { name: 'Lier ce compte' }).click();
      await expect(dialog(page).getByLabel('Mot de passe', { exact: true })).toBeFocused();
    },
  },
  { name: 'onboarding', path: () => '/onboarding', ready: heading('Protégez votre compte') },
  {
    name: 'onboarding-job',
    path: () => '/onboarding',
    ready: async page => {
      await page.getByRole('button', { name: 'Suivant' }).click();
      await heading('Votre travail')(page);
    },
  },
  {
    name: 'onboarding-links',
    path: () => '/onboarding',
    ready: async page => {
      await page.getByRole('button', { name: 'Suivant' }).click();
      await heading('Votre travail')(page);
      await page.getByRole('button', { name: 'Suivant' }).click();
      await heading('Vos liens')(page);
    },
  },
  { name: 'privacy', path: () => '/privacy', ready: heading('Confidentialité') },
  { name: 'data', path: () => '/data', ready: heading('Données') },
  { name: 'link-account', path: () => '/link-account', ready: heading('Lier un compte') },
  {
    name: 'report',
    path: ({ path }) => path,
    ready: async page => {
      const report = page.getByRole('menuitem', { name: 'Signaler' });
      // The click scrolls the message into view, and a late scroll event closes the menu again.
      await expect(async () => {
        await page.getByRole('article').filter({ hasText: 'une par une' }).click({ button: 'right' });
        await expect(report).toBeVisible({ timeout: 2_000 });
      }).toPass();
      await report.click();
      await expect(dialog(page)).toBeVisible();
    },
  },
];

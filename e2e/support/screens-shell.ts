import { showMyMenu } from './beside.ts';
import type { Screen } from './screens.ts';
import { expect, type Page } from './test.ts';

const heading = (name: string) => async (page: Page) => {
  await expect(page.getByRole('heading', { name }).first()).toBeVisible();
};

/** Screens of login and registration, home, the settings, and an unknown address. */
export const shellScreens: Screen[] = [
  { name: 'login', path: () => '/login', guest: true, ready: heading('Bon retour') },
  { name: 'register', path: () => '/register', guest: true, ready: heading('Créer un compte') },
  {
    name: 'unknown',
    path: () => '/nulle-part',
    guest: true,
    ready: async page => {
      await expect(page.getByRole('heading', { name: 'Cette page n’existe pas' })).toBeVisible();
    },
  },
  {
    name: 'home',
    path: () => '/home',
    ready: async page => {
      await expect(page.getByRole('heading', { name: 'Vos workspaces' })).toBeVisible();
    },
  },
  {
    name: 'home-profile-menu',
    within: '[role="menu"]',
    path: () => '/home',
    ready: async page => {
      await expect(page.getByRole('heading', { name: 'Vos workspaces' })).toBeVisible();
      await showMyMenu(page, 'Camille Moreau');
      // On a phone the menu is a page, with sheets of its own.
      const status = page.getByRole('button', { name: /^Statut/ });
      const leave = page.getByRole('menuitem', { name: 'Déconnexion' });
      await expect(status.or(leave)).toBeVisible();
      if (await status.isVisible()) await status.click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'general',
    path: () => '/settings/general',
    ready: async page => {
      await expect(page.getByRole('heading', { name: 'Apparence' })).toBeVisible();
    },
  },
  {
    name: 'licences',
    within: '[role="dialog"]',
    path: () => '/settings/general',
    ready: async page => {
      await page.getByRole('button', { name: 'Licences' }).click();
      const fastify = page.getByRole('dialog').getByText('fastify', { exact: true });
      await fastify.click();
      await expect(page.getByRole('dialog').getByText(/^MIT License/)).toBeVisible();
    },
  },
  {
    name: 'mails-off',
    path: () => '/mails-off/jeton',
    guest: true,
    ready: async page => {
      await expect(page.getByRole('button', { name: 'Ne plus recevoir ces e-mails' })).toBeVisible();
    },
  },
  {
    name: 'mails-off-gone',
    path: () => '/mails-off/jeton',
    guest: true,
    ready: async page => {
      await page.getByRole('button', { name: 'Ne plus recevoir ces e-mails' }).click();
      await expect(page.getByRole('heading', { name: 'Ce lien ne répond plus' })).toBeVisible();
    },
  },
];

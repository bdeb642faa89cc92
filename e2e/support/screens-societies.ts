import type { Page } from '@playwright/test';
import type { Screen } from './screens.ts';
import { dialog, expect } from './test.ts';

const seen = (text: string) => async (page: Page) => {
  await expect(page.getByText(text).first()).toBeVisible();
};
const inTab = (name: string, text: string) => async (page: Page) => {
  await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
  await seen(text)(page);
};
/** Shows a page as to a user without a society. */
const without = async (page: Page) => {
  const none = { society: null };
  await page.route('**/api/user/*/society', route => route.fulfill({ json: none }));
  await page.route(/\/api\/boot(\?|$)/, async route => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), society: none } });
  });
  await page.reload();
};

/** Screens of societies: their list, one of them, the user's own. */
export const societyScreens: Screen[] = [
  { name: 'societies', path: () => '/societies', ready: seen('Cabinet Kermarrec') },
  {
    name: 'society-creation',
    path: () => '/societies',
    ready: async page => {
      await without(page);
      await page.getByRole('button', { name: 'Créer une société' }).click();
      await expect(dialog(page, 'Nouvelle société')).toBeVisible();
      await page.unrouteAll();
    },
  },
  { name: 'society', path: ({ society }) => society, ready: seen('Voir votre société') },
  { name: 'own-society', path: () => '/userSociety', ready: seen('Léonie Dubreuil') },
  { name: 'own-society-pending', path: () => '/userSociety', ready: inTab('En attente', 'Accepter') },
  { name: 'own-society-settings', path: () => '/userSociety', ready: inTab('Paramètres', 'Zone dangereuse') },
  {
    name: 'own-society-import',
    path: () => '/userSociety',
    ready: async page => {
      await page.getByRole('tab', { name: 'Paramètres' }).click();
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Importer un CSV' }).click();
      const buffer = Buffer.from('Nom;E-mail\r\nMaud Roy;maud@exemple.fr\r\nRiou;sans adresse');
      await (await chooser).setFiles({ name: 'adresses.csv', mimeType: 'text/csv', buffer });
      await expect(dialog(page, 'Importer des adresses').getByText('Riou · sans adresse')).toBeVisible();
    },
  },
  {
    name: 'own-society-none',
    path: () => '/userSociety',
    ready: async page => {
      await without(page);
      await seen('Vous ne faites partie d’aucune société')(page);
      await page.unrouteAll();
    },
  },
];

import { api } from '@palabre/common/contract/index.ts';
import { administrator } from './administrator.ts';
import type { Screen } from './screens.ts';
import type { Stage } from './stage.ts';
import { expect, type Page, type People } from './test.ts';

/** What the settings of the place show, given to a page alone: other journeys use the same server. */
const place = {
  ...{ name: 'Atelier Tilleul', logo: null, supportEmail: 'aide@exemple.fr', language: null, autoDeleteDays: null },
  legalNotice: 'Édité par l’Atelier Tilleul, 3 rue des Orfèvres, Nantes.\nHébergé dans ses locaux.',
  links: [
    { label: 'Charte informatique', url: 'https://exemple.fr/charte' },
    { label: 'Accessibilité', url: 'https://exemple.fr/accessibilite' },
  ],
  ...{ workspaceMakers: 'everybody', societyMakers: 'everybody', fileBytes: 52_428_800, palette: null },
};
const announcements = [
  { _id: 'un', text: 'La cantine rouvre lundi.', kind: 'info' },
  {
    _id: 'deux',
    text: 'Palabre s’arrête samedi de 8 h à 9 h pour une mise à jour. Finissez vos envois de fichiers avant, et prévenez vos clients.',
    kind: 'important',
  },
].map(one => ({ ...one, endsAt: '2999-01-01T00:00:00.000Z' }));

const answer = (page: Page, path: string, json: object) =>
  page.route(`**/api${path}`, route =>
    route.request().method() === 'GET' ? route.fulfill({ json }) : route.continue(),
  );

const tab = async (page: Page, name: string) => {
  await page.getByRole('tab', { name, exact: true }).click();
};
const path = () => '/settings/admin';

/** Builds an administrator, and some history of settings. */
export async function settingsStage(people: People): Promise<Pick<Stage, 'owner'>> {
  const owner = await administrator(people);
  const { client } = owner;
  // Both are taken back: other journeys use the same server.
  for (const legalNotice of ['Édité à Nantes.', null]) {
    const { version } = await client.ok(api.settings.read);
    await client.ok(api.settings.change, { body: { version, legalNotice } });
  }
  return { owner };
}

/** Screens of the settings of the place, of announcements and of the first settings. */
export const settingsScreens: Screen<Pick<Stage, 'owner'>>[] = [
  {
    name: 'place-login',
    path: () => '/login',
    guest: true,
    ready: async page => {
      await answer(page, '/settings', { settings: place });
      await page.reload();
      await expect(page.getByText('Atelier Tilleul', { exact: true })).toBeVisible();
      await page.getByText('Mentions légales').click();
    },
  },
  {
    name: 'place-settings',
    path,
    ready: async page => {
      await tab(page, 'Réglages');
      await page.getByRole('switch', { name: 'Une couleur à nous' }).click();
      await expect(page.getByRole('group', { name: 'Aperçu dans les deux thèmes' })).toBeVisible();
    },
  },
  {
    name: 'place-settings-light',
    path,
    ready: async page => {
      await tab(page, 'Réglages');
      await page.getByRole('switch', { name: 'Une couleur à nous' }).click();
      await page.getByLabel('Couleur', { exact: true }).last().fill('#ffd400');
      await page.getByRole('button', { name: 'Ajouter un lien' }).click();
      await expect(page.getByText(/trop claire/)).toBeVisible();
      await page.getByText(/trop claire/).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'place-settings-passwords',
    path,
    ready: async page => {
      await tab(page, 'Réglages');
      await page.getByRole('switch', { name: 'Terminer les sessions inutilisées' }).click();
      await page.getByRole('switch', { name: 'Refuser les mots de passe les plus courants' }).click();
      await page.getByRole('heading', { name: 'Mots de passe' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'place-settings-end',
    path,
    ready: async page => {
      await tab(page, 'Réglages');
      await expect(page.getByRole('list', { name: 'Changements des réglages' })).toBeVisible();
      await page.getByRole('radio', { name: 'Après un nombre de jours' }).click();
      await page.getByRole('heading', { name: 'Historique des réglages' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'place-announcements',
    path,
    ready: async page => {
      await answer(page, '/announcements', { announcements });
      await page.reload();
      await tab(page, 'Annonces');
      await expect(page.getByRole('button', { name: 'Publier l’annonce' })).toBeVisible();
      await expect(page.getByText('La cantine rouvre lundi.')).toBeVisible();
    },
  },
  {
    name: 'place-setup',
    path: () => '/workspaces',
    ready: async page => {
      const setup = { isDone: false, mails: 'outbox', backup: { place: null, newest: null, isRunning: false } };
      await answer(page, '/admin/setup', { setup });
      await page.reload();
      await expect(page.getByRole('button', { name: 'Premiers réglages' })).toBeVisible();
    },
  },
  {
    name: 'place-setup-who',
    path: () => '/settings/admin?first=1',
    ready: async page => {
      await expect(page.getByRole('radio', { name: 'Tout le monde' })).toBeVisible();
    },
  },
  {
    name: 'place-setup-mails',
    path: () => '/settings/admin?first=1',
    ready: async page => {
      for (const step of ['Identité', 'Aide', 'E-mails']) {
        await page.getByRole('button', { name: 'Continuer' }).click();
        await expect(page.getByText(step, { exact: true }).first()).toBeVisible();
      }
      await expect(page.getByRole('button', { name: 'Envoyer un e-mail d’essai' })).toBeVisible();
    },
  },
];

import { showInbox, showList } from './beside.ts';
import type { Extremes } from './extremes.ts';
import { isKept } from './kept.ts';
import type { Screen } from './screens.ts';
import { composer, dialog, expect, type Page } from './test.ts';

/** Opens a dialog by its key, repeated as the page may render before it listens to keys. */
const openBy = async (page: Page, key: string, name: string) => {
  await expect(composer(page)).toBeVisible();
  await expect(async () => {
    await page.keyboard.press(key);
    await expect(dialog(page, name)).toBeVisible({ timeout: 3_000 });
  }).toPass();
};

const search = (typed: string, found: RegExp) => async (page: Page) => {
  await openBy(page, 'Control+k', 'Rechercher');
  await page.getByRole('combobox', { name: 'Rechercher' }).fill(typed);
  await expect(dialog(page, 'Rechercher').getByText(found).first()).toBeVisible();
};

const failure = { status: 500, json: { code: 'internal', message: 'Une erreur est survenue. Réessayez plus tard.' } };

/** Opens the inbox with `count` fake notifications. */
const inbox = (count: number) => async (page: Page) => {
  const said = [
    'on se retrouve à **14 h** devant la halle ?',
    'les menuiseries arrivent mardi, il faut quelqu’un pour les réceptionner avant que la pluie ne revienne, et de quoi les couvrir',
    'merci !',
  ];
  const [, workspaceId = '', channelId = ''] = /workspace\/([^/]+)\/channel\/([^/?]+)/.exec(page.url()) ?? [];
  const names = ['Karim', 'Marie-Antoinette Guillemette de La Rochefoucauld-Montbazon', 'Léonie'];
  const notifications = Array.from({ length: count }, (_, n) => ({
    ...{
      _id: crypto.randomUUID(),
      content: 'Vous invite dans Atelier Tilleul.',
      link: n % 3 === 0 ? `/workspace/${workspaceId}/channel/${channelId}` : '/conversation',
      isRead: n > count / 2,
    },
    type: ['mention', 'message', 'invite'][n % 3],
    createdAt: new Date(Date.now() - n * 5_400_000).toISOString(),
    actor: { _id: `0199f3c0-5a1e-7d20-9c3b-2f8e6a1d4b0${n % 3}`, firstName: names[n % 3], avatar: null },
    about:
      n % 3 === 2
        ? null
        : { channelId: n % 3 ? null : channelId, conversationId: null, position: n + 1, excerpt: said[n % 3] },
  }));
  await page.route('**/api/notifications', route => route.fulfill({ json: { notifications } }));
  await page.route(/\/api\/boot(\?|$)/, async route => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, notifications: { notifications } } });
  });
  await page.reload();
  await showInbox(page);
  await expect(dialog(page, 'Boîte de réception').getByRole('link').first()).toBeVisible();
  await page.unrouteAll();
};

/** Screens of the search with and without results, the sheet of shortcuts, and the days of a place. */
export const searchScreens: Screen[] = [
  { name: 'search', path: ({ path }) => path, ready: search('charpente', /^Messages$/) },
  { name: 'search-files', path: ({ path }) => path, ready: search('façade', /^Fichiers$/) },
  { name: 'search-nothing', path: ({ path }) => path, ready: search('zzyzx', /^Rien ne correspond/) },
  { name: 'search-people', path: ({ path }) => path, ready: search('léonie', /^Personnes$/) },
  { name: 'inbox', path: ({ path }) => path, ready: inbox(3) },
  {
    name: 'inbox-mentions',
    path: ({ path }) => path,
    ready: async page => {
      await inbox(12)(page);
      await page.getByRole('tab', { name: /^Mentions/ }).click();
      await expect(page.getByRole('list', { name: 'Mentions' })).toBeVisible();
    },
  },
  {
    name: 'hearing-menu',
    within: '[role="menu"]',
    path: ({ path }) => path,
    ready: async page => {
      await expect(composer(page)).toBeVisible();
      await showList(page);
      await page.getByRole('link', { name: 'chantier-lyon' }).click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Me notifier' }).click();
      await expect(page.getByRole('menuitemcheckbox', { name: 'Tous les messages' })).toBeVisible();
    },
  },
  {
    name: 'shortcuts',
    path: ({ path }) => path,
    ready: page => openBy(page, 'Control+/', 'Raccourcis clavier'),
  },
  {
    name: 'days',
    path: ({ path }) => path,
    ready: async page => {
      await page.getByRole('log').getByRole('article').last().focus();
      await page.keyboard.press('d');
      await expect(dialog(page, 'Aller à une date')).toBeVisible();
    },
  },
];

/** Screens of the search with many results, long names, and failures. */
export const searchExtremes: Screen<Extremes>[] = [
  { name: 'full-inbox', path: ({ path }) => path, ready: inbox(100) },
  { name: 'full-search', path: ({ path }) => path, ready: search('chantier', /^Salons/) },
  {
    name: 'search-failed',
    path: ({ path }) => path,
    ready: async page => {
      await page.route('**/api/search/**', route => route.fulfill(failure));
      await search('zzyzx', /n’a pas abouti/)(page);
      await page.unrouteAll();
    },
  },
  {
    name: 'search-offline',
    path: ({ path }) => path,
    ready: async page => {
      await search('chantier', /^Salons/)(page);
      await page.context().setOffline(true);
      await page.getByRole('combobox', { name: 'Rechercher' }).fill('façade nord');
      await expect(dialog(page, 'Rechercher').getByText(/avec une connexion/)).toBeVisible();
    },
  },
  {
    name: 'search-waiting',
    path: ({ path }) => path,
    ready: async page => {
      await page.route('**/api/search/**', () => {});
      await openBy(page, 'Control+k', 'Rechercher');
      await page.getByRole('combobox', { name: 'Rechercher' }).fill('poutre');
      await expect(dialog(page, 'Rechercher').locator('[aria-busy="true"]').first()).toBeAttached();
    },
  },
  {
    name: 'reopened',
    path: ({ path }) => path,
    ready: async page => {
      await expect(page.getByRole('log').getByRole('article').last()).toBeVisible();
      await isKept(page);
      await page.route('**/api/**', route => route.abort());
      await page.routeWebSocket(/socket\.io/, socket => socket.close());
      await page.reload();
      await expect(page.getByText('Le serveur ne répond pas.', { exact: false })).toBeVisible({ timeout: 30_000 });
      await expect(page.getByRole('log').getByRole('article').last()).toBeVisible();
      const members = page.getByRole('button', { name: 'Afficher les membres' });
      if (await members.isVisible()) await members.click();
    },
  },
];

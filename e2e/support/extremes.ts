import { api } from '@palabre/common/contract/index.ts';
import { expect } from '@playwright/test';
import { showInbox, showList, showMembers, showMyMenu } from './beside.ts';
import { proveAddress } from './prove.ts';
import type { Screen } from './screens.ts';
import { searchExtremes } from './screens-search.ts';
import type { Stage } from './stage.ts';
import { type Account, composer, type Page, type People } from './test.ts';

const channelCount = 200;
const memberCount = 300;

const rightToLeft: [string, string][] = [
  ['ליאורה', 'בן־דוד'],
  ['عبد الرحمن', 'الفاسي الفهري'],
];
const firstNames = [
  'Aïssata',
  'Benoît',
  'Chloé',
  'Driss',
  'Élodie',
  'Fanch',
  'Gwenaëlle',
  'Hugo',
  'Inès',
  'Jean-Baptiste',
];
const lastNames = ['Lefèvre', 'Nguyen', 'Traoré', 'Le Goff', 'Fernandes', 'Öztürk', 'Dupont-Aignan', 'Mbappé'];
const subjects = ['accueil', 'chantier', 'devis', 'planning', 'sécurité', 'fournisseurs', 'photos', 'juridique'];

/** A workspace of maximum size, an empty one, and a member of both. */
export interface Extremes extends Omit<Stage, 'files'> {
  emptyPath: string;
}

/** Builds the full and the empty workspace: 300 members, 200 channels, tall code, right-to-left text. */
export async function extremes(people: People): Promise<Extremes> {
  const owner = await people.register('Camille', 'Moreau');
  const others: Account[] = [];
  for (const [first, last] of rightToLeft) others.push(await people.register(first, last));
  for (let n = others.length; n < memberCount - 1; n += 1) {
    others.push(await people.register(firstNames[n % 10] ?? '', `${lastNames[n % 8]} ${n}`));
  }
  const full = await people.workspace(owner, 'Groupe Constructions de l’Ouest', ...others);
  const empty = await people.workspace(owner, 'Tout neuf');
  const workspaceId = full.workspace._id;
  for (let n = 1; n < channelCount; n += 1) {
    const visibility = (['public', 'protected', 'private'] as const)[n % 3] ?? 'public';
    await owner.client.ok(api.channels.create, { body: { title: `${subjects[n % 8]}-${n}`, visibility, workspaceId } });
  }
  const [liora, abder, benoit] = others as [Account, Account, Account];
  const code = Array.from({ length: 120 }, (_, n) => `  poser(poutre[${n}], { niveau: ${n % 4} });`).join('\n');
  const talk: [Account, string][] = [
    [liora, 'שלום לכולם! המסמך **מוכן** לבדיקה, ראו https://exemple.fr/plan'],
    [abder, 'صباح الخير، هل الاجتماع غدا على الساعة 10؟\n\n> نعم، في القاعة الكبيرة'],
    [benoit, `Voici le calcul :\n\n\`\`\`\n${code}\n\`\`\``],
    [owner, 'Merci, je regarde.'],
  ];
  for (const [who, content] of talk) {
    await who.client.ok(api.messages.send, { body: { channelId: full.welcome._id, content } });
  }
  await fillSociety(owner, others);
  await people.haveRead(owner);
  return { ...full, owner, settings: `/settings/workspace/${workspaceId}`, emptyPath: empty.path };
}

/** Creates a society of all the members. */
async function fillSociety(owner: Account, others: readonly Account[]): Promise<void> {
  const { society } = await owner.client.ok(api.societies.create, { body: { name: 'Constructions de l’Ouest' } });
  const params = { id: society._id };
  const emails = others.map(({ email }) => email);
  await owner.client.ok(api.societies.update, { params, body: { action: 'addWhitelistBulk', emails } });
  await Promise.all(others.map(proveAddress));
  for (const { client } of others) await client.ok(api.societies.update, { params, body: { action: 'join' } });
}

const seen = (text: string | RegExp) => async (page: Page) => {
  await expect(page.getByText(text).first()).toBeVisible();
};
const failing = (path: string) => async (page: Page) => {
  await page.route(path, route =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'Une erreur est survenue' } }),
  );
  await page.reload();
};

/** Screens of maximum size, of nothing, and of failures. */
export const extremeScreens: Screen<Extremes>[] = [
  ...searchExtremes,
  { name: 'full', path: ({ path }) => path, ready: seen('Merci, je regarde.') },
  {
    name: 'full-start',
    path: ({ path }) => path,
    ready: async page => {
      await seen('Merci, je regarde.')(page);
      await page.getByRole('log').press('Home');
      await seen('שלום לכולם')(page);
    },
  },
  {
    name: 'full-members',
    path: ({ path }) => path,
    ready: async page => {
      await seen('Merci, je regarde.')(page);
      await showMembers(page);
      await seen(/^Hors ligne – /)(page);
    },
  },
  {
    name: 'full-list',
    path: ({ path }) => path,
    ready: async page => {
      await seen('Merci, je regarde.')(page);
      await showList(page);
      await seen('chantier-1')(page);
    },
  },
  { name: 'full-settings-channels', path: ({ settings }) => `${settings}/channels`, ready: seen('# chantier-1') },
  { name: 'full-settings-members', path: ({ settings }) => `${settings}/members`, ready: seen('Personne n’est banni') },
  { name: 'full-society', path: () => '/userSociety', ready: seen(/@exemple\.fr$/) },
  {
    name: 'full-society-whitelist',
    path: () => '/userSociety',
    ready: async page => {
      await page.getByRole('tab', { name: 'Paramètres' }).click();
      await page.getByText('Liste blanche').first().scrollIntoViewIfNeeded();
    },
  },
  { name: 'empty', path: ({ emptyPath }) => emptyPath, ready: seen('Aucun message à afficher') },
  { name: 'empty-conversations', path: () => '/conversation', ready: seen("Vous n'avez pas de conversation !!") },
  {
    name: 'empty-inbox',
    path: ({ emptyPath }) => emptyPath,
    ready: async page => {
      await showInbox(page);
      await seen(/Vous avez tout lu/)(page);
    },
  },
  {
    name: 'empty-invites',
    path: ({ settings }) => `${settings}/invites`,
    ready: seen('Aucune invitation disponible pour ce workspace.'),
  },
  {
    name: 'offline',
    path: ({ path }) => path,
    ready: async page => {
      await seen('Merci, je regarde.')(page);
      await page.context().setOffline(true);
      await seen('Vous êtes hors ligne.')(page);
      await composer(page).fill('Écrit hors ligne');
      await composer(page).press('Control+Enter');
      await seen('Écrit hors ligne')(page);
    },
  },
  {
    name: 'logout-unsent',
    path: ({ emptyPath }) => emptyPath,
    ready: async page => {
      await seen('Aucun message à afficher')(page);
      await page.route('**/api/message', route => route.abort());
      await composer(page).fill('Écrit hors ligne');
      await composer(page).press('Control+Enter');
      await showList(page);
      await showMyMenu(page, 'Camille Moreau');
      await page
        .getByRole('menuitem', { name: 'Déconnexion' })
        .or(page.getByRole('button', { name: 'Déconnexion' }))
        .click();
      await seen('1 message n’est pas envoyé')(page);
    },
  },
  {
    name: 'failed-messages',
    path: ({ emptyPath }) => emptyPath,
    ready: async page => {
      await failing('**/api/message/paginated*')(page);
      await seen('Les messages n’ont pas pu être chargés.')(page);
    },
  },
  {
    name: 'failed-members',
    path: ({ settings }) => `${settings}/members`,
    ready: async page => {
      await failing('**/api/workspace/*/members*')(page);
      await seen('La liste des membres n’a pas pu être chargée.')(page);
    },
  },
  {
    name: 'failed-discovery',
    path: () => '/workspaces',
    ready: async page => {
      await failing('**/api/workspace?*')(page);
      await failing('**/api/workspace')(page);
      await seen('Les workspaces n’ont pas pu être chargés')(page);
    },
  },
];

import { api } from '@palabre/common/contract/index.ts';
import type { Page } from '@playwright/test';
import { type Account, channelLink, composer, dialog, expect, type People, type Place } from './test.ts';

/** A workspace with something of everything, and the person who sees all of it. */
export interface Stage extends Place {
  owner: Account;
  /** The same workspace's settings, up to the section. */
  settings: string;
}

const names: [string, string][] = [
  ['Karim', 'Benali'],
  ['Léonie', 'Dubreuil'],
  ['Marie-Antoinette Guillemette', 'de La Rochefoucauld-Montbazon de Saint-Exupéry'],
  ['Théo', 'Van den Berghe'],
  ['Souleymane', 'Aw'],
];
const long =
  'Compte rendu de la réunion de chantier : la charpente est posée, le bardage arrive mardi, et il reste à choisir ' +
  'la teinte des menuiseries avec la maîtrise d’ouvrage avant vendredi. https://exemple.fr/' +
  'documents/'.repeat(12);

/** Builds the workspace: long names, all three visibilities, roles, invitations, someone banned, some messages. */
export async function stage(people: People): Promise<Stage> {
  const owner = await people.register('Camille', 'Moreau');
  const others = await Promise.all(names.map(([first, last]) => people.register(first, last)));
  const banned = await people.register('Inès', 'Ortega');
  const place = await people.workspace(owner, 'Atelier Tilleul', ...others, banned);
  const { client } = owner;
  const params = { id: place.workspace._id };
  const workspaceId = place.workspace._id;
  await client.ok(api.members.ban, { params, body: { userId: banned.user._id } });
  await client.ok(api.workspaces.update, {
    params,
    body: {
      description: 'Architecture et réhabilitation : chantiers, appels d’offres.',
      tags: ['architecture', 'bois'],
    },
  });
  const create = (title: string, visibility: 'public' | 'protected' | 'private') =>
    client.ok(api.channels.create, { body: { title, visibility, workspaceId } });
  await create('chantier-lyon', 'public');
  await create('annonces', 'protected');
  await create('direction', 'private');
  await create('appel-d-offres-rehabilitation-de-la-halle-aux-grains-de-villefranche', 'private');
  const [karim, leonie] = others as [Account, Account];
  await client.ok(api.roles.create, {
    body: {
      name: 'Conduite',
      workspaceId,
      users: [karim.user._id],
      color: '#2a6390',
      canKick: true,
      addChannels: true,
    },
  });
  await client.ok(api.roles.create, {
    body: { name: 'Équipe de la maîtrise d’œuvre', workspaceId, users: [leonie.user._id], color: '#a0522d' },
  });
  await client.ok(api.invites.create, { params: { workspaceId }, body: { time: '24h' } });
  const channelId = place.welcome._id;
  const talk: [Account, string][] = [
    [owner, 'Bonjour à tous !'],
    [karim, 'Bonjour Camille. **La charpente** est posée, *enfin*.'],
    [karim, 'Photos ce soir, ||surprise|| comprise.'],
    [leonie, long],
    [owner, '```\nconst total = 42;\n```'],
    [others[2] as Account, '- le plan\n- la coupe\n- la façade'],
  ];
  for (const [who, content] of talk) await who.client.ok(api.messages.send, { body: { channelId, content } });
  for (let n = 0; n < 3; n += 1) {
    await people.workspace(
      karim,
      ['Maison Rivière', 'Cabinet Kermarrec', 'Coopérative des Monts du Lyonnais'][n] ?? '',
    );
  }
  return { ...place, owner, settings: `/settings/workspace/${workspaceId}` };
}

export interface Screen {
  name: string;
  path: (stage: Stage) => string;
  /** Nobody is logged in. */
  guest?: true;
  /** What the screen is once it is there. */
  ready: (page: Page) => Promise<void>;
}

const heading = (name: string) => async (page: Page) => {
  await expect(page.getByRole('heading', { name }).first()).toBeVisible();
};
const inChannel = async (page: Page) => {
  await expect(page.getByRole('log').getByRole('article').last()).toBeVisible();
};

/** Opens the members and the list of channels, where they slide over the page. */
const open = (name: string) => async (page: Page) => {
  const button = page.getByRole('button', { name, exact: true });
  if (await button.isVisible()) await button.click();
};

/** Changes the theme as another tab of the same browser would, and waits until colours are what they will be. */
export async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(async newValue => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'palabre.theme', newValue }));
    await new Promise(requestAnimationFrame);
    await Promise.allSettled(document.getAnimations().map(animation => animation.finished));
  }, theme);
}

/** Every screen there is. */
export const screens: Screen[] = [
  { name: 'login', path: () => '/login', guest: true, ready: heading('Bon retour') },
  {
    name: 'login-refused',
    path: () => '/login',
    guest: true,
    ready: async page => {
      await page.getByRole('button', { name: 'Se connecter' }).click();
      await expect(page.getByText('Vous devez remplir tous les champs.')).toBeVisible();
    },
  },
  { name: 'register', path: () => '/register', guest: true, ready: heading('Créer un compte') },
  { name: 'unknown', path: () => '/nulle-part', guest: true, ready: heading('Cette page n’existe pas') },
  {
    name: 'discovery',
    path: () => '/workspaces',
    ready: async page => {
      await expect(page.getByText('Vous êtes déjà membre').first()).toBeVisible();
    },
  },
  {
    name: 'discovery-empty',
    path: () => '/workspaces?filter=society',
    ready: async page => {
      await expect(page.getByText('Vous ne faites partie d’aucune société')).toBeVisible();
    },
  },
  {
    name: 'code',
    path: () => '/workspaces',
    ready: async page => {
      await page.getByRole('button', { name: "Entrer un code d'invitation" }).click();
      await expect(dialog(page, 'Rejoindre un Workspace')).toBeVisible();
    },
  },
  {
    name: 'workspace-creation',
    path: () => '/workspaces',
    ready: async page => {
      await open('Ouvrir le panneau')(page);
      await page.getByRole('button', { name: 'Nouveau workspace' }).click();
      await expect(dialog(page, 'Nouveau workspace')).toBeVisible();
    },
  },
  { name: 'channel', path: ({ path }) => path, ready: inChannel },
  {
    name: 'channel-list',
    path: ({ path }) => path,
    ready: async page => {
      await inChannel(page);
      await open('Retour à la liste')(page);
      await open('Ouvrir le panneau')(page);
      await expect(page.getByRole('link', { name: 'chantier-lyon' })).toBeVisible();
    },
  },
  {
    name: 'channel-empty',
    path: ({ path }) => path,
    ready: async page => {
      await inChannel(page);
      await open('Retour à la liste')(page);
      await open('Ouvrir le panneau')(page);
      await channelLink(page, 'direction').first().click();
      await expect(page.getByText('Aucun message à afficher')).toBeVisible();
    },
  },
  {
    name: 'message-edit',
    path: ({ path }) => path,
    ready: async page => {
      await inChannel(page);
      await composer(page).press('ArrowUp');
      await expect(page.getByText('Modification d’un message')).toBeVisible();
    },
  },
  {
    name: 'message-menu',
    path: ({ path }) => path,
    ready: async page => {
      await inChannel(page);
      await page.getByRole('article').filter({ hasText: 'total' }).click({ button: 'right' });
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'members',
    path: ({ path }) => path,
    ready: async page => {
      await inChannel(page);
      await open('Afficher les membres')(page);
      await page.getByRole('button', { name: /Karim Benali/ }).click();
      await expect(page.getByRole('dialog', { name: 'Profil de Karim Benali' })).toBeVisible();
    },
  },
  {
    name: 'channel-creation',
    path: ({ path }) => path,
    ready: async page => {
      await inChannel(page);
      await open('Retour à la liste')(page);
      await open('Ouvrir le panneau')(page);
      await page.getByRole('button', { name: 'Créer un salon' }).click();
      await expect(dialog(page, 'Créer un salon')).toBeVisible();
    },
  },
  {
    name: 'invitation',
    path: ({ path }) => path,
    ready: async page => {
      await inChannel(page);
      await open('Retour à la liste')(page);
      await open('Ouvrir le panneau')(page);
      await page.getByRole('button', { name: 'Menu de Atelier Tilleul' }).click();
      await page.getByRole('menuitem', { name: 'Inviter un ami' }).click();
      await expect(dialog(page, 'Inviter un ami')).toBeVisible();
    },
  },
  {
    name: 'invitation-unknown',
    path: () => '/invite/FAUXCODE',
    ready: async page => {
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  { name: 'settings', path: ({ settings }) => settings, ready: heading('Paramètres Généraux') },
  {
    name: 'settings-deletion',
    path: ({ settings }) => settings,
    ready: async page => {
      await page.getByRole('button', { name: 'Supprimer le serveur' }).click();
      await expect(dialog(page)).toBeVisible();
    },
  },
  { name: 'settings-channels', path: ({ settings }) => `${settings}/channels`, ready: heading('Gestion des Canaux') },
  {
    name: 'settings-invites',
    path: ({ settings }) => `${settings}/invites`,
    ready: heading("Paramètres d'Invitation"),
  },
  {
    name: 'settings-members',
    path: ({ settings }) => `${settings}/members`,
    ready: async page => {
      await expect(page.getByRole('button', { name: /^Débannir/ })).toBeVisible();
    },
  },
  {
    name: 'settings-roles',
    path: ({ settings }) => `${settings}/roles`,
    ready: async page => {
      await expect(page.getByText('Conduite', { exact: true }).first()).toBeVisible();
    },
  },
  {
    name: 'settings-role',
    path: ({ settings }) => `${settings}/roles`,
    ready: async page => {
      await page.getByRole('button', { name: 'Modifier Conduite' }).click();
      await expect(dialog(page, 'Modifier le rôle')).toBeVisible();
    },
  },
  {
    name: 'settings-role-access',
    path: ({ settings }) => `${settings}/roles`,
    ready: async page => {
      await page.getByRole('button', { name: 'Accès et membres Conduite' }).click();
      await expect(dialog(page, 'Rôle Conduite')).toBeVisible();
    },
  },
];

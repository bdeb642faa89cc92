import type { Page } from '@playwright/test';
import { showList, showMembers } from './beside.ts';
import { pressInRow, rowMenu } from './rows.ts';
import { accountScreens } from './screens-accounts.ts';
import { availabilityScreens } from './screens-availability.ts';
import { codeScreens } from './screens-codes.ts';
import { fileScreens } from './screens-files.ts';
import { pushScreens } from './screens-push.ts';
import { scheduledScreens } from './screens-scheduled.ts';
import { searchScreens } from './screens-search.ts';
import { shellScreens } from './screens-shell.ts';
import { societyScreens } from './screens-societies.ts';
import { threadScreens } from './screens-threads.ts';
import type { TalkingStage } from './stage.ts';
import { composer, dialog, expect, goWithin } from './test.ts';

/** Screen of the product: how it is reached, and how it is known to be ready. */
export interface Screen<S = TalkingStage> {
  name: string;
  path: (stage: S) => string;
  /** Whether the screen is shown to a guest. */
  guest?: true;
  /** Selector of the layer to be checked alone, as the page behind it is out of reach. */
  within?: string;
  /** Whether the screen is the previous one scrolled down: a picture of its own, with nothing else new. */
  scrolled?: true;
  /** Rules that the screen satisfies in another way. */
  without?: readonly string[];
  /** Brings the screen to its state, and waits until it is shown. */
  ready: (page: Page, stage: S) => Promise<void>;
}

const heading = (name: string) => async (page: Page) => {
  await expect(page.getByRole('heading', { name }).first()).toBeVisible();
};
const inChannel = async (page: Page) => {
  await expect(page.getByRole('log').getByRole('article').last()).toBeVisible();
};

/** Content of the page of conversations: their list on a phone, elsewhere the words that ask to choose one. */
const conversationsIn = (page: Page) =>
  page.getByRole('main').getByText('Sélectionnez une conversation !').or(page.getByRole('main').getByRole('list'));

/** Changes the theme as another tab would, and waits for the end of the transitions. */
export async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(async newValue => {
    if (document.documentElement.dataset.theme !== newValue) {
      document.documentElement.dataset.theme = newValue;
      window.dispatchEvent(new StorageEvent('storage', { key: 'palabre.theme', newValue }));
      await new Promise(requestAnimationFrame);
    }
    // Animations that follow a scroll never finish.
    const timed = document.getAnimations().filter(({ timeline }) => timeline === document.timeline);
    await Promise.allSettled(timed.map(animation => animation.finished));
  }, theme);
}

/** Changes the language as another tab would. */
export async function setLanguage(page: Page, language: string): Promise<void> {
  await page.evaluate(newValue => {
    localStorage.setItem('palabre.language', newValue);
    window.dispatchEvent(new StorageEvent('storage', { key: 'palabre.language', newValue }));
  }, language);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** Calls that the screens make to be refused. */
export const refusals = [
  /404 (PUT .*FAUXCODE|GET .*invited|POST .*mail\/stop|GET .*(conversation|message|user\/email))/,
  /403 POST \/api\/user\/link-account/,
];

/** All screens of the product. */
export const screens: Screen[] = [
  {
    name: 'login-refused',
    path: () => '/login',
    guest: true,
    ready: async page => {
      await page.getByRole('button', { name: 'Se connecter' }).click();
      await expect(page.getByText('Vous devez remplir tous les champs.')).toBeVisible();
    },
  },
  ...codeScreens,
  ...shellScreens,
  ...accountScreens,
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
      await expect(page.getByText('Aucun workspace de votre société')).toBeVisible();
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
    ready: async (page, { workspace }) => {
      await expect(page.getByText('Vous êtes déjà membre').first()).toBeVisible();
      await showList(page);
      const create = page.getByRole('button', { name: 'Nouveau workspace' });
      // On a phone, beside the workspaces that stand above the channels.
      if (!(await create.isVisible())) await goWithin(page, `/workspace/${workspace._id}`);
      await create.click();
      await expect(dialog(page, 'Nouveau workspace')).toBeVisible();
    },
  },
  { name: 'channel', path: ({ path }) => path, ready: inChannel },
  ...threadScreens,
  {
    name: 'channel-list',
    path: ({ path }) => path,
    ready: async page => {
      await inChannel(page);
      await showList(page);
      await expect(page.getByRole('link', { name: 'chantier-lyon' })).toBeVisible();
    },
  },
  {
    name: 'channel-empty',
    path: ({ path }) => path,
    ready: async page => {
      await inChannel(page);
      await showList(page);
      await page.getByRole('link', { name: 'direction' }).first().click();
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
    name: 'message-failed',
    path: ({ path }) => path,
    ready: async page => {
      await inChannel(page);
      const failure = { code: 'internal', message: 'Une erreur est survenue. Réessayez plus tard.' };
      await page.route('**/api/message', route => route.fulfill({ status: 500, json: failure }));
      // An edit started on the previous screen would still be open.
      await composer(page).press('Escape');
      await composer(page).fill('Ce message ne part pas');
      await composer(page).press('Control+Enter');
      await expect(page.getByText(/^Message non envoyé/)).toBeVisible();
      await page.unroute('**/api/message');
    },
  },
  ...availabilityScreens,
  ...pushScreens,
  ...fileScreens,
  ...scheduledScreens,
  ...searchScreens,
  ...societyScreens,
  {
    name: 'completion',
    // Arrow keys move in the options and scroll them, while the focus stays in the field.
    without: ['scrollable-region-focusable'],
    path: ({ path }) => path,
    ready: async page => {
      await inChannel(page);
      await composer(page).press('Escape');
      await composer(page).fill('');
      await composer(page).pressSequentially('Bonjour @');
      await expect(page.getByRole('listbox', { name: 'Propositions' })).toBeVisible();
    },
  },
  {
    name: 'emoji-picker',
    path: ({ path }) => path,
    ready: async page => {
      await inChannel(page);
      await composer(page).fill('');
      await page.getByRole('button', { name: 'Ajouter un emoji' }).click();
      await expect(dialog(page, 'Choisir un emoji').getByRole('menuitem').first()).toBeVisible();
    },
  },
  {
    name: 'gif-picker',
    path: ({ path }) => path,
    ready: async page => {
      await inChannel(page);
      await composer(page).click();
      await page.getByRole('button', { name: 'Ajouter un GIF' }).click();
      await expect(page.getByRole('button', { name: 'bonjour' })).toBeVisible();
    },
  },
  {
    name: 'message-menu',
    within: '[role="menu"]',
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
      await showMembers(page);
      await page.getByRole('button', { name: /Karim Benali/ }).click();
      await expect(page.getByRole('dialog', { name: 'Profil de Karim Benali' })).toBeInViewport();
    },
  },
  {
    name: 'channel-creation',
    path: ({ path }) => path,
    ready: async page => {
      await inChannel(page);
      await showList(page);
      await page.getByRole('button', { name: 'Créer un salon' }).click();
      await expect(dialog(page, 'Créer un salon')).toBeVisible();
    },
  },
  {
    name: 'channel-people',
    path: ({ settings }) => `${settings}/channels`,
    ready: async page => {
      await pressInRow(page, 'direction', {
        ...{ button: 'Ajouter des personnes à #direction', item: 'Ajouter des personnes' },
      });
      await expect(dialog(page, 'Personnes de #direction').getByText('Karim Benali')).toBeVisible();
    },
  },
  {
    name: 'invitation',
    path: ({ path }) => path,
    ready: async page => {
      await inChannel(page);
      await showList(page);
      await page.getByRole('button', { name: 'Menu d’Atelier Tilleul' }).click();
      await page.getByRole('menuitem', { name: 'Inviter un ami' }).click();
      await expect(dialog(page, 'Inviter un ami')).toBeVisible();
    },
  },
  {
    name: 'invitation-mail',
    path: ({ path }) => path,
    ready: async page => {
      await inChannel(page);
      await showList(page);
      await page.getByRole('button', { name: 'Menu d’Atelier Tilleul' }).click();
      await page.getByRole('menuitem', { name: 'Inviter un ami' }).click();
      await dialog(page, 'Inviter un ami').getByRole('tab', { name: 'Par e-mail' }).click();
      await page.getByLabel('Adresses e-mail').fill('zoe@exemple.fr theo');
      await page.getByRole('button', { name: 'Envoyer les invitations' }).click();
      await expect(page.getByText('Une adresse n’est pas valide')).toBeVisible();
    },
  },
  {
    name: 'invitation-link',
    path: ({ path }) => path,
    ready: async page => {
      await inChannel(page);
      await showList(page);
      await page.getByRole('button', { name: 'Menu d’Atelier Tilleul' }).click();
      await page.getByRole('menuitem', { name: 'Inviter un ami' }).click();
      await dialog(page, 'Inviter un ami').getByRole('tab', { name: 'Par un lien' }).click();
      await page.getByRole('button', { name: 'Créer le lien' }).click();
      await expect(page.getByRole('img', { name: 'Code QR du lien d’invitation' })).toBeVisible();
    },
  },
  {
    name: 'invited-unknown',
    path: () => '/invited/nothing',
    ready: async page => {
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'invitation-unknown',
    path: () => '/invite/FAUXCODE',
    ready: async page => {
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'conversations',
    path: () => '/conversation',
    ready: async page => {
      await expect(conversationsIn(page)).toBeVisible();
    },
  },
  {
    name: 'conversation-list',
    path: () => '/conversation',
    ready: async page => {
      await expect(conversationsIn(page)).toBeVisible();
      await showList(page);
      await expect(page.getByRole('link', { name: /Déjeuner de jeudi/ })).toBeVisible();
    },
  },
  {
    name: 'conversation',
    path: ({ talks }) => talks.group,
    ready: async page => {
      await inChannel(page);
      await showMembers(page);
      await expect(page.getByText('Membres – 4')).toBeInViewport();
    },
  },
  { name: 'conversation-of-two', path: ({ talks }) => talks.pair, ready: inChannel },
  {
    name: 'conversation-creation',
    path: () => '/conversation',
    ready: async page => {
      await page.getByRole('button', { name: 'Nouvelle conversation' }).last().click();
      await dialog(page, 'Nouvelle conversation').getByText('Karim Benali').click();
    },
  },
  {
    name: 'conversation-unknown',
    path: () => '/conversation/0199f3c0-5a1e-7000-8000-000000000000',
    ready: async page => {
      await expect(page.getByText('Cette conversation est introuvable')).toBeVisible();
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
  { name: 'settings-reports', path: ({ settings }) => `${settings}/reports`, ready: heading('Signalements') },
  { name: 'settings-guests', path: ({ settings }) => `${settings}/guests`, ready: heading('Invités') },
  {
    name: 'settings-members',
    path: ({ settings }) => `${settings}/members`,
    ready: async page => {
      const unban = page.getByRole('button', { name: /^Débannir/ });
      await expect(unban.or(rowMenu(page, 'Inès Ortega')).first()).toBeVisible();
    },
  },
  {
    name: 'settings-pass-on',
    path: ({ settings }) => `${settings}/members`,
    ready: async page => {
      await pressInRow(page, 'Karim Benali', { button: /^Nommer Karim Benali/, item: 'Nommer propriétaire' });
      await expect(dialog(page, 'Nommer Karim Benali propriétaire\u202f?')).toBeVisible();
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
      await pressInRow(page, 'Conduite', { button: 'Modifier Conduite', item: 'Modifier' });
      await expect(dialog(page, 'Modifier le rôle')).toBeVisible();
    },
  },
  {
    name: 'settings-role-access',
    path: ({ settings }) => `${settings}/roles`,
    ready: async page => {
      await pressInRow(page, 'Conduite', { button: 'Accès et membres Conduite', item: 'Accès et membres' });
      await expect(dialog(page, 'Rôle Conduite')).toBeVisible();
    },
  },
];

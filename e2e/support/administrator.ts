import { api } from '@palabre/common/contract/index.ts';
import { Client } from '../../server/test/client.ts';
import { proveAddress } from './prove.ts';
import { pressInRow } from './rows.ts';
import type { Screen } from './screens.ts';
import type { Stage } from './stage.ts';
import { type Account, expect, type Page, type People } from './test.ts';

/** E-mail that `ADMIN_EMAIL` gives to the server of all journeys. */
export const administratorEmail = 'agathe.roy@exemple.fr';
const password = 'un mot de passe sûr';

/** Returns the administrator, whose account the first journey that needs one registers. */
export async function administrator({ url }: People): Promise<Account> {
  const nobody = new Client(url);
  const account = { firstName: 'Agathe', lastName: 'Roy', email: administratorEmail, password };
  const made = await nobody.call(api.users.register, { body: account });
  const body = { email: administratorEmail, password };
  const token = made.status === 201 ? made.body.token : (await nobody.ok(api.users.login, { body })).token;
  const client = new Client(url, token);
  if (made.status === 201) await proveAddress({ client, user: made.body.newUser, email: administratorEmail });
  // Another journey may be proving the address at this moment.
  await expect.poll(async () => (await client.ok(api.users.me)).user.admin).toBe(true);
  // Whoever runs this server has put off the first settings: no journey is offered them.
  await client.ok(api.setup.end);
  const { user } = await client.ok(api.users.me);
  return { user, email: administratorEmail, password, client };
}

/** Finds a person on the page of the administration, alone: rows that move as the answer comes are pressed beside. */
export async function findPerson(admin: Page, email: string): Promise<void> {
  await admin.getByLabel('Rechercher une personne').fill(email);
  await expect(admin.getByText('1 personne', { exact: true })).toBeVisible();
}

/** Owner of the administrator's screens, with the path of the reports of a workspace that they own. */
export interface AdministrationStage extends Pick<Stage, 'owner'> {
  reports: string;
}

/**
 * Builds an administrator's data: people with long names or none, reports with and without a message, bans, a journal.
 */
export async function administrationStage(people: People): Promise<AdministrationStage> {
  const owner = await administrator(people);
  const camille = await people.register('Camille', 'Moreau');
  const theo = await people.register('Théodore', 'Van den Berghe');
  const marie = await people.register('Marie-Antoinette Guillemette', 'de La Rochefoucauld-Montbazon de Saint-Exupéry');
  const { welcome } = await people.workspace(camille, 'Atelier Tilleul', theo, marie);
  const { message } = await theo.client.ok(api.messages.send, {
    body: { channelId: welcome._id, content: 'Achetez vos montres ici : https://exemple.fr/montres' },
  });
  const report = (by: Account, body: object) =>
    by.client.raw('POST', '/api/report', { body: { reportedUser: theo.user._id, ...body } });
  await report(camille, {
    ...{ reason: 'spam', description: 'Encore lui.', messageId: message._id },
    attachContext: true,
  });
  await report(marie, {
    reason: "usurpation d'identité",
    description: 'Se dit de la direction.\nTrois fois cette semaine.',
  });
  const { reports } = await owner.client.ok(api.reports.ofUser, { params: { id: theo.user._id } });
  const params = { id: reports[1]?._id ?? '' };
  await owner.client.ok(api.reports.update, { params, body: { status: 'handled' } });
  for (const email of [
    people.freeEmail(),
    `${'prenom-'.repeat(7)}nom@entreprise-generale-de-construction.exemple.fr`,
  ]) {
    await owner.client.ok(api.administration.ban, { body: { email } });
  }
  await departing(people, theo, camille, marie);
  const gone = await people.register('Souleymane', 'Aw');
  await owner.client.ok(api.administration.suspend, { params: { id: gone.user._id } });
  return { owner, reports: await reportedIn(people, owner, theo, marie) };
}

/** Has a member of a workspace report another's message, with messages around it; returns the path of its reports. */
async function reportedIn(people: People, owner: Account, by: Account, of: Account): Promise<string> {
  const { workspace, welcome } = await people.workspace(owner, 'Chantiers', by, of);
  const say = async (who: Account, content: string) =>
    (await who.client.ok(api.messages.send, { body: { channelId: welcome._id, content } })).message;
  await say(by, 'La livraison est repoussée à jeudi, je préviens le client ce matin.');
  const { _id: messageId } = await say(of, 'Encore un mensonge. Personne ici ne te croit plus.');
  await say(owner, 'On se calme, on en parle à midi.');
  await by.client.raw('POST', '/api/report', {
    body: {
      ...{ reportedUser: of.user._id, reason: 'harcèlement', description: 'Ce n’est pas la première fois.' },
      ...{ messageId, attachContext: true },
    },
  });
  return `/settings/workspace/${workspace._id}/reports`;
}

/** Gives a person the property that a departure hands over: a society, workspaces of long and short names, groups. */
async function departing(people: People, person: Account, ...others: Account[]): Promise<void> {
  const made = await person.client.call(api.societies.create, { body: { name: 'Menuiserie Van den Berghe' } });
  if (made.status >= 300) return;
  for (const title of ['Chantier de Lyon', 'Suivi des approvisionnements de la menuiserie et de la charpente, 2026']) {
    await people.workspace(person, title, ...others);
  }
  const { workspace } = await people.workspace(person, 'Carnet de Théodore');
  const params = { id: workspace._id };
  await person.client.ok(api.workspaces.update, { params, body: { restricted: true } });
  await person.client.ok(api.conversations.create, { body: { users: others.map(({ user }) => user._id) } });
}

const heading = async (page: Page) => {
  await expect(page.getByRole('heading', { name: 'Admin' }).first()).toBeVisible();
};
const tab = (name: string, list: string) => async (page: Page) => {
  await heading(page);
  await page.getByRole('tab', { name }).click();
  await expect(page.getByRole('list', { name: list }).getByRole('listitem').first()).toBeVisible();
};
/** Finds Théodore by search, whom no other journey touches: their users come and are reported on the same list. */
const findTheodore = async (page: Page) => {
  await heading(page);
  await page.getByLabel('Rechercher une personne').fill('théodore van den berghe');
  const rows = page.getByRole('list', { name: 'Utilisateurs' }).getByRole('listitem');
  await expect(rows.first()).toContainText('Théodore');
  await expect(rows.filter({ hasNotText: 'Théodore' })).toHaveCount(0);
};
const openTheodore = async (page: Page) => {
  await findTheodore(page);
  await page
    .getByRole('button', { name: /^(?!Actions).*Théodore Van den Berghe/ })
    .last()
    .click();
};
const path = () => '/settings/admin';

/** Screens of an administrator. */
export const administrationScreens: Screen<AdministrationStage>[] = [
  { name: 'admin', path, ready: tab('Utilisateurs & Signalements', 'Utilisateurs') },
  {
    name: 'admin-reports',
    path,
    ready: async page => {
      await openTheodore(page);
      await expect(page.getByText('SPAM', { exact: true }).last()).toBeVisible();
    },
  },
  {
    name: 'admin-none',
    path,
    ready: async page => {
      await heading(page);
      await page.getByLabel('Rechercher une personne').fill('agathe.roy');
      await page.getByRole('button', { name: /agathe\.roy/ }).click();
      await expect(page.getByText('Aucun signalement pour cet utilisateur.')).toBeVisible();
    },
  },
  {
    name: 'admin-ban',
    path,
    ready: async page => {
      await findTheodore(page);
      await pressInRow(page, /^Actions sur Théodore/, { button: /^Bannir /, item: 'Bannir' });
      await expect(page.getByRole('alertdialog', { name: 'Êtes-vous sûr ?' })).toBeVisible();
    },
  },
  {
    name: 'admin-suspended',
    path,
    ready: async page => {
      await heading(page);
      await page.getByRole('combobox', { name: 'Afficher' }).click();
      await page.getByRole('option', { name: 'Comptes suspendus' }).click();
      await expect(page.getByText('Compte suspendu', { exact: true }).first()).toBeVisible();
    },
  },
  {
    name: 'admin-recovery',
    path,
    ready: async page => {
      await openTheodore(page);
      await page
        .getByRole('button', { name: /^Aider .* à se reconnecter/ })
        .last()
        .click();
      await expect(page.getByRole('radio', { name: /Par vous/ })).toBeVisible();
    },
  },
  {
    name: 'admin-departure',
    path,
    ready: async page => {
      await findTheodore(page);
      await pressInRow(page, /^Actions sur Théodore/, { button: /^Départ de /, item: 'Départ…' });
      const form = page.getByRole('dialog', { name: 'Départ de Théodore' });
      await form.getByLabel('Qui reprend ce qui n’appartient qu’à Théodore').pressSequentially('camille moreau');
      await form.getByRole('option').first().click();
      await expect(form.getByText(/^→/).first()).toBeVisible();
      await form.getByLabel('Qui saura quels messages mentionnent Théodore').pressSequentially('marie-antoinette');
      await expect(form.getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'admin-departure-none',
    path,
    ready: async page => {
      await heading(page);
      await page.getByLabel('Rechercher une personne').fill('souleymane aw');
      const rows = page.getByRole('list', { name: 'Utilisateurs' }).getByRole('listitem');
      await expect(rows.filter({ hasNotText: 'Souleymane Aw' })).toHaveCount(0);
      await pressInRow(page, /^Actions sur Souleymane/, { button: /^Départ de /, item: 'Départ…' });
      await expect(page.getByText('il n’y a rien à transmettre', { exact: false })).toBeVisible();
    },
  },
  {
    name: 'admin-address',
    path,
    ready: async page => {
      await openTheodore(page);
      await page
        .getByRole('button', { name: /^Changer l’adresse de/ })
        .last()
        .click();
      await expect(page.getByRole('dialog').getByLabel(/Nouvelle adresse/)).toBeVisible();
    },
  },
  {
    name: 'admin-assign',
    path,
    ready: async page => {
      await openTheodore(page);
      await page.getByRole('button', { name: 'Confier à…' }).last().click();
      await expect(page.getByRole('radio', { name: 'Agathe Roy' })).toBeVisible();
    },
  },
  {
    name: 'workspace-reports',
    path: ({ reports }) => reports,
    ready: async page => {
      await expect(page.getByText('Encore un mensonge.', { exact: false })).toBeVisible();
    },
  },
  { name: 'admin-banned', path, ready: tab('Utilisateurs bannis', 'Adresses bannies') },
  {
    name: 'admin-journal',
    path,
    ready: async page => {
      await tab('Journal', 'Journal')(page);
      await page.getByLabel('Au', { exact: true }).fill('31/02/2026');
      await page.getByRole('button', { name: 'Calendrier\u00a0: Du' }).click();
      await expect(page.getByRole('grid')).toBeVisible();
    },
  },
  {
    name: 'admin-registration',
    path,
    ready: async page => {
      await heading(page);
      await page.getByRole('tab', { name: 'Inscriptions' }).click();
      await page.getByRole('radio', { name: 'Adresses de certains domaines' }).click();
      await expect(page.getByRole('textbox', { name: 'Domaines' })).toBeVisible();
    },
  },
  {
    name: 'admin-disconnection',
    path,
    ready: async page => {
      await heading(page);
      await page.getByRole('tab', { name: 'Déconnexion' }).click();
      await expect(page.getByRole('button', { name: /horaires par défaut/ })).toBeVisible();
    },
  },
  {
    name: 'admin-overview',
    path,
    ready: async page => {
      await heading(page);
      await page.getByRole('tab', { name: 'Vue d’ensemble' }).click();
      await expect(page.getByRole('heading', { name: 'Fonctionnement' })).toBeVisible();
      await expect(page.getByRole('searchbox', { name: 'Rechercher un workspace' })).toBeVisible();
    },
  },
];

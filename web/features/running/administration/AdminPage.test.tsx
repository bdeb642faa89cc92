// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { Report } from '@palabre/common/contract/running/reports.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { setUser, useSession } from '../../../platform/session/session.ts';
import { camille, helene, json, karim, leonie, open, refused, serve } from '../../../test/settings-world.tsx';
import { AdminPage } from './AdminPage.tsx';

afterEach(cleanup);

const account = (user: typeof camille, more: object = {}) => ({
  ...user,
  admin: false,
  openReports: 0,
  reports: 0,
  ...more,
});
const spam: Report = {
  _id: 'spam',
  reason: 'spam',
  description: 'Encore lui.',
  reportedUser: { _id: 'karim', firstName: 'Karim', lastName: 'Benali', email: 'karim@atelier.fr' },
  reportedBy: null,
  // Local time, so that the shown day does not depend on the machine's time zone.
  createdAt: new Date(2026, 10, 20, 9).toISOString(),
  status: 'new',
  handledBy: null,
  handledAt: null,
  ...{ handledByOwner: false, forOwners: false, passedOn: null, common: [], context: null },
  assignee: null,
  notes: [],
  answer: null,
  workspace: null,
  message: null,
};

function show(others: Parameters<typeof serve>[1] = {}, at = '/settings/admin') {
  const calls = serve(camille, {
    'GET /admin/users': () =>
      json(200, {
        users: [account(camille, { admin: true }), account(karim, { openReports: 1, reports: 1 })],
        nextCursor: null,
        total: 2,
      }),
    'GET /report/user/karim': () => json(200, { reports: [spam], nextCursor: null }),
    'GET /report/user/camille': () => json(200, { reports: [], nextCursor: null }),
    'GET /banned-users': () => json(200, { emails: [], nextCursor: null }),
    ...others,
  });
  setUser({ ...useSession.getState().user, ...camille, admin: true } as never);
  const { client, router } = open(
    [
      { path: '/settings/admin', Component: AdminPage },
      { path: '/elsewhere', element: <p>ailleurs</p> },
    ],
    at,
  );
  return { calls, client, router };
}

it('The administration page opens a user on their reports, in the report dialog’s words', async () => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: /Karim Benali/ }));
  const report = within(await screen.findByRole('list', { name: 'Signalements de Karim Benali' })).getByRole(
    'listitem',
  );
  expect(report.textContent).toMatch(/^SPAMNouveauEncore lui\.Signalé par Utilisateur inconnu · 20 novembre 2026/);
  fireEvent.click(screen.getByRole('button', { name: /Camille Moreau/ }));
  expect(await screen.findByText('Aucun signalement pour cet utilisateur.')).toBeTruthy();
  // Administrators cannot ban themselves, and have no act on their own account.
  expect(screen.getAllByRole('button', { name: /^Bannir / })).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: /^Fermer les sessions/ })).toHaveLength(1);
});

it('The administration page says a user’s name before the address, and counts all of them', async () => {
  show();
  const user = await screen.findByRole('button', { name: /Karim Benali/ });
  expect(user.textContent).toMatch(/Karim Benali.*karim@atelier\.fr/);
  // Pending reports, administrators, and the user's own line.
  expect(user.textContent).toContain('1 signalement à traiter');
  expect(user.textContent).not.toMatch(/\(vous\)|Administration/);
  expect(screen.getByRole('button', { name: /Camille Moreau/ }).textContent).toMatch(/\(vous\).*Administration/);
  expect(screen.getByText('2 personnes')).toBeTruthy();
});

it('The administration page confirms a ban first, and reports its success', async () => {
  const banned = { _id: 'banned', email: 'karim@atelier.fr', reason: 'Démarchage' };
  let users = [account(karim)];
  const { calls, client } = show({
    'GET /admin/users': () => json(200, { users, nextCursor: null, total: users.length }),
    'POST /banned-users': () => json(201, { message: 'Banni !', banned }),
  });
  const bans = () => calls.filter(({ asked }) => asked === 'POST /banned-users');
  fireEvent.click(await screen.findByRole('button', { name: 'Bannir karim@atelier.fr' }));
  const sure = await screen.findByRole('alertdialog', { name: 'Êtes-vous sûr ?' });
  fireEvent.click(within(sure).getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(bans()).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: /Karim Benali/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Bannir karim@atelier.fr' }));
  fireEvent.change(await screen.findByLabelText(/^Raison/), { target: { value: ' Démarchage ' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Oui, bannir' }));
  expect(await screen.findByText('Banni !')).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(bans()).toMatchObject([{ body: { email: 'karim@atelier.fr', reason: 'Démarchage' } }]);
  // Opened to ban them, their line does not stay as the line of a person still being read does.
  users = [account(helene)];
  await client.invalidateQueries({ queryKey: [api.administration.users.path] });
  expect(await screen.findByRole('button', { name: /Hélène Nguyen/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Karim Benali/ })).toBeNull();
});

it('The administration page says that nobody is banned, and that another administrator has handled a report', async () => {
  show({ 'PUT /report/spam': () => refused(409, 'Quelqu’un d’autre a déjà traité ce signalement.') });
  fireEvent.click(await screen.findByRole('button', { name: /Karim Benali/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Marquer comme traité' }));
  expect(await screen.findByText('Quelqu’un d’autre a déjà traité ce signalement.')).toBeTruthy();
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Utilisateurs bannis' }));
  expect(await screen.findByText('Aucun utilisateur banni.')).toBeTruthy();
});

it('The administration page keeps an open user whose report was handled, on that page of the list alone', async () => {
  Element.prototype.scrollIntoView = () => {};
  let reported = [account(karim, { openReports: 1, reports: 1 })];
  const { client } = show({
    'GET /admin/users': (_body, { searchParams }) => {
      if (searchParams.has('cursor')) return json(200, { users: [account(helene)], nextCursor: null, total: 2 });
      return json(200, { users: reported, nextCursor: 'two', total: 2 });
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: /Karim Benali/ }));
  reported = [account(leonie, { openReports: 1, reports: 1 })];
  await client.invalidateQueries({ queryKey: [api.administration.users.path] });
  expect(await screen.findByRole('button', { name: /Léonie Dubreuil/ })).toBeTruthy();
  const karims = screen.getByRole('button', { name: /Karim Benali/ });
  expect(karims.getAttribute('aria-expanded')).toBe('true');
  expect(within(karims.closest('li') as HTMLElement).queryByText('1 signalement à traiter')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Page suivante' }));
  expect(await screen.findByRole('button', { name: /Hélène Nguyen/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Karim Benali/ })).toBeNull();
});

it('A report says what became of it and of its message, and offers what is still to be done', async () => {
  const message = {
    ...{ _id: 'm', content: 'Achetez !', time: spam.createdAt, files: ['offre.pdf'], place: '#general' },
    deleted: false,
  };
  const reports = [
    { ...spam, _id: 'a', message },
    { ...spam, _id: 'b', message: { ...message, deleted: true, place: null }, status: 'handled', handledBy: camille },
    { ...spam, _id: 'c', status: 'handled', workspace: { _id: 'atelier', title: 'Atelier Tilleul' } },
  ];
  const { calls } = show({
    'GET /report/user/karim': () => json(200, { reports, nextCursor: null }),
    'PUT /report/b': () => json(200, { report: spam }),
    'DELETE /report/a/message': () => json(200, { message: 'Message supprimé.', report: spam }),
    'DELETE /report/c': () => refused(403, 'Pas vous.'),
  });
  fireEvent.click(await screen.findByRole('button', { name: /Karim Benali/ }));
  const items = within(await screen.findByRole('list', { name: 'Signalements de Karim Benali' })).getAllByRole(
    'listitem',
  );
  const [a, b, c] = items.map(item => within(item)) as [
    ReturnType<typeof within>,
    ReturnType<typeof within>,
    ReturnType<typeof within>,
  ];
  const [said] = items.map(({ textContent }) => textContent);
  expect(said).toMatch(/#general/);
  expect(said).toMatch(/offre\.pdf/);
  expect(said).not.toContain('Message supprimé depuis');
  expect(
    items.map(item =>
      within(item)
        .queryAllByRole('button')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    [
      'Marquer comme traité',
      'Je m’en charge',
      'Confier à…',
      'Ajouter une note',
      'Supprimer le message',
      'Supprimer le signalement',
    ],
    ['Rouvrir', 'Je m’en charge', 'Confier à…', 'Ajouter une note', 'Supprimer le signalement'],
    ['Rouvrir', 'Je m’en charge', 'Confier à…', 'Ajouter une note', 'Supprimer le signalement'],
  ]);
  expect(items[1]?.textContent).toMatch(/Traité par Camille Moreau/);
  expect(items[1]?.textContent).toContain('Message supprimé depuis');
  expect(items[2]?.textContent).toMatch(/Atelier Tilleul/);
  fireEvent.click(b.getByRole('button', { name: 'Rouvrir' }));
  await waitFor(() => expect(calls.find(({ asked }) => asked === 'PUT /report/b')?.body).toEqual({ status: 'new' }));
  fireEvent.click(a.getByRole('button', { name: 'Supprimer le message' }));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(calls.filter(({ asked }) => asked.startsWith('DELETE'))).toEqual([]);
  fireEvent.click(c.getByRole('button', { name: 'Supprimer le signalement' }));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Supprimer' }));
  expect(await screen.findByText('Pas vous.')).toBeTruthy();
});

it('Banned addresses are counted where one page has them all, found by a search, and let in again', async () => {
  const emails = [{ _id: 'x', email: 'x@ailleurs.fr', reason: 'Usurpation' }];
  let next: string | null = null;
  const { calls } = show({
    'GET /banned-users': (_body, { searchParams }) =>
      json(200, { emails: searchParams.has('search') ? [] : emails, nextCursor: next }),
    'DELETE /banned-users/x': () => json(200, { message: 'Débanni.', banned: emails[0] }),
  });
  fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Utilisateurs bannis' }));
  expect(await screen.findByText('1 adresse')).toBeTruthy();
  expect(screen.getByText('Usurpation')).toBeTruthy();
  fireEvent.click(screen.getByText('Retirer', { selector: 'button[aria-label="Retirer x@ailleurs.fr"] *' }));
  expect(await screen.findByText('Débanni.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/Rechercher/), { target: { value: ' y@ ' } });
  expect(await screen.findByText(/Aucune adresse/)).toBeTruthy();
  expect(calls.findLast(({ asked }) => asked === 'GET /banned-users')?.query.search).toBe('y@');
  cleanup();
  next = 'suite';
  show({ 'GET /banned-users': () => json(200, { emails, nextCursor: next }) });
  fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Utilisateurs bannis' }));
  expect(await screen.findByText('x@ailleurs.fr')).toBeTruthy();
  expect(screen.queryByText('1 adresse')).toBeNull();
});

it('An administrator suspends a person once confirmed, and restores them; not themself nor another administrator', async () => {
  let suspended = false;
  const { calls, client } = show({
    'GET /admin/users': () =>
      json(200, {
        users: [
          account(camille, { admin: true }),
          account(helene, { admin: true }),
          account(karim, suspended ? { suspended } : {}),
        ],
        nextCursor: null,
        total: 3,
      }),
    'PUT /admin/users/karim/suspension': () => {
      suspended = true;
      return json(200, { message: 'Compte suspendu.', user: { ...karim, suspended } });
    },
    'DELETE /admin/users/karim/suspension': () => refused(503, 'Palabre redémarre.'),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Suspendre karim@atelier.fr' }));
  expect(screen.getAllByRole('button', { name: /^Suspendre / })).toHaveLength(1);
  const sure = await screen.findByRole('alertdialog', { name: 'Suspendre Karim Benali\u202f?' });
  expect(calls.filter(({ asked }) => asked.startsWith('PUT'))).toEqual([]);
  fireEvent.click(within(sure).getByRole('button', { name: 'Suspendre' }));
  expect(await screen.findByText('Compte suspendu.')).toBeTruthy();
  await client.invalidateQueries({ queryKey: [api.administration.users.path] });
  fireEvent.click(await screen.findByRole('button', { name: 'Rétablir karim@atelier.fr' }));
  expect(screen.getByRole('button', { name: /Karim Benali/ }).textContent).toContain('Compte suspendu');
  expect(await screen.findByText('Palabre redémarre.')).toBeTruthy();
});

it('An administrator bans an address that has no account, with a reason', async () => {
  const banned = { _id: 'b', email: 'spam@ailleurs.fr', reason: 'Démarchage' };
  const { calls } = show({ 'POST /banned-users': () => json(201, { message: 'Banni !', banned }) });
  fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Utilisateurs bannis' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Bannir une adresse' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Bannir une adresse' }));
  fireEvent.change(dialog.getByLabelText(/^Adresse e-mail/), { target: { value: 'sans arobase' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Oui, bannir' }));
  expect(await dialog.findByText('Veuillez entrer une adresse e-mail valide')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText(/^Adresse e-mail/), { target: { value: 'spam@ailleurs.fr' } });
  fireEvent.change(dialog.getByLabelText(/^Raison/), { target: { value: 'Démarchage' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Oui, bannir' }));
  expect(await screen.findByText('Banni !')).toBeTruthy();
  const { email, reason } = banned;
  expect(calls.findLast(({ asked }) => asked === 'POST /banned-users')?.body).toEqual({ email, reason });
});

it('An administrator names, removes and signs out others from their opened line, each once confirmed', async () => {
  const { calls } = show({
    'GET /admin/users': () =>
      json(200, {
        users: [account(camille, { admin: true }), account(helene, { admin: true }), account(karim)],
        ...{ nextCursor: null, total: 3 },
      }),
    'GET /report/user/helene': () => json(200, { reports: [], nextCursor: null }),
    'PUT /admin/users/karim/administrator': () => json(200, { message: 'Nommé.' }),
    'DELETE /admin/users/karim/sessions': () => json(200, { message: 'Fermées.' }),
    'DELETE /admin/users/helene/administrator': () => refused(409, 'Plus personne n’administrerait Palabre.'),
  });
  const open = async (name: RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
  const act = async (button: string, confirmed: string) => {
    fireEvent.click(await screen.findByRole('button', { name: button }));
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: confirmed }));
  };
  await open(/Camille Moreau/);
  await open(/Karim Benali/);
  await open(/Hélène Nguyen/);
  // Nothing of the kind is offered on oneself.
  expect(screen.getAllByRole('button', { name: /^Fermer les sessions/ })).toHaveLength(2);
  await act('Nommer karim@atelier.fr administrateur', 'Nommer administrateur');
  expect(await screen.findByText('Nommé.')).toBeTruthy();
  await act('Fermer les sessions de karim@atelier.fr', 'Fermer ses sessions');
  expect(await screen.findByText('Fermées.')).toBeTruthy();
  await act(`Retirer l’administration à ${helene.email}`, 'Retirer l’administration');
  expect(await screen.findByText('Plus personne n’administrerait Palabre.')).toBeTruthy();
  expect(calls.filter(({ asked }) => /^(PUT|DELETE)/.test(asked)).map(({ asked }) => asked)).toEqual([
    'PUT /admin/users/karim/administrator',
    'DELETE /admin/users/karim/sessions',
    'DELETE /admin/users/helene/administrator',
  ]);
});

it('An open account says what its person takes of the disk', async () => {
  const disk = { files: 2, filesBytes: 3_145_728, pictures: 1, picturesBytes: 2_048 };
  show({ 'GET /admin/users/karim/disk': () => json(200, { disk }) });
  fireEvent.click(await screen.findByRole('button', { name: /Karim Benali/ }));
  expect((await screen.findByText(/2 fichiers/)).textContent?.replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(
    '2 fichiers (3 Mo) · 1 image de profil ou de lieu (2 Ko)',
  );
});

it('A link for a lost password is mailed, or shown once to be given', async () => {
  const link = 'https://palabre.exemple.fr/reset-password?email=k#recovery=x';
  const { calls } = show({
    'POST /admin/users/karim/recovery': body =>
      json(
        200,
        (body as { by: string }).by === 'mail' ? { message: 'Envoyé.', link: null } : { message: 'Prêt.', link },
      ),
  });
  fireEvent.click(await screen.findByRole('button', { name: /Karim Benali/ }));
  const open = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Aider karim@atelier.fr à se reconnecter' }));
    return within(await screen.findByRole('dialog', { name: 'Aider Karim Benali à se reconnecter' }));
  };
  fireEvent.click((await open()).getByRole('button', { name: 'Envoyer le lien' }));
  expect(await screen.findByText('Envoyé.')).toBeTruthy();
  const dialog = await open();
  fireEvent.click(dialog.getByRole('radio', { name: /Par vous/ }));
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Éteindre aussi la double authentification' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Faire le lien' }));
  const made = (await dialog.findByLabelText('Lien')) as HTMLInputElement;
  expect(made.value).toBe(link);
  fireEvent.focus(made);
  expect([made.selectionStart, made.selectionEnd]).toEqual([0, link.length]);
  const writeText = vi.fn(async () => {});
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  const copy = dialog.getByRole('button', { name: 'Copier le lien' });
  // The same button made the link a moment ago, and ignores clicks until that is over.
  await waitFor(() => expect(copy.getAttribute('aria-busy')).toBeNull());
  fireEvent.click(copy);
  expect(await screen.findByText('Lien copié !')).toBeTruthy();
  expect(writeText).toHaveBeenCalledWith(link);
  expect(calls.filter(({ asked }) => asked.includes('recovery')).map(({ body }) => body)).toEqual([
    { by: 'mail', twoStep: false },
    { by: 'hand', twoStep: true },
  ]);
});

it('An account without anything on the disk says so, and one whose disk could not be read', async () => {
  const disk = { files: 0, filesBytes: 0, pictures: 0, picturesBytes: 0 };
  show({
    'GET /admin/users/karim/disk': () => json(200, { disk }),
    'GET /admin/users/camille/disk': () => refused(403, 'Non.'),
  });
  fireEvent.click(await screen.findByRole('button', { name: /Karim Benali/ }));
  expect(await screen.findByText('rien')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /Camille Moreau/ }));
  expect(await screen.findByText('inconnu pour l’instant')).toBeTruthy();
});

it('A guest is not named administrator, and somebody suspended has no session to close', async () => {
  show({
    'GET /admin/users': () =>
      json(200, {
        users: [account(karim, { guest: true }), account(helene, { suspended: true }), account(leonie)],
        ...{ nextCursor: null, total: 3 },
      }),
  });
  for (const name of [/Karim Benali/, /Hélène Nguyen/, /Léonie Dubreuil/])
    fireEvent.click(await screen.findByRole('button', { name }));
  const buttons = (name: RegExp) =>
    screen.queryAllByRole('button', { name }).map(one => one.getAttribute('aria-label'));
  expect(buttons(/^Nommer /)).toEqual(['Nommer leonie@atelier.fr administrateur']);
  expect(buttons(/^Fermer les sessions/)).toEqual([
    'Fermer les sessions de karim@atelier.fr',
    'Fermer les sessions de leonie@atelier.fr',
  ]);
});

it('Accounts are found by text and by what is to be done with them, each from its first page, and say when there are none', async () => {
  let fails = false;
  const { calls, client } = show({
    'GET /admin/users': (_body, { searchParams }) => {
      if (fails) return refused(403, 'Non.');
      const isPlain = !searchParams.has('search') && !searchParams.has('suspended');
      return json(200, { users: isPlain ? [account(karim)] : [], nextCursor: isPlain ? 'suite' : null, total: 9 });
    },
  });
  const asked = () => calls.findLast(call => call.asked === 'GET /admin/users')?.query;
  fireEvent.click(await screen.findByRole('button', { name: 'Page suivante' }));
  expect(await screen.findByText('Page 2')).toBeTruthy();
  await userEvent.click(screen.getByRole('combobox', { name: 'Afficher' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Comptes suspendus', hidden: false }));
  expect(await screen.findByText('Aucun compte suspendu.')).toBeTruthy();
  expect(asked()).toEqual({ suspended: 'true' });
  expect(screen.queryByText('Page 2')).toBeNull();
  fireEvent.change(screen.getByLabelText('Rechercher une personne'), { target: { value: ' zoé ' } });
  expect(await screen.findByText('Personne ne correspond à cette recherche.')).toBeTruthy();
  await waitFor(() => expect(asked()).toEqual({ suspended: 'true', search: 'zoé' }));
  fails = true;
  void client.resetQueries({ queryKey: [api.administration.users.path] });
  expect(await screen.findByText('Les utilisateurs n’ont pas pu être chargés.')).toBeTruthy();
});

it('The first settings stand in the place of the administration where the address says so', async () => {
  show({}, '/settings/admin?first=1');
  expect(await screen.findByText('Inscriptions', { selector: 'strong' })).toBeTruthy();
  expect(screen.queryByRole('tab')).toBeNull();
});

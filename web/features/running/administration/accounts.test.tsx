// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { Report } from '@palabre/common/contract/running/reports.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { setUser, useSession } from '../../../platform/session/session.ts';
import { camille, helene, json, karim, leonie, open, serve, yann } from '../../../test/settings-world.tsx';
import { AdminPage } from './AdminPage.tsx';

// Loaded before, so that no test waits for the icons’ many files.
beforeAll(() => import('../../../ui/dialogs/PendingDialog.tsx'));
afterEach(cleanup);

const account = (user: typeof camille, more: object = {}) => ({
  ...user,
  admin: false,
  openReports: 0,
  reports: 0,
  ...more,
});
const listed = (...users: object[]) => json(200, { users, nextCursor: null, total: users.length });

function show(answers: Parameters<typeof serve>[1]) {
  const calls = serve(camille, {
    'GET /banned-users': () => json(200, { emails: [], nextCursor: null }),
    ...answers,
  });
  setUser({ ...useSession.getState().user, ...camille, admin: true } as never);
  return { calls, ...open([{ path: '/settings/admin', Component: AdminPage }], '/settings/admin') };
}
const toggle = async (name: RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const named = (name: RegExp) => screen.queryAllByRole('button', { name }).map(one => one.getAttribute('aria-label'));

it('Somebody suspended is neither helped to sign in, nor given another address, nor named; no departure is offered of oneself and of administrators', async () => {
  show({
    'GET /admin/users': () =>
      listed(
        account(camille, { admin: true }),
        account(leonie, { admin: true }),
        account(karim, { suspended: true }),
        account(yann),
      ),
  });
  await toggle(/Karim Benali/);
  await toggle(/Yann Riou/);
  expect(await screen.findByRole('button', { name: /^Aider yann/ })).toBeTruthy();
  expect([named(/^Aider /), named(/^Changer l’adresse/), named(/^Nommer /)]).toEqual([
    ['Aider yann@atelier.fr à se reconnecter'],
    ['Changer l’adresse de yann@atelier.fr'],
    ['Nommer yann@atelier.fr administrateur'],
  ]);
  expect(named(/^Départ /)).toEqual(['Départ de karim@atelier.fr', 'Départ de yann@atelier.fr']);
});

it('The administration page turns to the tab of a notification that is opened while it is shown', async () => {
  const { router } = show({ 'GET /admin/users': () => listed(account(karim)) });
  await screen.findByRole('button', { name: /Karim Benali/ });
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Utilisateurs & Signalements');
  await act(() => router.navigate('/settings/admin?tab=banned'));
  expect(await screen.findByText('Aucun utilisateur banni.')).toBeTruthy();
});

it('A ban without a reason sends none, and says who is kept out', async () => {
  const { calls } = show({
    'GET /admin/users': () => listed(account(karim)),
    'POST /banned-users': () => json(201, { message: 'Banni !', banned: { _id: 'b', email: karim.email, reason: '' } }),
  });
  const ban = await screen.findByRole('button', { name: 'Bannir karim@atelier.fr' });
  expect(ban.textContent).toBe('Bannir');
  fireEvent.click(ban);
  fireEvent.click(await screen.findByRole('button', { name: 'Oui, bannir' }));
  expect(await screen.findByText('karim@atelier.fr ne peut plus se connecter ni s’inscrire.')).toBeTruthy();
  expect(calls.find(({ asked }) => asked === 'POST /banned-users')?.body).toEqual({ email: 'karim@atelier.fr' });
});

it('An open user whose report was handled keeps their place above those that follow', async () => {
  let users = [account(karim, { openReports: 1, reports: 1 }), account(leonie, { openReports: 1, reports: 1 })];
  const { client } = show({ 'GET /admin/users': () => listed(...users) });
  await toggle(/Karim Benali/);
  users = [...users.slice(1), account(helene)];
  await act(() => client.invalidateQueries({ queryKey: [api.administration.users.path] }));
  await screen.findByRole('button', { name: /Hélène Nguyen/ });
  const lines = [...screen.getByRole('list', { name: 'Utilisateurs' }).children].map(({ textContent }) => textContent);
  expect(lines).toEqual([/Karim/, /Léonie/, /Hélène/].map(name => expect.stringMatching(name)));
});

const report: Report = {
  ...{ _id: 'spam', reason: 'spam', description: 'Encore lui.', createdAt: '2026-11-20T09:00:00.000Z', status: 'new' },
  reportedUser: { _id: 'karim', firstName: 'Karim', lastName: 'Benali', email: 'karim@atelier.fr' },
  ...{ reportedBy: null, handledBy: null, handledAt: null, handledByOwner: false, forOwners: false, passedOn: null },
  ...{ common: [], context: null, assignee: null, notes: [], answer: null, workspace: null, message: null },
};

it('What is told of a person is read again each time they are opened', async () => {
  let files = 0;
  const empty = { owned: [], ownedCount: 0, groups: 0, society: null, restricted: [], restrictedCount: 0 };
  show({
    'GET /admin/users': () => listed(account(karim)),
    'GET /admin/users/karim/disk': () =>
      json(200, { disk: { files, filesBytes: files, pictures: 0, picturesBytes: 0 } }),
    'GET /report/user/karim': () => json(200, { reports: [report], nextCursor: null }),
    'GET /report/user/karim/history': () =>
      json(200, {
        history: {
          open: 0,
          handled: 0,
          deletedMessages: files,
          made: 0,
          suspensions: 0,
          since: '2026-01-02T09:00:00.000Z',
        },
      }),
    'GET /admin/users/karim/departure': () => json(200, { departure: { ...empty, groups: files } }),
  });
  const line = () => (screen.getByText('karim@atelier.fr').closest('li') as HTMLElement).textContent;
  const depart = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Départ de karim@atelier.fr' }));
    return within(await screen.findByRole('dialog', { name: 'Départ de Karim' }));
  };
  await toggle(/Karim Benali/);
  await waitFor(() => expect(line()).toMatch(/rien.*0 traité · ici depuis/));
  const first = await depart();
  expect(await first.findByText(/^Rien n’appartient qu’à Karim/)).toBeTruthy();
  fireEvent.click(first.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await toggle(/Karim Benali/);
  files = 2;
  await toggle(/Karim Benali/);
  // Reports made and suspensions are not shown at zero.
  await waitFor(() => expect(line()).toMatch(/2 fichiers.*0 traité · 2 messages supprimés · ici depuis/));
  expect(await (await depart()).findByText('2 groupes')).toBeTruthy();
});

it('The departure of who runs a group, a society and a workspace alone leaves each to who takes over, and only then', async () => {
  const departure = (heir: object | null) => ({
    ...{ owned: [{ _id: 'lyon', title: 'Chantier de Lyon', heir }], ownedCount: 1, groups: 1 },
    society: { _id: 'tilleul', name: 'Tilleul', ownedAlone: true, heir },
    ...{ restricted: [{ _id: 'lyon', title: 'Chantier de Lyon' }], restrictedCount: 1 },
  });
  const nameOf = ({ _id, firstName, lastName }: typeof helene) => ({ _id, firstName, lastName });
  show({
    'GET /admin/users': () => listed(account(karim)),
    'GET /admin/users/karim/departure': (_body, { searchParams }) =>
      // Without a choice, these are who would be the next owners.
      json(200, { departure: departure(nameOf(searchParams.get('heirId') === 'helene' ? helene : yann)) }),
    'GET /user': () => json(200, { users: [helene] }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Départ de karim@atelier.fr' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Départ de Karim' }));
  const owned = await dialog.findByRole('list', { name: 'Ce qui n’appartient qu’à Karim' });
  const lines = () => [...owned.children].map(({ textContent }) => textContent);
  const before = lines();
  expect(before).toEqual(['Société Tilleul', 'Chantier de Lyon', '1 groupe'].map(one => `${one}reste à Karim`));
  // Nothing is left of which Karim would still be the only owner.
  expect(dialog.queryByRole('checkbox')).toBeNull();
  const heir = dialog.getByLabelText('Qui reprend ce qui n’appartient qu’à Karim');
  fireEvent.change(heir, { target: { value: 'hélè' } });
  const [option] = await dialog.findAllByRole('option');
  fireEvent.mouseDown(option as HTMLElement);
  fireEvent.click(option as HTMLElement);
  await waitFor(() => expect(lines()[0]).toBe('Société Tilleul→ Hélène Nguyen'));
  expect(dialog.getByText('Société Tilleul et Chantier de Lyon')).toBeTruthy();
  // The chosen person is lost only once that is confirmed.
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  fireEvent.click(await screen.findByText('Continuer à modifier'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByRole('dialog', { name: 'Départ de Karim' })).toBeTruthy();
  // Whom one types over takes over nothing.
  fireEvent.change(dialog.getByLabelText('Qui reprend ce qui n’appartient qu’à Karim'), { target: { value: 'yan' } });
  await waitFor(() => expect(lines()).toEqual(before));
});

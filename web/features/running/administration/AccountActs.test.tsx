// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { setUser, useSession } from '../../../platform/session/session.ts';
import {
  camille,
  helene,
  json,
  karim,
  leonie,
  open as openPage,
  refused,
  serve,
} from '../../../test/settings-world.tsx';
import { useAlerts } from '../../../ui/alerts/alerts.ts';
import { AdminPage } from './AdminPage.tsx';

afterEach(cleanup);

const account = (user: typeof camille, more: object = {}) => ({
  ...user,
  admin: false,
  openReports: 0,
  reports: 0,
  ...more,
});

function show(answers: Parameters<typeof serve>[1]) {
  const users = [account(camille, { admin: true }), account(karim)];
  const calls = serve(camille, {
    'GET /admin/users': () => json(200, { users, nextCursor: null, total: users.length }),
    ...answers,
  });
  setUser({ ...useSession.getState().user, ...camille, admin: true } as never);
  openPage([{ path: '/settings/admin', Component: AdminPage }], '/settings/admin');
  return { calls };
}

it('The departure of a person says who gets what, wants a person rather than a name, and is carried out once', async () => {
  const named = (heir: object | null) => ({
    owned: [
      { _id: 'lyon', title: 'Chantier de Lyon', heir },
      { _id: 'seul', title: 'Carnet', heir: null },
    ],
    ...{ ownedCount: 2, groups: 1 },
    // Others run it too.
    society: { _id: 'tilleul', name: 'Tilleul', ownedAlone: false, heir: null },
    restricted: [
      { _id: 'direction', title: 'Direction' },
      { _id: 'seul', title: 'Carnet' },
    ],
    restrictedCount: 2,
  });
  const { _id, firstName, lastName } = helene;
  const { calls } = show({
    'GET /admin/users/karim/departure': (_body, { searchParams }) =>
      json(200, { departure: named(searchParams.get('heirId') === _id ? { _id, firstName, lastName } : null) }),
    'GET /user': () =>
      json(200, { users: [{ ...helene, avatar: '/api/helene' }, { ...leonie, suspended: true }, karim] }),
    'POST /admin/users/karim/departure': () => json(200, { message: 'Départ enregistré.', user: karim }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Départ de karim@atelier.fr' }));
  expect(within(screen.getByRole('dialog')).getByText('Chargement…')).toBeTruthy();
  const dialog = within(await screen.findByRole('dialog', { name: 'Départ de Karim' }));
  const owned = await dialog.findByRole('list', { name: 'Ce qui n’appartient qu’à Karim' });
  // A long list scrolls, by keyboard too.
  expect(owned.tabIndex).toBe(0);
  expect([
    dialog.queryByText(/^Là où cette personne n’est pas/),
    dialog.queryByText(/^Pendant trente jours/),
  ]).not.toContain(null);
  expect(owned.textContent).toContain('1 groupe');
  const heir = dialog.getByLabelText('Qui reprend ce qui n’appartient qu’à Karim');
  fireEvent.change(heir, { target: { value: 'hél' } });
  expect(dialog.queryByText(/Choisissez une personne parmi celles proposées/)).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer le départ' }));
  expect(await dialog.findByText(/Choisissez une personne parmi celles proposées/)).toBeTruthy();
  fireEvent.change(heir, { target: { value: 'hélè' } });
  // Neither the leaving person nor a suspended person is proposed.
  const options = await dialog.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent?.includes('Hélène'))).toEqual([true]);
  expect(options[0]?.querySelector('img')?.getAttribute('src')).toBe('/api/helene');
  fireEvent.mouseDown(options[0] as HTMLElement);
  fireEvent.click(options[0] as HTMLElement);
  await waitFor(() => expect(owned.textContent).toContain('Chantier de Lyon→ Hélène Nguyen'));
  expect(owned.textContent).toContain('Carnetreste à Karim\u00a0: personne d’autre n’y est');
  expect(owned.textContent).toContain('1 groupe→ cette personne');
  expect(owned.textContent).not.toContain('Tilleul');
  // What stays theirs alone is not left.
  expect(dialog.getByText('Société Tilleul et Direction')).toBeTruthy();
  fireEvent.click(dialog.getByRole('checkbox', { name: /Retirer Karim/ }));
  const deputy = dialog.getByLabelText('Qui saura quels messages mentionnent Karim');
  fireEvent.change(deputy, { target: { value: 'quelqu’un' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer le départ' }));
  expect(await dialog.findByText(/Choisissez une personne parmi celles proposées/)).toBeTruthy();
  fireEvent.change(deputy, { target: { value: 'hélèn' } });
  const [helper] = await dialog.findAllByRole('option');
  fireEvent.mouseDown(helper as HTMLElement);
  fireEvent.click(helper as HTMLElement);
  // Choices are lost only once that is confirmed.
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer le départ' }));
  expect(await screen.findByText('Départ enregistré.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = calls.filter(({ asked }) => asked === 'POST /admin/users/karim/departure');
  expect(sent).toMatchObject([{ body: { heirId: _id, deputyId: _id, leaves: false } }]);
});

it('The departure of who runs nothing alone says so; of who is suspended too; one that could not be read cannot be sent', async () => {
  const empty = { owned: [], ownedCount: 0, groups: 0, society: null, restricted: [], restrictedCount: 0 };
  const society = { _id: 'tilleul', name: 'Tilleul', ownedAlone: true, heir: null };
  const answers: Record<string, () => Response> = {
    karim: () => json(200, { departure: empty }),
    helene: () => json(200, { departure: { ...empty, society, ownedCount: 3, restrictedCount: 2 } }),
    leonie: () => refused(403, 'Non.'),
  };
  show({
    'GET /admin/users': () =>
      json(200, {
        users: [account(karim), account(helene, { suspended: true }), account(leonie)],
        ...{ nextCursor: null, total: 3 },
      }),
    ...Object.fromEntries(Object.entries(answers).map(([id, answer]) => [`GET /admin/users/${id}/departure`, answer])),
  });
  const open = async (action: string, name: RegExp) => {
    fireEvent.click(await screen.findByRole('button', { name: action }));
    return within(await screen.findByRole('dialog', { name }));
  };
  const close = async (dialog: ReturnType<typeof within>) => {
    fireEvent.click(dialog.getByRole('button', { name: 'Annuler' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  const nothing = await open('Départ de karim@atelier.fr', /Karim/);
  expect(await nothing.findByText(/^Rien n’appartient qu’à Karim/)).toBeTruthy();
  expect(nothing.queryByLabelText(/^Qui reprend/)).toBeNull();
  expect(nothing.queryByRole('checkbox')).toBeNull();
  expect(nothing.getByText(/^Le compte est suspendu/)).toBeTruthy();
  await close(nothing);
  const suspended = await open('Départ d’helene@atelier.fr', /Hélène/);
  const owned = await suspended.findByRole('list', { name: 'Ce qui n’appartient qu’à Hélène' });
  expect([...owned.children].map(line => line.textContent)).toEqual([
    expect.stringMatching(/^Société Tilleulreste à Hélène/),
    'et 3 autres',
  ]);
  expect(suspended.getByText('et 2 autres')).toBeTruthy();
  expect(suspended.getByText(/est déjà suspendu/)).toBeTruthy();
  fireEvent.change(suspended.getByLabelText(/^Qui saura/), { target: { value: 'k' } });
  // Typed text is lost only once that is confirmed.
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Quitter' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const failed = await open('Départ de leonie@atelier.fr', /Léonie/);
  expect(await failed.findByText('Ce que cette personne gère n’a pas pu être chargé.')).toBeTruthy();
  expect(failed.getByRole('button', { name: 'Enregistrer le départ' })).toHaveProperty('disabled', true);
  // The dialog told it: no alert does.
  expect(useAlerts.getState().alerts).toEqual([]);
});

it('The address of somebody is changed with the code that they give', async () => {
  const { calls } = show({
    'PUT /admin/users/karim/address': () => json(200, { message: 'Un code est parti.' }),
    'POST /admin/users/karim/address': () => json(200, { message: 'Adresse changée.' }),
  });
  fireEvent.click(await screen.findByRole('button', { name: /Karim Benali/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Changer l’adresse de karim@atelier.fr' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Changer l’adresse de Karim Benali' }));
  fireEvent.change(dialog.getByLabelText(/Nouvelle adresse/), { target: { value: 'karim@cabinet.fr' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Envoyer le code' }));
  fireEvent.change(await dialog.findByLabelText(/Code à six chiffres/), { target: { value: '482913' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Changer l’adresse' }));
  expect(await screen.findByText('Adresse changée.')).toBeTruthy();
  expect(calls.filter(({ asked }) => asked.includes('address')).map(({ body }) => body)).toEqual([
    { email: 'karim@cabinet.fr' },
    { otp: '482913' },
  ]);
});

it('A link for somebody who cannot sign in says to whom it goes and that it shows once, and its dialog is given up', async () => {
  const link = 'https://palabre.exemple.fr/reset-password?email=k#recovery=x';
  show({ 'POST /admin/users/karim/recovery': () => json(200, { message: 'Prêt.', link }) });
  fireEvent.click(await screen.findByRole('button', { name: /Karim Benali/ }));
  const openIt = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Aider karim@atelier.fr à se reconnecter' }));
    return within(await screen.findByRole('dialog'));
  };
  const close = async (dialog: ReturnType<typeof within>, name: string) => {
    // The cross has the same name.
    fireEvent.click(dialog.getByText(name));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  const first = await openIt();
  const said = [/^Un lien lui laisse choisir/, 'À karim@atelier.fr.', /^Il s’affiche ici/, /^Pour qui ne reçoit plus/];
  expect(said.map(text => first.queryByText(text))).not.toContain(null);
  expect(first.getByRole('radiogroup', { name: 'Le lien lui arrive' })).toBeTruthy();
  await close(first, 'Annuler');
  const second = await openIt();
  fireEvent.click(second.getByRole('radio', { name: /Par vous/ }));
  fireEvent.click(second.getByRole('button', { name: 'Faire le lien' }));
  expect(await second.findByLabelText('Lien')).toHaveProperty('readOnly', true);
  expect(second.getByText(/^Ce lien ne se montre qu’une fois/)).toBeTruthy();
  await close(second, 'Fermer');
});

it('What an administrator does to an account says what comes of it, and Enter confirms nothing that takes something away', async () => {
  const users = [account(karim, { avatar: '/api/karim', status: 'away' }), account(leonie, { admin: true })];
  const { calls } = show({ 'GET /admin/users': () => json(200, { users, nextCursor: null, total: 2 }) });
  for (const name of [/Karim Benali/, /Léonie Dubreuil/]) fireEvent.click(await screen.findByRole('button', { name }));
  const line = screen.getByText('karim@atelier.fr').closest('li') as HTMLElement;
  const opener = screen.getByRole('button', { name: /Karim Benali/ });
  expect(line.querySelector(`[id="${opener.getAttribute('aria-controls')}"]`)?.textContent).toContain('Sur le disque');
  expect(line.querySelector('img')?.getAttribute('src')).toBe('/api/karim');
  expect(line.querySelector('[data-status]')).not.toBeNull();
  for (const [action, says, focused] of [
    ['Nommer karim@atelier.fr administrateur', /^Karim Benali administrera.*verra tous les comptes/, 'Annuler'],
    [
      'Retirer l’administration à leonie@atelier.fr',
      /^Léonie Dubreuil n’administrera plus.*Son compte reste ouvert/,
      'Annuler',
    ],
    [
      'Fermer les sessions de karim@atelier.fr',
      /^Fermer les sessions de Karim Benali.*devra se reconnecter/,
      'Annuler',
    ],
    ['Suspendre karim@atelier.fr', /^Suspendre Karim Benali.*Ses sessions se ferment/, 'Annuler'],
    ['Bannir karim@atelier.fr', /Le compte karim@atelier\.fr sera supprimé.*Facultative/, ''],
  ] as const) {
    fireEvent.click(await screen.findByRole('button', { name: action }));
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toMatch(says);
    await waitFor(() => expect(document.activeElement?.textContent).toBe(focused));
    if (focused === '') expect(document.activeElement).toHaveProperty('maxLength', limits.banReason);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Annuler' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  }
  // Nothing of it is done without a yes.
  expect(calls.filter(({ asked }) => !asked.startsWith('GET'))).toEqual([]);
});

it('What an administrator could not do says why: a departure and a link stay in their dialogs', async () => {
  const departure = { owned: [], ownedCount: 0, groups: 0, society: null, restricted: [], restrictedCount: 0 };
  show({
    'GET /admin/users/karim/departure': () => json(200, { departure }),
    'POST /admin/users/karim/departure': () => refused(409, 'Déjà parti.'),
    'POST /admin/users/karim/recovery': () => refused(429, 'Trop de liens.'),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Départ de karim@atelier.fr' }));
  const leave = await screen.findByRole('button', { name: 'Enregistrer le départ' });
  await waitFor(() => expect(leave).toHaveProperty('disabled', false));
  fireEvent.click(leave);
  expect(await screen.findByText('Déjà parti.')).toBeTruthy();
  await waitFor(() => expect(leave.getAttribute('aria-busy')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: /Karim Benali/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Aider karim@atelier.fr à se reconnecter' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Envoyer le lien' }));
  expect(await screen.findByText('Trop de liens.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Envoyer le lien' })).toBeTruthy();
});

it('Banned addresses come fifty at once, page by page; one that could not be let in again says why, and a new one is an address', async () => {
  const emails = [{ _id: 'x', email: 'x@ailleurs.fr', reason: null }];
  const { calls } = show({
    'GET /banned-users': (_body, { searchParams }) =>
      json(200, { emails, nextCursor: searchParams.has('cursor') ? null : 'suite' }),
    'DELETE /banned-users/x': () => refused(409, 'Déjà retirée.'),
  });
  fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Utilisateurs bannis' }));
  expect(await screen.findByRole('list', { name: 'Adresses bannies' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Retirer x@ailleurs.fr' }));
  expect(await screen.findByText('Déjà retirée.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Page suivante' }));
  expect(await screen.findByText('Page 2')).toBeTruthy();
  expect(calls.findLast(({ asked }) => asked === 'GET /banned-users')?.query).toEqual({ limit: '50', cursor: 'suite' });
  fireEvent.click(screen.getByRole('button', { name: 'Bannir une adresse' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/^Personne ne pourra s’inscrire avec cette adresse/)).toBeTruthy();
  const { maxLength, required } = dialog.getByLabelText<HTMLInputElement>(/^Adresse e-mail/);
  expect([maxLength, required]).toEqual([limits.email, true]);
  fireEvent.click(dialog.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

it('Accounts with reports and administrators are asked for alone, and a disk that could not be read is told in its line', async () => {
  const { calls } = show({
    'GET /admin/users': (_body, { searchParams }) =>
      json(200, { users: searchParams.has('reported') ? [] : [account(karim)], nextCursor: null, total: 1 }),
    'GET /admin/users/karim/disk': () => refused(403, 'Pas le disque.'),
  });
  fireEvent.click(await screen.findByRole('button', { name: /Karim Benali/ }));
  expect(screen.getByText('Sur le disque').nextSibling?.textContent).toBe('…');
  expect(await screen.findByText('inconnu pour l’instant')).toBeTruthy();
  expect(screen.queryByText('Pas le disque.')).toBeNull();
  expect(screen.getByLabelText('Rechercher une personne').getAttribute('placeholder')).toBe('Nom ou adresse e-mail');
  const choose = async (name: string) => {
    await userEvent.click(screen.getByRole('combobox', { name: 'Afficher' }));
    await userEvent.click(await screen.findByRole('option', { name, hidden: false }));
  };
  // One that is open would stay in the list.
  fireEvent.click(screen.getByRole('button', { name: /Karim Benali/ }));
  const asked = () => calls.findLast(call => call.asked === 'GET /admin/users')?.query;
  await choose('Signalements à traiter');
  expect(await screen.findByText('Aucun signalement à traiter.')).toBeTruthy();
  expect(asked()).toEqual({ reported: 'true' });
  await choose('Administration');
  await waitFor(() => expect(asked()).toEqual({ administrators: 'true' }));
});

// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
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
    'GET /user': () => json(200, { users: [helene, { ...leonie, suspended: true }, karim] }),
    'POST /admin/users/karim/departure': () => json(200, { message: 'Départ enregistré.', user: karim }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Départ de karim@atelier.fr' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Départ de Karim' }));
  const owned = await dialog.findByRole('list', { name: 'Ce qui n’appartient qu’à Karim' });
  expect(owned.textContent).toContain('1 groupe');
  const heir = dialog.getByLabelText('Qui reprend ce qui n’appartient qu’à Karim');
  fireEvent.change(heir, { target: { value: 'hél' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer le départ' }));
  expect(await dialog.findByText(/Choisissez une personne parmi celles proposées/)).toBeTruthy();
  fireEvent.change(heir, { target: { value: 'hélè' } });
  // Neither who leaves nor somebody suspended is proposed.
  const options = await dialog.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent?.includes('Hélène'))).toEqual([true]);
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
  // What was chosen is lost only once that is confirmed.
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer le départ' }));
  expect(await screen.findByText('Départ enregistré.')).toBeTruthy();
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
  // What is typed is lost only once that is confirmed.
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Quitter' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const failed = await open('Départ de leonie@atelier.fr', /Léonie/);
  expect(await failed.findByText('Ce que cette personne gère n’a pas pu être chargé.')).toBeTruthy();
  expect(failed.getByRole('button', { name: 'Enregistrer le départ' })).toHaveProperty('disabled', true);
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

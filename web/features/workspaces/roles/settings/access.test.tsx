// @vitest-environment jsdom
import { rolePermissions } from '@palabre/common/permissions/role-permissions.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { camille, json, leonie, open, roles, serve } from '../../../../test/settings-world.tsx';
import { rolesLive } from '../roles.live.ts';
import { RolesSection } from './RolesSection.tsx';

// Loaded before, so that no test waits for the icons’ many files.
beforeAll(() => import('../../../../ui/dialogs/PendingDialog.tsx'));
afterEach(cleanup);

const show = () =>
  open(
    [{ path: '/settings/workspace/:workspaceId/roles', Component: RolesSection }],
    '/settings/workspace/atelier/roles',
  );
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const conduite = roles[2] as (typeof roles)[number];

test.each([
  ['name', { name: 'Conduites' }],
  ['colour', { color: '#1d6a51' }],
  ['right to add channels', { addChannels: true }],
  ['right to kick', { canKick: false }],
  ['rank of a creator', { creator: true }],
  ['people', { users: ['leonie'] }],
  ['visible channels', { visibleChannels: ['direction'] }],
  ['writable channels', { writableChannels: ['annonces'] }],
])(
  'A role whose %s someone else changes says so in its open dialog; its rank alone does not',
  async (_what, change) => {
    serve(camille);
    const { client } = show();
    await press('Accès et membres Conduite');
    const dialog = within(await screen.findByRole('dialog'));
    act(() => rolesLive.updatedRole({ ...conduite, rank: 0 }, client));
    // Once the page shows the change.
    await waitFor(() =>
      expect(screen.getByRole('list', { name: 'Rôles, par rang' }).firstElementChild?.textContent).toMatch(/Conduite/),
    );
    expect(dialog.queryByText(/Quelqu’un vient de modifier ce rôle/)).toBeNull();
    act(() => rolesLive.updatedRole({ ...conduite, ...change }, client));
    expect(await dialog.findByText(/Quelqu’un vient de modifier ce rôle/)).toBeDefined();
  },
);

test('A role’s dialog takes its own change for no other’s, though the event comes before the answer', async () => {
  let answer = () => {};
  const held = new Promise<void>(done => {
    answer = done;
  });
  serve(camille, {
    'PUT /role/Conduite': async () => {
      await held;
      return json(200, { message: '', role: { ...conduite, addChannels: true } });
    },
  });
  const { client } = show();
  await press('Accès et membres Conduite');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(await dialog.findByRole('switch', { name: /salons/ }));
  const save = dialog.getByRole('button', { name: 'Enregistrer' });
  fireEvent.click(save);
  await waitFor(() => expect(save.getAttribute('aria-busy')).toBe('true'));
  act(() => rolesLive.updatedRole({ ...conduite, addChannels: true, name: 'Conduite des travaux' }, client));
  // Once the page shows the change.
  await screen.findByRole('dialog', { name: /Conduite des travaux/ });
  expect(dialog.queryByText(/Quelqu’un vient de modifier ce rôle/)).toBeNull();
  answer();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('A role given writing in a private channel is given seeing it', async () => {
  const calls = serve(camille, { 'PUT /role/Conduite': () => json(200, { message: '', role: roles[2] }) });
  show();
  await press('Accès et membres Conduite');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('tablist', { name: 'Ce que le rôle donne, et à qui' })).toBeDefined();
  await userEvent.click(dialog.getByRole('tab', { name: 'Salons' }));
  const visible = await dialog.findByRole('checkbox', { name: /Visible.*direction/ });
  const writable = dialog.getByRole('checkbox', { name: /Écriture.*direction/ });
  const ticked = () => [visible, writable].map(one => one.getAttribute('aria-checked') === 'true');
  const seen = [ticked()];
  for (const one of [writable, visible, writable]) await userEvent.click(one).then(() => seen.push(ticked()));
  expect(seen).toEqual([false, true, false, true].map(on => [on, on]));
  expect(dialog.getByRole('checkbox', { name: /Visible.*general/ })).toHaveProperty('disabled', true);
  // Rights that everybody has are ticked for good, and say why.
  const cells = dialog
    .getAllByRole('checkbox')
    // Radix adds a native box to each, for forms only.
    .filter(({ tagName }) => tagName === 'BUTTON')
    .map(one => [
      one.getAttribute('aria-label')?.split(' (')[1] ?? null,
      one.getAttribute('aria-checked'),
      one.closest('td')?.title ?? '',
    ]);
  const [always, open] = ['Tout le monde voit ce salon.', 'Tout le monde y écrit.'];
  expect(cells.slice(0, 4)).toEqual([
    [`${always})`, 'true', always],
    [`${open})`, 'true', open],
    [`${always})`, 'true', always],
    [null, 'false', ''],
  ]);
  expect(dialog.getByRole('region', { name: 'Salons' }).tabIndex).toBe(0);
  const signs = dialog.getAllByRole('rowheader').map(row => row.querySelector<HTMLElement>('[data-visibility]'));
  expect(signs.map(sign => sign?.dataset.visibility)).toEqual(['public', 'protected', 'private']);
  await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() =>
    expect(calls.find(call => call.asked === 'PUT /role/Conduite')?.body).toEqual({
      visibleChannels: ['direction'],
      writableChannels: ['direction'],
    }),
  );
});

test('A role is given writing in a protected channel alone, which it saw already, and writing is taken back', async () => {
  const writes = { ...conduite, visibleChannels: ['direction'], writableChannels: ['direction'] };
  const calls = serve(camille, {
    'GET /workspace/atelier/roles': () => json(200, { roles: [roles[0], roles[1], writes] }),
    'PUT /role/Conduite': () => json(200, { message: '', role: writes }),
  });
  show();
  await press('Accès et membres Conduite');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('tab', { name: 'Salons' }));
  const guarded = await dialog.findByRole('checkbox', { name: /Écriture.*annonces/ });
  const hidden = dialog.getByRole('checkbox', { name: /Écriture.*direction/ });
  for (const one of [guarded, hidden]) await userEvent.click(one);
  const ticked = [guarded, hidden, dialog.getByRole('checkbox', { name: /Visible.*direction/ })];
  expect(ticked.map(one => one.getAttribute('aria-checked'))).toEqual(['true', 'false', 'true']);
  await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() =>
    expect(calls.find(call => call.asked === 'PUT /role/Conduite')?.body).toEqual({
      visibleChannels: ['direction'],
      writableChannels: ['annonces'],
    }),
  );
});

test('A role’s rights are saved once they differ, and are not lost unasked', async () => {
  const calls = serve(camille, { 'PUT /role/Conduite': () => json(200, { message: '', role: conduite }) });
  show();
  await press('Accès et membres Conduite');
  const dialog = within(await screen.findByRole('dialog'));
  const save = dialog.getByRole('button', { name: 'Enregistrer' });
  const right = await dialog.findByRole('switch', { name: /salons/ });
  const { label, description } = rolePermissions.find(({ key }) => key === 'addChannels')!;
  expect(right.closest('div')?.textContent).toContain(description.fr);
  expect(dialog.getByText(label.fr)).toBeDefined();
  expect(save).toHaveProperty('disabled', true);
  fireEvent.click(right);
  expect(save).toHaveProperty('disabled', false);
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  const asked = within(await screen.findByRole('alertdialog', { name: /^Quitter sans enregistrer/ }));
  fireEvent.click(asked.getByRole('button', { name: 'Continuer à modifier' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  fireEvent.click(right);
  expect(save).toHaveProperty('disabled', true);
  fireEvent.click(right);
  fireEvent.click(save);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = calls.filter(({ asked }) => asked.startsWith('PUT')).map(({ asked, body }) => [asked, body]);
  expect(sent).toEqual([['PUT /role/Conduite', { addChannels: true }]]);
});

test('A role is given to nobody above one’s rank; who has it is searched by the server, without saving', async () => {
  const calls = serve(leonie);
  show();
  await press('Accès et membres Conduite');
  const dialog = within(await screen.findByRole('dialog'));
  const tab = dialog.getByRole('tab', { name: /Utilisateurs/ });
  await userEvent.click(tab);
  const above = await dialog.findByRole('checkbox', { name: /Camille Moreau.*Son rang est au-dessus du vôtre/ });
  expect(above).toHaveProperty('disabled', true);
  const karims = dialog.getByRole('checkbox', { name: /Karim Benali/ });
  expect(karims).toHaveProperty('disabled', false);
  expect(dialog.getByText('1 personne a ce rôle').getAttribute('role')).toBe('status');
  expect(tab.textContent).toBe('Utilisateurs1');
  fireEvent.click(karims);
  expect(dialog.getByText('0 personne a ce rôle')).toBeDefined();
  expect(tab.textContent).toBe('Utilisateurs0');
  expect(dialog.getByRole('button', { name: 'Enregistrer' })).toHaveProperty('disabled', false);
  fireEvent.click(karims);
  expect(dialog.getByRole('button', { name: 'Enregistrer' })).toHaveProperty('disabled', true);
  const search = dialog.getByLabelText('Rechercher un membre');
  expect(search.getAttribute('placeholder')).toBe('Prénom ou nom');
  fireEvent.change(search, { target: { value: 'kar' } });
  expect(fireEvent.keyDown(search, { key: 'Enter' })).toBe(false);
  await waitFor(() => expect(calls.at(-1)?.query.search).toBe('kar'));
  fireEvent.change(search, { target: { value: 'zzz' } });
  expect(await dialog.findByText('Aucun membre trouvé.')).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

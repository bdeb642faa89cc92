// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { camille, json, leonie, open, refused, role, roles, serve } from '../../../../test/settings-world.tsx';
import { rolesLive } from '../roles.live.ts';
import { RolesSection } from './RolesSection.tsx';

const show = () =>
  open(
    [{ path: '/settings/workspace/:workspaceId/roles', Component: RolesSection }],
    '/settings/workspace/atelier/roles',
  );
const names = async () =>
  within(await screen.findByRole('list', { name: 'Rôles, par rang' }))
    .getAllByRole('listitem')
    .filter(row => row.dataset.row)
    .map(row => row.dataset.row);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

beforeAll(() =>
  Promise.all([import('../../../../ui/dialogs/PendingDialog.tsx'), import('../../../../ui/overlays/overlays.ts')]),
);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('A new role needs a name, and is black until another colour is chosen', async () => {
  const calls = serve(camille, { 'POST /role': () => json(201, { message: '', role: role('Stage', 4) }) });
  show();
  await press('Créer un rôle');
  const create = screen.getByRole('button', { name: 'Créer' });
  expect(create).toHaveProperty('disabled', true);
  fireEvent.change(screen.getByLabelText(/Nom du rôle/), { target: { value: '   ' } });
  expect(create).toHaveProperty('disabled', true);
  fireEvent.change(screen.getByLabelText(/Nom du rôle/), { target: { value: 'Stage' } });
  // Radix adds a native radio to each swatch, for forms only.
  const swatches = screen.getAllByRole('radio').filter(one => one.tagName === 'BUTTON');
  expect(swatches).toHaveLength(18);
  expect(screen.getByLabelText('Noir').getAttribute('aria-checked')).toBe('true');
  await userEvent.click(screen.getByLabelText('Sapin'));
  await userEvent.click(await screen.findByRole('switch', { name: 'Exclure des membres' }));
  await userEvent.click(create);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.find(call => call.asked === 'POST /role')?.body).toEqual({
    workspaceId: 'atelier',
    name: 'Stage',
    color: '#1d6a51',
    addChannels: false,
    canKick: true,
    creator: false,
  });
});

test('The roles’ « Descendre » sends the new rank, announces it, and keeps the focus', async () => {
  const swapped = [role('Direction', 1), role('Créateur', 2, { creator: true }), role('Conduite', 3)];
  let kept = roles;
  const calls = serve(camille, {
    'GET /workspace/atelier/roles': () => json(200, { roles: kept }),
    'PUT /role/Créateur': () => {
      kept = swapped;
      return json(200, { message: '', role: swapped[1] });
    },
  });
  show();
  await press('Descendre Créateur');
  expect(await names()).toEqual(['Direction', 'Créateur', 'Conduite']);
  expect(screen.getByText(/Créateur.*position 2 sur 3/)).toBeDefined();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Descendre Créateur');
  await waitFor(() => expect(calls.find(call => call.asked.startsWith('PUT'))?.body).toEqual({ rank: 2 }));
});

test('A role is moved by its row’s menu on a phone, which keeps the focus', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...{ matches: /width < (640|1100)px/.test(query), addEventListener() {}, removeEventListener() {} },
  }));
  const calls = serve(camille, { 'PUT /role/Créateur': () => json(200, { message: '', role: roles[0] }) });
  show();
  const menu = await screen.findByRole('button', { name: 'Actions sur Créateur' });
  expect(screen.queryByRole('button', { name: /^(Descendre|Modifier)/ })).toBeNull();
  menu.focus();
  await userEvent.keyboard('{Enter}');
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Descendre Créateur' }));
  await waitFor(() => expect(calls.find(call => call.asked.startsWith('PUT'))?.body).toEqual({ rank: 2 }));
  expect(screen.getByText(/Créateur.*position 2 sur 3/)).toBeDefined();
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Actions sur Créateur'));
});

test('A refused move of a role restores the server’s order', async () => {
  serve(camille, { 'PUT /role/Créateur': () => refused(403, 'Non.') });
  show();
  await press('Descendre Créateur');
  await waitFor(async () => expect(await names()).toEqual(['Créateur', 'Direction', 'Conduite']));
});

test('A role above the user’s rank is shown locked, with the reason', async () => {
  serve(leonie);
  show();
  expect(await screen.findByText('Ce rôle est au-dessus de votre rang.')).toBeDefined();
  await screen.findByRole('button', { name: 'Modifier Direction' });
  expect(screen.queryByRole('button', { name: /Créateur$/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Monter Direction' }).getAttribute('aria-disabled')).toBe('true');
});

test('A role changed by another owner updates its open dialog with a warning, and saving keeps that change', async () => {
  const calls = serve(camille, { 'PUT /role/Conduite': () => json(200, { message: '', role: roles[2] }) });
  const { client } = show();
  await press('Accès et membres Conduite');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('tab', { name: /Utilisateurs/ }));
  await userEvent.click(await dialog.findByRole('checkbox', { name: /Camille Moreau/ }));
  act(() => rolesLive.updatedRole(role('Conduite', 3, { canKick: false, users: ['karim', 'leonie'] }), client));
  expect(await dialog.findByText(/Quelqu’un vient de modifier ce rôle/)).toBeDefined();
  expect(dialog.getByRole('checkbox', { name: /Léonie Dubreuil/ }).getAttribute('aria-checked')).toBe('true');
  await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.find(call => call.asked === 'PUT /role/Conduite')?.body).toEqual({
    users: ['karim', 'leonie', 'camille'],
  });
});

test('A role deleted meanwhile closes its dialog and says so', async () => {
  let kept = roles;
  serve(camille, { 'GET /workspace/atelier/roles': () => json(200, { roles: kept }) });
  const { client } = show();
  await press('Modifier Conduite');
  await screen.findByRole('dialog');
  kept = roles.slice(0, 2);
  act(() => rolesLive.deletedRole({ _id: 'Conduite', workspaceId: 'atelier' }, client));
  expect(await screen.findByText('Le rôle Conduite vient d’être supprimé.')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('A role given writing in a private channel is given seeing it', async () => {
  const calls = serve(camille, { 'PUT /role/Conduite': () => json(200, { message: '', role: roles[2] }) });
  show();
  await press('Accès et membres Conduite');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('tab', { name: 'Salons' }));
  const visible = await dialog.findByRole('checkbox', { name: /Visible.*direction/ });
  expect(visible.getAttribute('aria-checked')).toBe('false');
  await userEvent.click(dialog.getByRole('checkbox', { name: /Écriture.*direction/ }));
  expect(visible.getAttribute('aria-checked')).toBe('true');
  expect(dialog.getByRole('checkbox', { name: /Visible.*general/ })).toHaveProperty('disabled', true);
  await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() =>
    expect(calls.find(call => call.asked === 'PUT /role/Conduite')?.body).toEqual({
      visibleChannels: ['direction'],
      writableChannels: ['direction'],
    }),
  );
});

test('A workspace without roles says so', async () => {
  serve(camille, { 'GET /workspace/atelier/roles': () => json(200, { roles: [] }) });
  show();
  expect(await screen.findByText('Aucun rôle défini.')).toBeDefined();
});

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
    const conduite = roles[2] as (typeof roles)[number];
    act(() => rolesLive.updatedRole({ ...conduite, rank: 2 }, client));
    expect(dialog.queryByText(/Quelqu’un vient de modifier ce rôle/)).toBeNull();
    act(() => rolesLive.updatedRole({ ...conduite, ...change }, client));
    expect(await dialog.findByText(/Quelqu’un vient de modifier ce rôle/)).toBeDefined();
  },
);

test('A role says its rights beside its name, one or several, and the last creator’s role keeps its own', async () => {
  serve(camille, {
    'GET /workspace/atelier/roles': () =>
      json(200, { roles: [roles[0], { ...roles[2], addChannels: true }, role('Stage', 4)] }),
  });
  show();
  const lists = await screen.findAllByRole('list', { name: 'Droits' });
  expect(lists.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/./),
    expect.stringMatching(/Kick$/),
  ]);
  expect(within(lists[0] as HTMLElement).getAllByRole('listitem')).toHaveLength(1);
  expect(within(lists[1] as HTMLElement).getAllByRole('listitem')).toHaveLength(2);
  await press('Accès et membres Créateur');
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('Le dernier rôle de créateur ne peut pas être supprimé.')).toBeDefined();
});

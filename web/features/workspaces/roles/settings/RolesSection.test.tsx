// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { roles as words } from '../../../../locales/fr/roles.ts';
import {
  camille,
  channels,
  json,
  leonie,
  open,
  refused,
  role,
  roles,
  serve,
} from '../../../../test/settings-world.tsx';
import { alerts } from '../../../../ui/alerts/alerts.ts';
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
  const preview = () => document.querySelector('strong')?.textContent;
  expect(preview()).toBe('Entrez le nom du rôle');
  fireEvent.change(screen.getByLabelText(/Nom du rôle/), { target: { value: '   ' } });
  expect(create).toHaveProperty('disabled', true);
  fireEvent.change(screen.getByLabelText(/Nom du rôle/), { target: { value: 'Stage' } });
  expect(preview()).toBe('Stage');
  // Radix adds a native radio to each swatch, for forms only.
  const swatches = screen.getAllByRole('radio').filter(one => one.tagName === 'BUTTON');
  expect(swatches).toHaveLength(18);
  expect(swatches.map(one => one.getAttribute('aria-label'))).toEqual(Object.values(words.colors));
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

test('The roles are named in their colour; « Descendre » sends the new rank, announces it, and keeps the focus', async () => {
  const direction = { ...roles[1]!, color: '#1d4e89' };
  for (const surface of ['--sunken', '--raised']) document.documentElement.style.setProperty(surface, '#ffffff');
  const swapped = [{ ...direction, rank: 1 }, role('Créateur', 2, { creator: true }), role('Conduite', 3)];
  let kept = [roles[0]!, direction, roles[2]!];
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
  const colourOf = (name: string) => screen.getByTitle(name).style.color;
  expect([colourOf('Direction'), colourOf('Conduite')]).toEqual(['rgb(29, 78, 137)', '']);
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

test('A workspace without roles says so, and roles that could not be loaded are asked for again', async () => {
  let fails = true;
  serve(camille, {
    'GET /workspace/atelier/roles': () => (fails ? refused(403, 'Non.') : json(200, { roles: [] })),
  });
  show();
  expect(await screen.findByText('Les rôles n’ont pas pu être chargés.')).toBeDefined();
  fails = false;
  await press('Réessayer');
  expect(await screen.findByText('Aucun rôle défini.')).toBeDefined();
});

const sent = (calls: ReturnType<typeof serve>, method: string) =>
  calls.filter(({ asked }) => asked.startsWith(method)).map(({ asked, body }) => [asked, body]);
const conduite = roles[2] as (typeof roles)[number];

test('A role is deleted once that is confirmed, with what its holders lose; a refusal is said, and the last creator’s stays', async () => {
  let refuses = true;
  const calls = serve(camille, {
    'GET /workspace/atelier/roles': () => json(200, { roles: [roles[0], conduite, role('Stage', 4)] }),
    'DELETE /role/Conduite': () => (refuses ? refused(403, 'Pas vous.') : json(200, { message: '' })),
  });
  show();
  const remove = async (answer: string, text: string, name = 'Conduite') => {
    await press(`Supprimer ${name}`);
    const dialog = within(await screen.findByRole('alertdialog', { name: `Supprimer le rôle ${name}\u202f?` }));
    expect(dialog.getByText(text)).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: answer }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  };
  await remove('Annuler', 'Personne ne le porte.', 'Stage');
  const lost = 'La personne qui le porte perdra les droits et les salons qu’il donne.';
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  await remove('Supprimer', lost);
  expect(await screen.findByText('Pas vous.')).toBeDefined();
  await waitFor(() => expect(logged.mock.lastCall?.[0]).toBe('The role could not be deleted'));
  logged.mockRestore();
  refuses = false;
  await remove('Supprimer', lost);
  await waitFor(() =>
    expect(sent(calls, 'DELETE').map(([asked]) => asked)).toEqual(Array(2).fill('DELETE /role/Conduite')),
  );
  const last = screen.getByRole('button', { name: 'Supprimer Créateur' });
  expect(last).toHaveProperty('disabled', true);
  expect(last.title).toBe('Le dernier rôle de créateur ne peut pas être supprimé.');
});

test('A role says its rank, its holders, and the private channel it is kept for', async () => {
  serve(camille, {
    'GET /workspace/atelier/channels': () => json(200, { channels: [{ ...channels[2], keptRole: 'Conduite' }] }),
  });
  show();
  await screen.findByText(/du salon privé #direction/);
  const rows = within(screen.getByRole('list', { name: 'Rôles, par rang' })).getAllByText(/^Rang/);
  expect(screen.getByText('3 rôles').getAttribute('role')).toBe('status');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Rang 1 · 1 membre',
    'Rang 2 · 1 membre',
    'Rang 3 · 1 membre · du salon privé #direction',
  ]);
});

test('A role that rises above one’s rank meanwhile closes its dialog and says so', async () => {
  serve(leonie);
  const { client } = show();
  await press('Modifier Conduite');
  await screen.findByRole('dialog', { name: 'Modifier le rôle' });
  const direction = roles[1] as (typeof roles)[number];
  act(() => rolesLive.updatedRole({ ...direction, users: [] }, client));
  expect(await screen.findByText('Votre rang ne permet plus de modifier le rôle Conduite.')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('A role’s name and colour are sent where they changed alone, nothing where neither did, and a colour is not lost unasked', async () => {
  const calls = serve(camille, {
    'GET /workspace/atelier/roles': () => json(200, { roles: [roles[0], { ...conduite, color: '#123456' }] }),
    'PUT /role/Conduite': () => json(200, { message: '', role: conduite }),
  });
  show();
  const save = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await press('Modifier Conduite');
  const name = () => screen.getByLabelText<HTMLInputElement>(/Nom du rôle/);
  expect(document.activeElement).toBe(name());
  expect([name().maxLength, name().required]).toEqual([limits.roleName, true]);
  // A colour set elsewhere is not lost.
  expect(screen.getByLabelText('Couleur actuelle (#123456)').getAttribute('aria-checked')).toBe('true');
  expect(screen.queryByRole('switch')).toBeNull();
  await save();
  expect(sent(calls, 'PUT')).toEqual([]);
  await press('Modifier Conduite');
  fireEvent.change(name(), { target: { value: ' Chantier ' } });
  await save();
  await press('Modifier Conduite');
  fireEvent.click(screen.getByLabelText('Sapin'));
  expect(screen.getByLabelText('Couleur actuelle (#123456)')).toBeDefined();
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  const asked = within(await screen.findByRole('alertdialog', { name: /^Quitter sans enregistrer/ }));
  fireEvent.click(asked.getByRole('button', { name: 'Continuer à modifier' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await save();
  expect(sent(calls, 'PUT').map(([, body]) => body)).toEqual([{ name: 'Chantier' }, { color: '#1d6a51' }]);
});

test('A role changed by someone else while one edits it may be taken as they made it; one’s own changes are not lost unasked', async () => {
  serve(camille);
  const { client } = show();
  await press('Modifier Conduite');
  const name = screen.getByLabelText<HTMLInputElement>(/Nom du rôle/);
  fireEvent.change(name, { target: { value: 'Chantier' } });
  act(() => rolesLive.updatedRole({ ...conduite, rank: 0 }, client));
  // Once the page shows the change.
  await waitFor(async () => expect((await names())[0]).toBe('Conduite'));
  expect(screen.queryByText('Quelqu’un vient de modifier ce rôle.')).toBeNull();
  act(() => rolesLive.updatedRole({ ...conduite, name: 'Conduites', color: '#1d6a51' }, client));
  expect(await screen.findByText('Quelqu’un vient de modifier ce rôle.')).toBeDefined();
  expect(name.value).toBe('Chantier');
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  const asked = within(await screen.findByRole('alertdialog', { name: /^Quitter sans enregistrer/ }));
  fireEvent.click(asked.getByRole('button', { name: 'Continuer à modifier' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Reprendre sa version' }));
  expect(name.value).toBe('Conduites');
  expect(screen.getByLabelText('Sapin').getAttribute('aria-checked')).toBe('true');
  expect(document.activeElement).toBe(name);
  expect(screen.queryByText('Quelqu’un vient de modifier ce rôle.')).toBeNull();
  // Its colour alone, or its name alone, is a change too.
  for (const [once, colour] of [
    ['Conduites', '#b3261e'],
    ['Chantiers', '#b3261e'],
  ] as const) {
    act(() => rolesLive.updatedRole({ ...conduite, name: once, color: colour }, client));
    expect(await screen.findByText('Quelqu’un vient de modifier ce rôle.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Reprendre sa version' }));
    expect([name.value, screen.getByLabelText('Rouge').getAttribute('aria-checked')]).toEqual([once, 'true']);
  }
});

test('A role whose own change is told by its event before the answer was changed by nobody else', async () => {
  let release = () => {};
  const held = new Promise<void>(done => {
    release = done;
  });
  const calls = serve(camille, {
    'PUT /role/Conduite': () => held.then(() => json(200, { message: '', role: conduite })),
  });
  const { client } = show();
  await press('Modifier Conduite');
  fireEvent.change(screen.getByLabelText(/Nom du rôle/), { target: { value: 'Chantier' } });
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(sent(calls, 'PUT')).toHaveLength(1));
  act(() => rolesLive.updatedRole({ ...conduite, name: 'Chantier' }, client));
  // Once the page shows the change.
  await screen.findByRole('button', { name: 'Modifier Chantier' });
  expect(screen.queryByText('Quelqu’un vient de modifier ce rôle.')).toBeNull();
  release();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

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
  expect(lists.map(({ textContent }) => textContent)).toEqual(['Créateur', 'Ajout de salonsKick']);
  expect(within(lists[0] as HTMLElement).getAllByRole('listitem')).toHaveLength(1);
  expect(within(lists[1] as HTMLElement).getAllByRole('listitem')).toHaveLength(2);
  await press('Accès et membres Créateur');
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('Le dernier rôle de créateur ne peut pas être supprimé.')).toBeDefined();
  // All its rights can be changed, except the right that makes it a creator role.
  const kept = dialog.getAllByRole<HTMLButtonElement>('switch').map(({ disabled }) => disabled);
  expect(kept).toEqual([false, false, true]);
});

test('A role that could not be created, or whose access could not be changed, stays in its dialog, and the refusal is said', async () => {
  const no = () => refused(403, 'Pas vous.');
  const calls = serve(camille, {
    'GET /workspace/atelier/channels': () => json(200, { channels: [] }),
    'POST /role': no,
    'PUT /role/Conduite': no,
  });
  show();
  await press('Créer un rôle');
  const name = screen.getByLabelText<HTMLInputElement>(/Nom du rôle/);
  fireEvent.change(name, { target: { value: 'Stage' } });
  fireEvent.click(screen.getByRole('button', { name: 'Créer' }));
  expect(await screen.findByText('Pas vous.')).toBeDefined();
  expect([name.value, screen.queryByRole('dialog') !== null]).toEqual(['Stage', true]);
  act(() => alerts.clear());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Créer' }).getAttribute('aria-busy')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Accès et membres Conduite');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.mouseDown(dialog.getByRole('tab', { name: 'Salons' }), { button: 0 });
  expect(await dialog.findByText('Aucun salon')).toBeDefined();
  fireEvent.mouseDown(dialog.getByRole('tab', { name: 'Permissions' }), { button: 0 });
  fireEvent.click(await dialog.findByRole('switch', { name: /salons/ }));
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(sent(calls, 'PUT')).toHaveLength(1));
  expect(await screen.findByText('Pas vous.')).toBeDefined();
  expect(dialog.getByRole('switch', { name: /salons/ }).getAttribute('aria-checked')).toBe('true');
});

// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { endedHere, forgetEnd } from '../../../platform/server/ended.ts';
import { atelier, camille, json, karim, open, refused, serve } from '../../../test/settings-world.tsx';
import { DiscoverFilters } from './DiscoverPanel.tsx';
import { WorkspaceMenu } from './WorkspaceMenu.tsx';

const { bans: _bans, members: _members, channels: _channels, ...card } = atelier;

// Loaded before, so that no test waits for the icons’ many files.
beforeAll(() =>
  Promise.all([import('../../../ui/dialogs/PendingDialog.tsx'), import('../../../ui/overlays/overlays.ts')]),
);
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(() => {
  cleanup();
  forgetEnd('atelier');
});

async function show(me = camille, owner = ['camille'], answers: Parameters<typeof serve>[1] = {}) {
  const calls = serve(me, {
    [`GET /user/${me._id}/workspaces`]: () =>
      json(200, {
        workspaces: [
          { ...card, _id: 'autre', title: 'Bureau', owner: ['yann'] },
          { ...card, owner },
        ].map(one => ({
          ...one,
          ...{ owners: [], isMember: true },
        })),
      }),
    'GET /workspace/atelier': () =>
      json(200, { workspace: { ...card, owner, bans: [], members: atelier.members, channels: [] } }),
    ...answers,
  });
  const { router, client } = open(
    [{ path: '*', element: <WorkspaceMenu workspaceId="atelier" /> }],
    '/workspace/atelier',
  );
  await screen.findByRole('button', { name: 'Menu d’Atelier Tilleul' });
  await waitFor(() => expect(client.isFetching()).toBe(0));
  const asked = () => calls.filter(({ asked }) => asked.startsWith('PUT')).map(({ asked }) => asked);
  return { asked, path: () => router.state.location.pathname };
}
async function items() {
  await userEvent.click(screen.getByRole('button', { name: 'Menu d’Atelier Tilleul' }));
  return within(await screen.findByRole('menu'));
}
const labels = async () => (await items()).getAllByRole('menuitem').map(({ textContent }) => textContent);

test('A workspace’s menu offers its settings to those who may change them alone', async () => {
  await show();
  expect(await labels()).toEqual(['Inviter un ami', 'Paramètres', 'Quitter le serveur']);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Inviter un ami' }));
  const invitation = within(await screen.findByRole('dialog', { name: 'Inviter un ami' }));
  fireEvent.click(invitation.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const opener = screen.getByRole('button', { name: 'Menu d’Atelier Tilleul' });
  expect([opener.title, within(opener).getByRole('heading', { level: 2 }).textContent]).toEqual([
    ...['Atelier Tilleul', 'Atelier Tilleul'],
  ]);
  cleanup();
  await show(karim);
  expect(await labels()).not.toContain('Paramètres');
  cleanup();
  // A guest brings in nobody.
  const guest = { endsAt: '2999-01-01T00:00:00.000Z', sponsor: null };
  await show(karim, ['camille'], {
    'GET /user/karim/workspaces': () => json(200, { workspaces: [{ ...card, owners: [], isMember: true, guest }] }),
  });
  expect(await labels()).toEqual(['Quitter le serveur']);
});

test('A workspace’s settings open from its menu', async () => {
  const { path } = await show();
  fireEvent.click((await items()).getByRole('menuitem', { name: 'Paramètres' }));
  await waitFor(() => expect(path()).toBe('/settings/workspace/atelier'));
});

test('A workspace’s settings begin at their index on a phone', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...{ matches: query === '(width < 640px)', addEventListener() {}, removeEventListener() {} },
  }));
  const { path } = await show();
  // By a key: a sheet ignores the lift of the finger that opened it.
  fireEvent.keyDown(screen.getByRole('button', { name: 'Menu d’Atelier Tilleul' }), { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Paramètres' }));
  await waitFor(() => expect(path()).toBe('/settings/workspace/atelier/sections'));
});

test('A workspace is left once that is confirmed; a refusal says why and leaves one there', async () => {
  let refuses = true;
  const answer = () => (refuses ? refused(403, 'Pas vous.') : json(200, { message: 'Vous êtes parti.' }));
  const { asked, path } = await show(karim, ['camille'], { 'PUT /workspace/atelier/leave': answer });
  const leave = async (name: string) => {
    fireEvent.click((await items()).getByRole('menuitem', { name: 'Quitter le serveur' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: /^Quitter Atelier Tilleul/ }));
    expect(dialog.getByText('Vous ne verrez plus ses salons, et vos rôles y seront perdus.')).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  };
  await leave('Annuler');
  expect(asked()).toEqual([]);
  await leave('Quitter');
  expect(await screen.findByText('Pas vous.')).toBeDefined();
  expect(screen.getByText('Échec de la sortie du workspace')).toBeDefined();
  expect(path()).toBe('/workspace/atelier');
  expect(endedHere('atelier')).toBe(false);
  refuses = false;
  await leave('Quitter');
  await waitFor(() => expect(path()).toBe('/workspaces'));
  // The person who left is not told of its loss again.
  expect(endedHere('atelier')).toBe(true);
});

test('A workspace’s last owner is told what to do instead of leaving; one of two leaves', async () => {
  const { asked } = await show();
  fireEvent.click((await items()).getByRole('menuitem', { name: 'Quitter le serveur' }));
  expect(await screen.findByText(/Vous êtes la dernière personne propriétaire d’Atelier Tilleul/)).toBeDefined();
  expect(screen.getByRole('alertdialog', { name: 'Vous ne pouvez pas partir' })).toBeDefined();
  expect(asked()).toEqual([]);
  cleanup();
  await show(camille, ['camille', 'leonie']);
  fireEvent.click((await items()).getByRole('menuitem', { name: 'Quitter le serveur' }));
  expect(await screen.findByRole('alertdialog', { name: /^Quitter Atelier Tilleul/ })).toBeDefined();
});

test.each([
  ['/workspaces', 'Workspaces publics'],
  ['/workspaces?filter=mine', 'Vos workspaces'],
  ['/workspaces?filter=society', 'Ceux de votre société'],
  ['/workspaces?filter=other', 'Workspaces publics'],
  ['/societies', 'Toutes les sociétés'],
  ['/society/tilleul', 'Toutes les sociétés'],
  ['/userSociety', 'Votre société'],
])('The filters of discovery mark the page one is on: %s, « %s »', (at, current) => {
  serve(camille);
  open([{ path: '*', Component: DiscoverFilters }], at);
  const marked = screen.getAllByRole('link').filter(link => link.getAttribute('aria-current') === 'page');
  expect(marked.map(({ textContent }) => textContent)).toEqual([current]);
  expect(
    within(screen.getByRole('navigation', { name: 'Filtres' })).getByRole('list', { name: 'Sociétés' }),
  ).toBeDefined();
  expect(screen.getAllByRole('link').map(link => link.querySelectorAll('svg').length)).toEqual([1, 1, 1, 1, 1]);
  expect(screen.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
    ...['/workspaces', '/workspaces?filter=mine', '/workspaces?filter=society', '/societies', '/userSociety'],
  ]);
});

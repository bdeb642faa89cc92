// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { atelier, camille, channels, json, karim, leonie, open, serve } from '../../test/settings-world.tsx';
import { WorkspaceHome } from '../places/WorkspaceHome.tsx';
import { Header } from './Header.tsx';
import { SidePanel } from './SidePanel.tsx';
import { useShell } from './shell.store.ts';

const { bans: _bans, members: _members, channels: _ids, ...card } = atelier;
const shell = { ...useShell.getState() };
const talk = (_id: string, title: string | null, users: object[]) => ({
  ...{ _id, title, isGroup: users.length > 2, users, creator: 'camille', lastMessage: null },
  createdAt: '2026-11-22T12:00:00.000Z',
});

/** Gives the window this width, for media queries. */
const widen = (width: number) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width < Number(/width < (\d+)px/.exec(query)?.[1] ?? 0),
    addEventListener() {},
    removeEventListener() {},
  }));

// Loaded before, so that no test waits for many files.
beforeAll(() =>
  Promise.all([
    import('../parts/conversations.ts'),
    import('../../ui/overlays/overlays.ts'),
    import('../../features/workspaces/channels/CreateChannelDialog.tsx'),
  ]),
);
beforeEach(() => {
  widen(1440);
  useShell.setState(shell, true);
});
afterEach(cleanup);

function show(at: string, element = <Header />, path = '*') {
  serve(camille, {
    'GET /user/camille/workspaces': () =>
      json(200, {
        workspaces: [card, { ...card, _id: 'autre', title: 'Bureau' }].map(one => ({
          ...one,
          ...{ owners: [], isMember: true },
        })),
      }),
    'GET /user/camille/conversations': () =>
      json(200, {
        conversations: [talk('deux', null, [camille, karim]), talk('groupe', 'Midi', [camille, karim, leonie])],
        nextCursor: null,
      }),
    'GET /workspace/atelier/channels': () => json(200, { channels }),
    'GET /notifications': () => json(200, { notifications: [] }),
    'GET /unread': () => json(200, { unread: [], threads: [] }),
  });
  return open([{ path, element }], at);
}
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const buttons = () => screen.getAllByRole('button').map(button => button.getAttribute('aria-label'));
const has = (label: string) => buttons().some(name => name?.startsWith(label));

test.each([
  ['/workspace/atelier/channel/annonces', 'annonces', '#annonces · Atelier Tilleul · Palabre'],
  ['/conversation/groupe', 'Midi', 'Midi · Conversations · Palabre'],
  ['/conversation', 'Conversations', 'Conversations · Palabre'],
  ['/conversation/perdue', 'Conversations', 'Conversations · Palabre'],
  ['/threads', 'Fils', 'Fils · Palabre'],
  ['/scheduled', 'Programmés', 'Programmés · Palabre'],
  ['/societies', 'Sociétés', 'Sociétés · Palabre'],
  ['/userSociety', 'Votre société', 'Votre société · Palabre'],
  ['/workspaces', 'Workspaces', 'Workspaces · Palabre'],
  ['/workspace/inconnu', 'Workspaces', 'Palabre'],
])('The header of %s says « %s », as does the title', async (at, said, title) => {
  show(at);
  await screen.findByText(said, { selector: 'h1 *' });
  await waitFor(() => expect(document.title).toBe(title));
});

test('The header of a channel or a conversation has its pins, its menu and its members; that of a list has none', async () => {
  for (const [at, name, menu] of [
    ['/workspace/atelier/channel/annonces', 'annonces', 'Actions du salon'],
    ['/conversation/groupe', 'Midi', 'Actions de la conversation'],
  ] as const) {
    show(at);
    await heading(name);
    await waitFor(() => expect(has(menu)).toBe(true));
    expect([has('Messages Épinglés'), has('Masquer les membres'), has('Boîte de réception')]).toEqual([
      true,
      true,
      true,
    ]);
    cleanup();
  }
  show('/conversation');
  await heading('Conversations');
  expect([has('Actions'), has('Messages Épinglés'), has('Masquer les membres')]).toEqual([false, false, false]);
});

test('The pins that are open over a place close when another place is shown', async () => {
  for (const [at, name, to, next] of [
    ['/workspace/atelier/channel/annonces', 'annonces', '/workspace/atelier/channel/general', 'general'],
    ['/conversation/groupe', 'Midi', '/conversation/deux', 'Karim Benali'],
  ] as const) {
    const { router } = show(at);
    await heading(name);
    fireEvent.click(await screen.findByRole('button', { name: 'Messages Épinglés' }));
    expect(await screen.findByRole('dialog', { name: 'Messages Épinglés' })).toBeDefined();
    await act(() => router.navigate(to));
    await screen.findByText(next, { selector: 'h1 *' });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Messages Épinglés' })).toBeNull());
    cleanup();
  }
});

test('The pins that a phone shows over a place close when another place is shown', async () => {
  widen(390);
  for (const [at, name, menu, to, next] of [
    [
      '/workspace/atelier/channel/annonces',
      'annonces',
      'Actions du salon',
      '/workspace/atelier/channel/general',
      'general',
    ],
    ['/conversation/groupe', 'Midi', 'Actions de la conversation', '/conversation/deux', 'Karim Benali'],
  ] as const) {
    const { router } = show(at);
    await heading(name);
    fireEvent.keyDown(await screen.findByRole('button', { name: menu }), { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Messages Épinglés' }));
    expect(await screen.findByRole('dialog', { name: 'Messages Épinglés' })).toBeDefined();
    await act(() => router.navigate(to));
    await screen.findByText(next, { selector: 'h1 *' });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Messages Épinglés' })).toBeNull());
    cleanup();
  }
});

test('The members beside a place are hidden and shown by the header’s button, which a thread stands in for', async () => {
  const { router } = show('/workspace/atelier/channel/annonces');
  fireEvent.click(await screen.findByRole('button', { name: 'Masquer les membres' }));
  expect(useShell.getState().membersOpen).toBe(false);
  const toggle = screen.getByRole('button', { name: 'Afficher les membres' });
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(toggle);
  expect(useShell.getState().membersOpen).toBe(true);
  cleanup();
  widen(1250);
  const beside = show('/workspace/atelier/channel/annonces?thread=fil');
  // The thread stands where the members would: they come instead of it.
  fireEvent.click(await screen.findByRole('button', { name: 'Afficher les membres' }));
  await waitFor(() => expect(beside.router.state.location.search).toBe(''));
  expect(useShell.getState().membersOpen).toBe(true);
  expect(router.state.location.search).toBe('');
});

test('Where all have room a thread stays open as the members beside it are hidden and shown', async () => {
  widen(1_600);
  const { router } = show('/workspace/atelier/channel/annonces?thread=fil');
  fireEvent.click(await screen.findByRole('button', { name: 'Masquer les membres' }));
  expect(useShell.getState().membersOpen).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Afficher les membres' }));
  expect([useShell.getState().membersOpen, router.state.location.search]).toEqual([true, '?thread=fil']);
});

test('Where there is no room the members are a drawer, which the button opens and closes', async () => {
  widen(900);
  show('/workspace/atelier/channel/annonces');
  fireEvent.click(await screen.findByRole('button', { name: 'Afficher les membres' }));
  expect(useShell.getState().membersDrawerOpen).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Masquer les membres' }));
  expect(useShell.getState().membersDrawerOpen).toBe(false);
});

test('A phone’s header has the way back, and the rest of a place in one menu', async () => {
  widen(390);
  show('/workspace/atelier/channel/annonces');
  await heading('annonces');
  expect(has('Retour à la liste')).toBe(true);
  expect([has('Messages Épinglés'), has('Masquer les membres'), has('Boîte de réception')]).toEqual([
    ...[false, false, false],
  ]);
  const menu = await screen.findByRole('button', { name: 'Actions du salon' });
  fireEvent.keyDown(menu, { key: 'Enter' });
  fireEvent.click(menu);
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(items.slice(0, 2)).toEqual(['Messages Épinglés', 'Afficher les membres']);
  await act(async () => fireEvent.click(screen.getByRole('menuitem', { name: 'Afficher les membres' })));
  await waitFor(() => expect(useShell.getState().membersDrawerOpen).toBe(true));
});

test('A phone’s list of conversations offers a new one at its head', async () => {
  widen(390);
  show('/conversation');
  await waitFor(() => expect(has('Nouvelle conversation')).toBe(true));
  cleanup();
  widen(1440);
  show('/conversation');
  await heading('Conversations');
  expect(has('Nouvelle conversation')).toBe(false);
});

test.each([
  ['the panel of a desk', 1440, '*', <SidePanel key="panel" />],
  ['the list of a phone', 390, '/workspace/:workspaceId', <WorkspaceHome key="list" />],
])(
  'A new channel that is begun in %s is not begun in the workspace that one goes on to, nor again on the way back',
  async (_where, width, path, element) => {
    widen(width);
    const { router } = show('/workspace/atelier', element, path);
    fireEvent.click(await screen.findByRole('button', { name: 'Créer un salon' }));
    const field = await screen.findByLabelText('Nom du salon');
    fireEvent.change(field, { target: { value: 'chantier' } });
    await act(() => router.navigate('/workspace/autre'));
    await waitFor(() => expect(screen.queryByLabelText('Nom du salon')).toBeNull());
    await act(() => router.navigate(-1));
    await waitFor(() => expect(router.state.location.pathname).toBe('/workspace/atelier'));
    expect(await screen.findByRole('link', { name: 'general' })).toBeDefined();
    expect(screen.queryByLabelText('Nom du salon')).toBeNull();
  },
);

test.each([
  ['the header of a phone', 390, <Header key="header" />],
  ['the panel of a desk', 1440, <SidePanel key="panel" />],
])('The invitation that is opened from %s closes as one goes to another workspace', async (_where, width, element) => {
  widen(width);
  const { router } = show('/workspace/atelier', element);
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Menu d’Atelier Tilleul' }), { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Inviter un ami' }));
  expect(await screen.findByRole('dialog', { name: 'Inviter un ami' })).toBeDefined();
  await act(() => router.navigate('/workspace/autre'));
  expect(await screen.findByRole('button', { name: 'Menu de Bureau' })).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Inviter un ami' })).toBeNull());
});

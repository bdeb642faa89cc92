// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { QueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Outlet, type RouteObject } from 'react-router';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { useCreateWorkspaceDialog } from '../../features/workspaces/workspaces/create.store.ts';
import { paths } from '../../platform/address/paths.ts';
import { keep, keptKey } from '../../platform/device/local-storage.ts';
import { usePlace } from '../../platform/place-settings.ts';
import { applyConnectionEvent, useConnection } from '../../platform/server/connection.ts';
import { keyOf } from '../../platform/server/query.ts';
import { setUser } from '../../platform/session/session.ts';
import { useTheme } from '../../platform/theme.ts';
import { atelier, camille, json, open, serve } from '../../test/settings-world.tsx';
import { SettingsIndex } from '../gates/SettingsIndex.tsx';
import { MePage } from '../me/MePage.tsx';
import { WorkspaceHome } from '../places/WorkspaceHome.tsx';
import { Header } from './Header.tsx';
import { PhoneBar } from './PhoneBar.tsx';
import { SettingsTop } from './SettingsTop.tsx';
import { useShell } from './shell.store.ts';
import { useTrail } from './up.ts';

const { bans: _bans, members: _members, channels: _ids, ...card } = atelier;
const other = {
  ...{ ...card, _id: 'maison', title: 'Maison Rivière', owners: [], isMember: true },
  welcomeChannel: 'salon',
};
const mine = [{ ...card, owners: [], isMember: true }, other];
const state = { seq: 1, read: 0, first: 1, messages: 1, mentions: 0, level: 'all', muted: false };
const unread = [
  { ...state, channelId: 'general', conversationId: null, workspaceId: 'atelier', mentions: 2 },
  { ...state, channelId: 'salon', conversationId: null, workspaceId: 'maison', mentions: 1 },
  { ...state, channelId: null, conversationId: 'midi', workspaceId: null, messages: 4 },
];
const notification = { _id: 'n', type: 'mention', isRead: false, about: null };

/** Gives the window this width, for media queries. */
const widen = (width: number) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width < Number(/width < (\d+)px/.exec(query)?.[1] ?? 0),
    addEventListener() {},
    removeEventListener() {},
  }));

const world = (workspaces: unknown[] = mine) =>
  serve(camille, {
    [`GET /user/${camille._id}/workspaces`]: () => json(200, { workspaces }),
    'GET /unread': () => json(200, { unread, threads: [] }),
    'GET /notifications': () => json(200, { notifications: [notification] }),
  });

const know = (client: QueryClient, workspaces: unknown[] = mine) => {
  client.setQueryData(keyOf(api.workspaces.mine, { params: { id: camille._id } }), { workspaces });
  client.setQueryData(keyOf(api.unread.list), { unread, threads: [] });
  client.setQueryData(keyOf(api.notifications.list), { notifications: [notification] });
};

function Shell() {
  useTrail();
  return (
    <>
      <div id="content">
        <Outlet />
      </div>
      <PhoneBar />
    </>
  );
}
const shell = { element: <Shell /> };

/** Shows these pages on a phone, above its bar, to a member of `workspaces` who last visited channels of `visited`. */
function show(at: string, routes: RouteObject[] = [], workspaces: unknown[] = mine, visited: string[] = []) {
  world(workspaces);
  const visits = visited.map(workspaceId => ({ placeId: `salon de ${workspaceId}`, workspaceId }));
  keep(keptKey('visits', camille._id), JSON.stringify(visits));
  const shown = open([{ ...shell, children: [...routes, { path: '*', element: null }] }], at);
  know(shown.client, workspaces);
  return shown;
}

const bar = () => screen.getByRole('navigation', { name: 'Onglets' });
const tab = (name: string | RegExp) => within(bar()).getByRole('link', { name });

beforeEach(() => {
  localStorage.clear();
  widen(390);
});
afterEach(cleanup);

test('The bar of a phone leads to five pages, says which one is open, and counts what waits in each', async () => {
  const { router } = show(paths.home);
  await screen.findByText('4 messages non lus');
  expect(within(bar()).getAllByRole('listitem')).toHaveLength(5);
  expect(tab('Accueil').getAttribute('aria-current')).toBe('page');
  expect(tab(/Messages$/).textContent).toBe('44 messages non lusMessages');
  expect(tab(/Workspace$/).textContent).toMatch(/^33 .*Workspace$/);
  expect(within(bar()).getByRole('button', { name: 'Boîte de réception, 1 non lue' }).textContent).toBe('1Boîte');
  await userEvent.click(tab(/Messages$/));
  expect(router.state.location.pathname).toBe(paths.conversations);
  await waitFor(() => expect(tab(/Messages$/).getAttribute('aria-current')).toBe('page'));
  expect(tab('Accueil').getAttribute('aria-current')).toBeNull();
  await userEvent.click(tab(/Moi$/));
  expect(router.state.location.pathname).toBe(paths.me);
  act(() => setUser({ ...camille, avatar: '/api/camille' }));
  expect(tab(/Moi$/).querySelector('img')?.getAttribute('src')).toBe('/api/camille');
});

test('The tab of workspaces leads to the one visited last, else to the first, and to discovery for who is in none', async () => {
  show(paths.home, [], mine, ['perdu', 'maison']);
  await waitFor(() => expect(tab(/Workspace$/).getAttribute('href')).toBe(paths.workspace('maison')));
  cleanup();
  show(paths.home, [], mine, ['perdu']);
  await waitFor(() => expect(tab(/Workspace$/).getAttribute('href')).toBe(paths.workspace('atelier')));
  cleanup();
  show(paths.home, [], []);
  await waitFor(() => expect(tab(/Workspace$/).getAttribute('href')).toBe(paths.workspaces));
});

test.each([
  ['/workspace/atelier', 'Workspace'],
  ['/workspaces', 'Workspace'],
  ['/workspace/inconnu', 'Workspace'],
  ['/societies', 'Workspace'],
  ['/userSociety', 'Workspace'],
  ['/conversation', 'Messages'],
  ['/settings', 'Moi'],
  ['/threads', undefined],
])('The bar of a phone at %s says that one is at « %s »', async (at, said) => {
  show(at, [], mine, ['maison']);
  const current = within(bar())
    .getAllByRole('link')
    .filter(link => link.getAttribute('aria-current') === 'page');
  expect(current.map(link => link.textContent?.replace(/^.*?(?=Messages$|Workspace$|Moi$)/, ''))).toEqual(
    said ? [said] : [],
  );
  // The current workspace comes before the last visited one, unless the user is not in it.
  const workspace = at === '/workspace/atelier' ? 'atelier' : 'maison';
  await waitFor(() => expect(tab(/Workspace$/).getAttribute('href')).toBe(paths.workspace(workspace)));
});

test('The bar of a phone counts the reports that wait for who administers, and shows nobody else any', async () => {
  const { client } = show(paths.home);
  const me = (admin: boolean) => act(() => client.setQueryData(keyOf(api.users.me), { user: { ...camille, admin } }));
  me(false);
  expect(tab(/Moi$/).textContent).not.toMatch(/\d/);
  client.setQueryData(keyOf(api.reports.waiting), { count: 3 });
  me(true);
  await waitFor(() => expect(tab(/Moi$/).textContent).toMatch(/3 signalements/));
});

test('One’s face on the bar of a phone has the status that one chose, and is offline while the connection is lost', () => {
  onTestFinished(() => act(() => applyConnectionEvent('stop')));
  show(paths.home);
  act(() => setUser({ ...camille, status: 'online' }));
  expect(tab(/Moi$/).textContent).toMatch(/^CMEn ligne/);
  act(() => useConnection.setState({ state: 'offline', returning: true }));
  expect(tab(/Moi$/).textContent).toMatch(/^CMHors ligne/);
});

test('A workspace’s address shows its channels on a phone, where they were left, and the other workspaces; elsewhere it opens the welcome channel', async () => {
  const routes = [
    { path: '/workspace/:workspaceId', element: <WorkspaceHome /> },
    { path: '/workspace/:workspaceId/channel/:channelId', element: <p>Le salon</p> },
  ];
  const { router } = show(paths.workspace('atelier'), routes);
  expect((await screen.findByRole('link', { name: /^general/ })).getAttribute('href')).toBe(
    paths.channel('atelier', 'general'),
  );
  expect(screen.getByRole('link', { name: 'Fils' }).getAttribute('href')).toBe(paths.threads);
  const workspaces = () => screen.getByRole('navigation', { name: 'Workspaces' });
  expect(within(workspaces()).getByRole('link', { name: 'Maison Rivière' }).getAttribute('href')).toBe(
    paths.workspace('maison'),
  );
  expect(router.state.location.pathname).toBe(paths.workspace('atelier'));
  const scroller = () => screen.getByRole('region', { name: 'Salons' }).parentElement as HTMLElement;
  scroller().scrollTop = 120;
  await userEvent.click(screen.getByRole('link', { name: /^general/ }));
  expect(await screen.findByText('Le salon')).toBeDefined();
  await act(() => router.navigate(-1));
  await waitFor(() => expect(scroller().scrollTop).toBe(120));
  // Among many workspaces, the open workspace is scrolled into view.
  const brought = vi.spyOn(Element.prototype, 'scrollIntoView');
  await act(() => router.navigate(paths.workspace('maison')));
  const opened = within(workspaces()).getByRole('link', { name: 'Maison Rivière' });
  expect(brought.mock.contexts).toContain(opened);
  cleanup();
  widen(1_440);
  const desk = show(paths.workspace('atelier'), routes);
  expect(await screen.findByText('Le salon')).toBeDefined();
  expect(desk.router.state.location.pathname).toBe(paths.channel('atelier', 'general'));
  // The way back from there leads past the workspace's address, which would open the channel again.
  expect(desk.router.state.historyAction).toBe('REPLACE');
  await act(() => desk.router.navigate(paths.workspace('maison')));
  expect(desk.router.state.location.pathname).toBe(paths.channel('maison', 'salon'));
});

test('The bar of workspaces of a phone leads to discovery and a new one, each only for who may', async () => {
  const routes = [{ path: '/workspace/:workspaceId', element: <WorkspaceHome /> }];
  const { client, router } = show(paths.workspace('atelier'), routes);
  const strip = () => within(screen.getByRole('navigation', { name: 'Workspaces' }));
  const has = () => [
    strip().queryByRole('link', { name: 'Découvrir' }) !== null,
    strip().queryByRole('button', { name: 'Nouveau workspace' }) !== null,
  ];
  expect(has()).toEqual([true, true]);
  await userEvent.click(strip().getByRole('button', { name: 'Nouveau workspace' }));
  expect(useCreateWorkspaceDialog.getState().open).toBe(true);
  act(() => useCreateWorkspaceDialog.setState({ open: false }));
  act(() => usePlace.setState({ settings: { workspaceMakers: 'administrators' } as never }));
  expect(has()).toEqual([true, false]);
  act(() => usePlace.setState({ settings: null }));
  await userEvent.click(strip().getByRole('link', { name: 'Découvrir' }));
  expect(router.state.location.pathname).toBe(paths.workspaces);
  await act(() => router.navigate(paths.workspace('atelier')));
  const me = { ...camille, guest: true as const };
  act(() => setUser(me as never));
  act(() => void client.setQueryData(keyOf(api.users.me), { user: me }));
  expect(has()).toEqual([false, false]);
});

test('The tab of workspaces leads to the one visited last while it is not known yet whether one is still in it', async () => {
  serve(camille, { [`GET /user/${camille._id}/workspaces`]: () => new Promise(() => {}) });
  keep(keptKey('visits', camille._id), JSON.stringify([{ placeId: 'salon', workspaceId: 'maison' }]));
  open([{ ...shell, children: [{ path: '*', element: null }] }], paths.home);
  expect(tab(/Workspace$/).getAttribute('href')).toBe(paths.workspace('maison'));
});

test('A section of one’s own settings leads back to the page « Moi » on a phone', async () => {
  const { router } = show(paths.personal('profile'), [{ path: '/settings/:section', element: <SettingsTop /> }]);
  await userEvent.click(screen.getByRole('button', { name: 'Retour aux sections' }));
  expect(router.state.location.pathname).toBe(paths.me);
});

test('The header of a phone’s place has a way to its list, a title, the search, and one menu for the rest', async () => {
  const { router } = show(paths.channel('atelier', 'annonces'), [
    { path: '/workspace/:workspaceId/channel/:channelId', element: <Header /> },
    { path: '/workspace/:workspaceId', element: <Header /> },
  ]);
  expect(await screen.findByRole('heading', { name: 'annonces' })).toBeDefined();
  const menu = await screen.findByRole('button', { name: 'Actions du salon' });
  const header = screen.getByRole('banner');
  expect(
    within(header)
      .getAllByRole('button')
      .map(button => button.getAttribute('aria-label')),
  ).toEqual(['Retour à la liste', 'Rechercher (Ctrl+K)', 'Actions du salon']);
  // The bar is away; a screen reader's user still hears of the inbox.
  expect(within(header).getByRole('status').textContent).toBe('Boîte de réception, 1 non lue');
  await userEvent.click(menu);
  const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent ?? '');
  expect(entries.slice(0, 2)).toEqual(['Messages Épinglés', 'Afficher les membres']);
  expect(entries).toContain('Me notifier');
  expect(entries.filter(entry => entry.startsWith('Raccourcis'))).toEqual([]);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Afficher les membres' }));
  await vi.waitFor(() => expect(useShell.getState().membersDrawerOpen).toBe(true));
  await userEvent.click(menu);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Messages Épinglés' }));
  expect(await screen.findByRole('dialog', { name: 'Messages Épinglés' })).toBeDefined();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(menu));
  await userEvent.click(screen.getByRole('button', { name: 'Retour à la liste' }));
  expect(router.state.location.pathname).toBe(paths.workspace('atelier'));
  expect(screen.getByRole('heading', { level: 1, name: 'Atelier Tilleul' })).toBeDefined();
});

test('The way up puts the focus on the link one went down by, once: whoever comes there otherwise keeps theirs', async () => {
  const { router } = show(paths.channel('atelier', 'general'), [
    { path: '/workspace/:workspaceId/channel/:channelId', element: <Header /> },
    { path: '/workspace/:workspaceId', element: <WorkspaceHome /> },
  ]);
  expect(await screen.findByRole('heading', { name: 'general' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Retour à la liste' }));
  expect(document.activeElement).toBe(await screen.findByRole('link', { name: /^general/ }));
  await act(() => router.navigate(paths.channel('atelier', 'annonces')));
  await act(() => router.navigate(paths.workspace('atelier')));
  expect(await screen.findByRole('link', { name: /^general/ })).toBeDefined();
  expect(document.activeElement).toBe(document.body);
});

test('Settings of a phone begin with an index; a section names the way back to it, and opens at its own address too', async () => {
  const { router } = show(paths.settingsIndex('atelier'), [
    {
      path: '/settings/workspace/:workspaceId',
      element: (
        <>
          <SettingsTop />
          <p>Une section</p>
        </>
      ),
    },
    {
      path: '/settings/workspace/:workspaceId/sections',
      element: (
        <>
          <SettingsTop />
          <SettingsIndex />
        </>
      ),
    },
  ]);
  expect(await screen.findByRole('heading', { level: 1, name: 'Paramètres' })).toBeDefined();
  const head = () => screen.getByRole('banner');
  expect(head().textContent).toBe('ParamètresAtelier Tilleul');
  const sections = within(screen.getByRole('navigation', { name: 'Sections des paramètres' }));
  expect(sections.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    ...['Général', 'Canaux', 'Invitations', 'Membres', 'Rôles'],
  ]);
  await userEvent.click(sections.getByRole('link', { name: 'Général' }));
  expect(screen.getByText('Une section')).toBeDefined();
  // A section names itself below.
  expect(within(head()).queryByRole('heading')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Retour aux sections' }));
  expect(router.state.location.pathname).toBe(paths.settingsIndex('atelier'));
  expect(document.activeElement?.textContent).toBe('Général');
  await userEvent.click(screen.getByRole('button', { name: 'Retour au workspace' }));
  expect(router.state.location.pathname).toBe(paths.workspace('atelier'));
});

test('The page « Moi » of a phone has one’s menu with the theme; elsewhere its address opens the settings', async () => {
  const routes = [
    { path: paths.me, element: <MePage /> },
    { path: paths.personal('general'), element: <p>Général</p> },
  ];
  show(paths.me, routes);
  // The last button is that of the bar below.
  const rows = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(rows).toEqual([
    ...['Paramètres', 'Profil', expect.stringMatching(/^Statut/), expect.stringMatching(/^Thème/), 'Changer de compte'],
    ...['Confidentialité', 'Données', 'Déconnexion', 'Boîte'],
  ]);
  await userEvent.click(screen.getByRole('button', { name: /^Thème/ }));
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Sombre' }));
  expect(useTheme.getState().choice).toBe('dark');
  expect(screen.getByRole('button', { name: /^Thème/ }).textContent).toBe('ThèmeSombre');
  useTheme.getState().setTheme('light');
  cleanup();
  widen(1_440);
  const { router } = show(paths.me, routes);
  expect(await screen.findByText('Général')).toBeDefined();
  expect([router.state.location.pathname, router.state.historyAction]).toEqual([paths.personal('general'), 'REPLACE']);
});

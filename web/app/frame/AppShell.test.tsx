// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { setOwnDuty, useOwnDuty } from '../../features/people/availability/open/own-duty.ts';
import { useSearch } from '../../features/reading/search/search.store.ts';
import { report, useReporting } from '../../features/running/reports/open/report.store.ts';
import { useCreateWorkspaceDialog } from '../../features/workspaces/workspaces/create.store.ts';
import { keep, keptKey, readKept } from '../../platform/device/local-storage.ts';
import { type Visit, visitsOf } from '../../platform/device/visits.ts';
import { usePlace } from '../../platform/place-settings.ts';
import { applyConnectionEvent, useConnection } from '../../platform/server/connection.ts';
import { keyOf } from '../../platform/server/query.ts';
import { queryClient } from '../../platform/server/query-client.ts';
import { setUser, useSession } from '../../platform/session/session.ts';
import { atelier, camille, channels, json, karim, open, serve } from '../../test/settings-world.tsx';
import { alerts } from '../../ui/alerts/alerts.ts';
import { awaiting } from '../../ui/motion/awaited.ts';
import { AppShell } from './AppShell.tsx';
import { useShell } from './shell.store.ts';

// No socket: the tests give the connection's state.
vi.mock('./useRealtime.ts', () => ({ useRealtime() {} }));

/** Gives the window this width, for media queries. */
const widen = (width: number) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width < Number(/width < (\d+)px/.exec(query)?.[1] ?? 0),
    addEventListener() {},
    removeEventListener() {},
  }));

const { bans: _bans, members: _members, channels: _channels, ...card } = atelier;
const shell = { ...useShell.getState() };

// Loaded before, so that no test waits for many files.
beforeAll(() =>
  Promise.all([
    import('./Drawer.tsx'),
    import('../../features/reading/search/SearchDialog.tsx'),
    import('../../features/reading/search/ShortcutsDialog.tsx'),
    import('../../features/workspaces/workspaces/CreateWorkspaceDialog.tsx'),
    import('../../features/running/reports/ReportDialog.tsx'),
    import('../parts/conversations.ts'),
    import('../parts/settings.ts'),
    import('../parts/personal.ts'),
  ]),
);
beforeEach(() => {
  widen(1440);
  useShell.setState(shell, true);
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  localStorage.clear();
  act(() => {
    useSearch.getState().setOpen(null);
    useReporting.getState().close();
    useCreateWorkspaceDialog.setState({ open: false });
    applyConnectionEvent('stop');
  });
});

/** Changes that this file's pages have saved in the user's account. */
const saved: unknown[] = [];

interface World {
  me?: object;
  /** Fields of the user's workspace. */
  mine?: object;
  unread?: object[];
  member?: boolean;
  /** Visited places, the last one first. */
  visited?: readonly Visit[];
  /** Whether the device has stored that the user is off duty. */
  isOff?: boolean;
  answers?: Parameters<typeof serve>[1];
}

function show(at: string, { me = {}, mine = {}, unread = [], member = true, visited, isOff, answers }: World = {}) {
  const calls = serve(camille, {
    'GET /user/camille/workspaces': () =>
      json(200, { workspaces: member ? [{ ...card, owners: [], isMember: true, ...mine }] : [] }),
    'GET /unread': () => json(200, { unread, threads: [] }),
    'GET /channel': () => json(200, { channels }),
    'GET /notifications': () => json(200, { notifications: [] }),
    'GET /user/me': () => json(200, { user: { ...camille, otherAccounts: [], ...me } }),
    'GET /user/camille/conversations': () => json(200, { conversations: [], nextCursor: null }),
    'GET /user/camille/society': () => json(200, { society: null }),
    'PUT /user/camille': body => {
      saved.push(body);
      return json(200, { user: camille });
    },
    'PUT /unread/place': () => json(200, { unread: null }),
    'GET /report/waiting': () => json(200, { count: 3 }),
    ...answers,
  });
  setUser({ ...camille, otherAccounts: [], ...me } as never);
  if (visited) keep(keptKey('visits', 'camille'), JSON.stringify(visited));
  if (isOff) setOwnDuty('camille', { untilMs: Date.now() + 3_600_000 });
  useOwnDuty.setState({ isOff: false });
  const page = { path: '*', element: <p>La page</p> };
  const shown = open([{ element: <AppShell />, children: [page] }], at);
  return { calls, ...shown, go: (to: string) => act(() => shown.router.navigate(to)) };
}
const panel = () => screen.queryByRole('region', { name: 'Navigation' });
const bar = () => screen.queryByRole('navigation', { name: 'Workspaces' });

test('The shell leads past its lists by its first link, to a main part that takes the focus', async () => {
  show('/home');
  const [first] = await screen.findAllByRole('link');
  expect([first?.textContent, first?.getAttribute('href')]).toEqual(['Aller au contenu', '#content']);
  const main = screen.getByRole('main');
  // The `tabIndex` property is -1 on any element that takes no focus: only the attribute tells.
  expect([main.id, main.getAttribute('tabindex'), main.textContent]).toEqual(['content', '-1', 'La page']);
});

test.each([
  ['/userSociety', 'Sociétés'],
  ['/workspace/atelier/channel/general', 'Salons'],
  ['/conversation', 'Conversations'],
  ['/settings/profile', 'camille@atelier.fr'],
  ['/settings/workspace/atelier', 'Rôles'],
  ['/workspaces', 'Sociétés'],
])('The side panel of %s has %s, and one’s own card', async (at, said) => {
  show(at);
  await waitFor(() => expect(panel()?.textContent).toContain(said));
  expect(within(panel()!).getByRole('button', { name: /Camille Moreau/ })).toBeDefined();
});

test('The page of threads keeps beside it the list that one came from', async () => {
  show('/threads');
  await waitFor(() => expect(within(panel()!).getByRole('heading', { name: 'Conversations' })).toBeDefined());
  cleanup();
  const [channel, talk] = [{ placeId: 'general', workspaceId: 'atelier' }, { placeId: 'deux' }];
  show('/threads', { visited: [talk, channel] });
  await waitFor(() => expect(within(panel()!).getByRole('heading', { name: 'Conversations' })).toBeDefined());
  cleanup();
  const { go } = show('/threads', { visited: [channel, talk] });
  await waitFor(() => expect(within(panel()!).getByRole('heading', { name: 'Salons' })).toBeDefined());
  await go('/conversation');
  expect(within(panel()!).queryByRole('heading', { name: 'Salons' })).toBeNull();
  await go('/scheduled');
  await waitFor(() => expect(within(panel()!).getByRole('heading', { name: 'Salons' })).toBeDefined());
});

test('The side panel asks for nothing of a workspace that one is not in', async () => {
  const { calls, client } = show('/workspace/atelier/channel/general', { member: false });
  await waitFor(() =>
    expect(client.getQueryData(keyOf(api.workspaces.mine, { params: { id: 'camille' } }))).toBeDefined(),
  );
  await waitFor(() => expect(within(panel()!).queryByRole('region', { name: 'Salons' })).toBeNull());
  expect(calls.map(({ asked }) => asked)).not.toContain('GET /workspace/atelier/channels');
});

test('The administration is in the settings of those who administer alone, with the reports that wait', async () => {
  show('/settings/profile', { me: { admin: true } });
  await waitFor(() => expect(panel()?.querySelector('a[href="/settings/admin"]')?.textContent).toMatch(/3/));
  expect(panel()?.querySelector('a[href="/settings/profile"]')?.textContent).not.toMatch(/3/);
  cleanup();
  show('/settings/profile', { me: { admin: false } });
  await waitFor(() => expect(panel()?.querySelector('a[href="/settings/profile"]')).not.toBeNull());
  expect(panel()?.querySelector('a[href="/settings/admin"]')).toBeNull();
});

test('The bar says where one is: conversations, with what is unread there, discovery, societies, home, with one’s own card', async () => {
  const talk = { channelId: null, conversationId: 'deux', workspaceId: null, seq: 5, read: 1, mentions: 0 };
  const state = { ...talk, first: { _id: 'm', position: 2 }, messages: 4, level: 'all', muted: false };
  const { go } = show('/conversation', { unread: [state] });
  const link = within(bar()!).getByRole('link', { name: 'Conversations' });
  await waitFor(() => expect(link.textContent).toMatch(/4 messages non lus/));
  // The user’s card is in the panel where there is a panel.
  const hasCard = () => within(bar()!).queryByRole('button', { name: /^Camille Moreau/ }) !== null;
  expect(hasCard()).toBe(false);
  const current = () => bar()?.querySelector('[aria-current="page"]')?.getAttribute('aria-label');
  await waitFor(() => expect(current()).toBe('Conversations'));
  const leads = (name: string) => within(bar()!).getByRole('link', { name }).getAttribute('href');
  expect(['Découvrir', 'Accueil'].map(leads).concat(link.getAttribute('href'))).toEqual([
    ...['/workspaces', '/home', '/conversation'],
  ]);
  await go('/workspaces');
  expect(current()).toBe('Découvrir');
  await go('/societies');
  expect(current()).toBe('Découvrir');
  await go('/home');
  expect([current(), hasCard()]).toEqual(['Accueil', true]);
  expect(within(bar()!).getByRole('button', { name: /^Camille Moreau/ }).title).toBe('Camille Moreau');
  fireEvent.click(within(bar()!).getByRole('button', { name: 'Nouveau workspace' }));
  expect(useCreateWorkspaceDialog.getState().open).toBe(true);
});

test('A narrow page has its panel in a drawer, which a button opens and another address closes', async () => {
  widen(800);
  const { go } = show('/workspace/atelier/channel/general');
  expect(panel()).toBeNull();
  const button = await screen.findByRole('button', { name: 'Ouvrir le panneau' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(button);
  const drawer = await screen.findByRole('dialog', { name: 'Navigation' });
  await waitFor(() => expect(document.activeElement).toBe(drawer));
  expect(within(drawer).getByRole('region', { name: 'Navigation' })).toBeDefined();
  await go('/workspace/atelier/channel/annonces');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(useShell.getState().panelOpen).toBe(false);
});

test('A drawer of the panel closes as well as one goes to the place that is open already', async () => {
  widen(800);
  const { go } = show('/workspace/atelier/channel/general');
  fireEvent.click(await screen.findByRole('button', { name: 'Ouvrir le panneau' }));
  await screen.findByRole('dialog', { name: 'Navigation' });
  await go('/workspace/atelier/channel/general');
  expect(useShell.getState().panelOpen).toBe(false);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('A drawer closes by Escape, and gives the focus back', async () => {
  widen(800);
  show('/settings/profile');
  const button = await screen.findByRole('button', { name: 'Ouvrir le panneau' });
  button.focus();
  fireEvent.click(button);
  const drawer = await screen.findByRole('dialog', { name: 'Navigation' });
  await waitFor(() => expect(document.activeElement).toBe(drawer));
  fireEvent.keyDown(drawer, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('A drawer stays open for a press on an alert, and closes by one on the page', async () => {
  widen(800);
  show('/settings/profile');
  fireEvent.click(await screen.findByRole('button', { name: 'Ouvrir le panneau' }));
  await screen.findByRole('dialog', { name: 'Navigation' });
  act(() => void alerts.info('Copié.', { durationMs: 60_000 }));
  // Radix hears presses outside a task later.
  await new Promise(done => setTimeout(done));
  const press = (target: Element) => {
    fireEvent.pointerDown(target);
    fireEvent.click(target);
  };
  press(screen.getByText('Copié.'));
  expect(useShell.getState().panelOpen).toBe(true);
  press(document.body);
  expect(useShell.getState().panelOpen).toBe(false);
});

test('A phone has its lists as pages: neither bar nor panel, and its tabs outside of places', async () => {
  widen(390);
  const { go } = show('/home');
  expect(await screen.findByRole('navigation', { name: 'Onglets' })).toBeDefined();
  expect([bar(), panel()]).toEqual([null, null]);
  await go('/workspace/atelier/channel/general');
  expect(screen.queryByRole('navigation', { name: 'Onglets' })).toBeNull();
});

test('The shell opens the search, the sheet of shortcuts, a new workspace and a report where they are asked for', async () => {
  show('/home');
  act(() => useSearch.getState().setOpen('search'));
  expect(await screen.findByRole('combobox')).toBeDefined();
  act(() => useSearch.getState().setOpen('shortcuts'));
  expect(await screen.findByRole('dialog', { name: 'Raccourcis clavier' })).toBeDefined();
  act(() => useSearch.getState().setOpen(null));
  act(() => useCreateWorkspaceDialog.setState({ open: true }));
  expect(await screen.findByRole('dialog')).toBeDefined();
  act(() => useCreateWorkspaceDialog.setState({ open: false }));
  act(() => report({ person: karim }));
  expect(await screen.findByText('Signaler Karim Benali')).toBeDefined();
});

test('The shell keeps where one was, knows the workspaces of the next opening and that one is off duty, and tells in which zone one is', async () => {
  const { go } = show('/workspace/atelier/channel/general', { isOff: true });
  expect(useOwnDuty.getState().isOff).toBe(true);
  await go('/workspace/atelier/channel/annonces');
  expect(visitsOf('camille').map(({ placeId }) => placeId)).toEqual(['annonces', 'general']);
  await waitFor(() => expect(readKept(keptKey('inside', 'camille'))).toBe('atelier'));
  // Once for all: another device may be in another zone.
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  await waitFor(() => expect(saved).toEqual([{ timeZone }]));
});

test('The shell takes what the server says of one, and hears the keys of search and of reading', async () => {
  const state = { channelId: 'general', conversationId: null, workspaceId: 'atelier', seq: 3, read: 1 };
  const unread = [{ ...state, first: { _id: 'm', position: 2 }, messages: 2, mentions: 0, level: 'all', muted: false }];
  const { calls } = show('/workspace/atelier/channel/general', { me: { firstName: 'Camilla' }, unread });
  await waitFor(() => expect(useSession.getState().user?.firstName).toBe('Camilla'));
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  expect(useSearch.getState().open).toBe('search');
  act(() => useSearch.getState().setOpen(null));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  queryClient.setQueryData(keyOf(api.unread.list), { unread, threads: [] });
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await waitFor(() => expect(calls.map(({ asked }) => asked)).toContain('PUT /unread/place'));
});

test('A guest has neither discovery nor a new workspace, and is told of the end of their stay', async () => {
  const guest = { endsAt: new Date(Date.now() + 86_400_000).toISOString(), sponsor: karim };
  show('/workspace/atelier/channel/general', { me: { guest: true }, mine: { guest } });
  expect(await screen.findByText(/Karim Benali/)).toBeDefined();
  const names = () =>
    [...(bar()?.querySelectorAll('a, button') ?? [])].map(one => one.getAttribute('aria-label') ?? '');
  expect(names().slice(0, 2)).toEqual(['Conversations', 'Atelier Tilleul']);
  cleanup();
  // Where administrators alone make workspaces, discovery stays.
  usePlace.setState({ settings: { workspaceMakers: 'administrators' } as never });
  show('/home');
  await waitFor(() => expect(names().slice(0, 2)).toEqual(['Conversations', 'Découvrir']));
  usePlace.setState({ settings: null });
  expect(screen.queryByText(/Karim Benali/)).toBeNull();
});

test('The shell shows what is announced to all, and the first settings to who administers alone', async () => {
  const answers = {
    'GET /announcements': () =>
      json(200, {
        announcements: [{ _id: 'a', text: 'Mise à jour ce soir.', kind: 'info', endsAt: '2999-01-01T00:00:00.000Z' }],
      }),
    'GET /admin/setup': () =>
      json(200, { setup: { isDone: false, mails: 'outbox', backup: { place: null, newest: null, isRunning: false } } }),
  };
  show('/home', { answers });
  expect(await screen.findByText('Mise à jour ce soir.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Plus tard' })).toBeNull();
  cleanup();
  show('/home', { me: { admin: true }, answers });
  expect(await screen.findByRole('button', { name: 'Plus tard' })).toBeDefined();
});

test('A phone has the filters of discovery above it, no head of its own over a thread, and one way out of settings', async () => {
  widen(390);
  const { go } = show('/workspaces');
  expect(await screen.findByRole('navigation', { name: 'Filtres' })).toBeDefined();
  await go('/workspace/atelier/channel/general');
  expect(screen.queryByRole('banner')).not.toBeNull();
  await go('/workspace/atelier/channel/general?thread=fil');
  expect(screen.queryByRole('banner')).toBeNull();
  await go('/settings');
  expect(screen.queryByRole('banner')).toBeNull();
  await go('/settings/profile');
  expect(screen.getByRole('button', { name: 'Retour aux sections' })).toBeDefined();
});

test('What the shell shows beside a place stays hidden at the next opening, and its drawers are shut', async () => {
  useShell.getState().setMembersOpen(false);
  useShell.getState().setThreadWidth(9_999);
  useShell.getState().setMembersDrawerOpen(true);
  const kept = JSON.parse(localStorage.getItem('palabre.shell') ?? '{}');
  expect(kept.state).toEqual({ membersOpen: false, threadWidth: 800 });
  useShell.getState().setThreadWidth(1);
  expect(useShell.getState().threadWidth).toBe(320);
  // Another page shuts the drawer of the members too.
  const { go } = show('/home');
  act(() => useShell.getState().setMembersDrawerOpen(true));
  await go('/settings/profile');
  expect(useShell.getState().membersDrawerOpen).toBe(false);
});

const said = () =>
  screen
    .queryAllByRole('status')
    .map(({ textContent }) => textContent?.trim())
    .filter(text => /connexion|hors ligne|serveur|retour|onglets/i.test(text ?? ''));

test('A lost connection is said after a second, as what it is, and no longer once it is back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  show('/home');
  const set = (state: string, returning = true) => act(() => useConnection.setState({ state, returning } as never));
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  await set('connecting', false);
  await pass(5_000);
  expect(said()).toEqual([]);
  await set('connecting');
  await pass(999);
  expect(said()).toEqual([]);
  await pass(1);
  expect(said()).toEqual(['Connexion perdue. Nouvelle tentative…']);
  await set('offline');
  expect(said()).toEqual(['Vous êtes hors ligne. Vos messages partiront dès le retour de la connexion.']);
  await set('unreachable');
  expect(said()).toEqual(['Le serveur ne répond pas. Vos messages partiront dès qu’il sera de retour.']);
  await set('catching-up');
  expect(said()).toEqual(['De retour. Mise à jour des messages…']);
  await set('live');
  expect(said()).toEqual([]);
  // The next loss waits for its own second.
  await set('connecting');
  expect(said()).toEqual([]);
  await set('aside');
  expect(said()[0]).toMatch(/^Palabre est ouverte dans trop d’onglets/);
});

test('The banner says what one waits for without a connection, and nothing of a loss that is shorter than a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  show('/home');
  const set = (state: string) => act(() => useConnection.setState({ state, returning: true } as never));
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  await set('connecting');
  await pass(600);
  await set('live');
  await pass(600);
  await set('connecting');
  await pass(600);
  expect(said()).toEqual([]);
  let forget = () => {};
  act(() => {
    forget = awaiting('search');
  });
  const [lost] = said();
  expect(lost).toMatch(/recherche/i);
  await set('offline');
  expect(said()[0]).toMatch(/recherche/i);
  act(() => forget());
  expect(said()).toEqual([]);
});

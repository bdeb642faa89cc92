// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { pageWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { applyConnectionEvent } from '../../platform/server/connection.ts';
import { keyOf } from '../../platform/server/query.ts';
import { setUser } from '../../platform/session/session.ts';
import { atelier, camille, channels, json, open, serve } from '../../test/settings-world.tsx';
import { useAlerts } from '../../ui/alerts/alerts.ts';
import { AppShell } from './AppShell.tsx';

// No socket: the page is not connected.
vi.mock('./useRealtime.ts', () => ({ useRealtime() {} }));

/** Is called as the code of the search is fetched. */
const { fetched } = vi.hoisted(() => ({ fetched: vi.fn() }));
vi.mock('../../features/reading/search/SearchDialog.tsx', () => {
  fetched();
  return { SearchDialog: () => null };
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
  Promise.all([import('../parts/conversations.ts'), import('../parts/settings.ts'), import('../parts/personal.ts')]),
);
afterEach(() => {
  cleanup();
  localStorage.clear();
  act(() => applyConnectionEvent('stop'));
});

const { bans: _bans, members: _members, channels: _channels, ...card } = atelier;
/** Fetches discovery's data. */
const reach = vi.fn(async () => null);

function show(at: string, width: number, me: object = {}) {
  widen(width);
  serve(camille, {
    'GET /user/camille/workspaces': () => json(200, { workspaces: [{ ...card, owners: [], isMember: true }] }),
    'GET /unread': () => json(200, { unread: [], threads: [] }),
    'GET /channel': () => json(200, { channels }),
    'GET /notifications': () => json(200, { notifications: [] }),
    'GET /user/me': () => json(200, { user: { ...camille, otherAccounts: [], ...me } }),
    'GET /user/camille/conversations': () => json(200, { conversations: [], nextCursor: null }),
    'GET /user/camille/society': () => json(200, { society: null }),
    'GET /report/waiting': () => json(200, { count: 0 }),
    'PUT /user/camille': () => json(200, { user: camille }),
  });
  setUser({ ...camille, otherAccounts: [], ...me } as never);
  const children = [
    { path: '/workspaces', element: <p>Tous les workspaces</p>, loader: () => reach() },
    { path: '*', element: <p>La page</p> },
  ];
  const shown = open([{ element: <AppShell />, children }], at);
  return { ...shown, go: (to: string) => act(() => shown.router.navigate(to)) };
}
const has = (role: string, name: string) => screen.queryByRole(role, { name }) !== null;
const filters = () => screen.queryAllByRole('navigation', { name: 'Filtres' }).length;

// Must be the first test: a part fetched once is there for the whole file.
test('The search is fetched before anybody asks for it, so that it opens without a connection too', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  show('/home', 1_440);
  await act(() => vi.advanceTimersByTimeAsync(1_900));
  expect(fetched).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(200));
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce(), pageWaitTimeoutMs);
});

test('A narrow page without a head has a way to its panel and home where it has a panel, and none elsewhere', async () => {
  const { go } = show('/settings/profile', 800);
  expect(has('button', 'Ouvrir le panneau')).toBe(true);
  // Besides the bar's own.
  const home = screen.getAllByRole('link', { name: 'Accueil' });
  expect(home.map(link => link.getAttribute('href'))).toEqual(['/home', '/home']);
  await go('/onboarding');
  expect(has('button', 'Ouvrir le panneau')).toBe(false);
});

test('The filters of discovery stand above its pages on a phone, and beside them elsewhere; a thread has a place’s head beside it', async () => {
  const { go } = show('/societies', 390);
  expect(filters()).toBe(1);
  await go('/conversation');
  expect(filters()).toBe(0);
  // A section of a workspace's settings has its way back, as sections of the user's own settings have.
  await go('/settings/workspace/atelier/roles');
  expect(has('button', 'Retour aux sections')).toBe(true);
  cleanup();
  const desk = show('/societies', 1_440);
  expect(filters()).toBe(1);
  await desk.go('/workspace/atelier/channel/general?thread=fil');
  expect(await screen.findByRole('heading', { level: 1, name: 'general' })).toBeDefined();
});

test('A place that one loses is left, and its page is shown no more on the way out', async () => {
  const { client, router } = show('/workspace/atelier/channel/annonces', 1_440);
  await screen.findByRole('heading', { level: 1, name: 'annonces' });
  let arrive = () => {};
  reach.mockReturnValueOnce(
    new Promise<null>(done => {
      arrive = () => done(null);
    }),
  );
  const mine = keyOf(api.workspaces.mine, { params: { id: 'camille' } });
  act(() => void client.setQueryData(mine, { workspaces: [] }));
  await waitFor(() => expect(router.state.navigation.location?.pathname).toBe('/workspaces'));
  expect(screen.queryByText('La page')).toBeNull();
  arrive();
  expect(await screen.findByText('Tous les workspaces')).toBeDefined();
  expect(useAlerts.getState().alerts.map(({ message }) => message)).toEqual([
    'Vous ne faites plus partie de ce workspace.',
  ]);
});

test('Who goes up from a phone’s place has the focus in the page that they come to', async () => {
  const { router } = show('/workspace/atelier/channel/annonces', 390);
  await userEvent.click(await screen.findByRole('button', { name: 'Retour à la liste' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/workspace/atelier'));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('The side panel leads to threads above the lists of places, and names the sections of one’s own settings, the open one as such', async () => {
  const { go } = show('/conversation', 1_440);
  const panel = () => within(screen.getByRole('region', { name: 'Navigation' }));
  const threads = () => panel().queryByRole('link', { name: 'Fils' })?.getAttribute('href');
  expect(threads()).toBe('/threads');
  await go('/workspace/atelier/channel/general');
  expect(threads()).toBe('/threads');
  await go('/settings/profile');
  const sections = within(await panel().findByRole('navigation', { name: 'Sections des paramètres' }));
  expect(sections.getAllByRole('link').map(link => [link.textContent, link.getAttribute('aria-current')])).toEqual([
    ['Général', null],
    ['Profil', 'page'],
  ]);
  expect(panel().getAllByText('Camille Moreau').length).toBeGreaterThan(1);
  const faces = () => [...document.querySelectorAll('img')].map(face => face.getAttribute('src'));
  act(() => setUser({ ...camille, avatar: '/api/camille' }));
  // Above the sections, and in the user's own card.
  expect(faces()).toEqual(['/api/camille', '/api/camille']);
  await userEvent.click(panel().getByRole('button', { name: 'Retour au workspace' }));
  expect(await screen.findByText('Tous les workspaces')).toBeDefined();
});

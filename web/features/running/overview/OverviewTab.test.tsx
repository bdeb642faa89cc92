// @vitest-environment jsdom
import type { Counts, ServerState } from '@palabre/common/contract/running/overview.ts';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { inZone } from '../../../test/in-zone.ts';
import { camille, json, open, serve } from '../../../test/settings-world.tsx';
import { OverviewTab } from './open/OverviewTab.tsx';

afterEach(cleanup);

const counts: Counts = {
  ...{ at: '2026-11-25T09:17:00.000Z', accounts: 1_240, activeInWeek: 180, activeInMonth: 225, workspaces: 12 },
  ...{ channels: 140, conversations: 410, societies: 3, files: 1_204, bytes: 734_003_200 },
  days: [
    { day: '2026-11-24', messages: 1 },
    { day: '2026-11-25', messages: 1_320 },
  ],
};
const fine: ServerState = {
  ...{ version: '0.1.0', disk: { freeBytes: 50 * 1024 ** 3, totalBytes: 100 * 1024 ** 3 } },
  mails: { waiting: 0, givenUp: 0, oldestSeconds: 0 },
  jobs: { waiting: 3, failing: [] },
  ...{ backup: { at: new Date(Date.now() - 3_600_000).toISOString(), bytes: 1024 ** 3 }, hasBackups: true },
};
const size = (title: string, bytes: number, logo: string | null = null) => ({
  ...{ workspace: { _id: title, title, logo }, members: 1, files: 2, bytes },
});

function show(known: { counts?: Counts | null; server?: Partial<ServerState> } = {}) {
  serve(camille, {
    'GET /admin/overview': () => json(200, { counts, ...known, server: { ...fine, ...known.server } }),
    'GET /admin/overview/workspaces': (_body, url) => {
      const search = url.searchParams.get('search');
      const found = [size('Atelier Tilleul', 5 * 1024 ** 2, '/api/tilleul'), size('Chantier', 12)];
      const workspaces = search ? found.filter(({ workspace }) => workspace.title.startsWith(search)) : found;
      return json(200, { workspaces, nextCursor: null });
    },
  });
  open([{ path: '*', Component: OverviewTab }], '/');
}
const card = async (name: string) => within(await screen.findByRole('region', { name }));
/** Returns the value under a name. */
const figure = (shown: Awaited<ReturnType<typeof card>>, name: string) =>
  shown.getByText(name).nextElementSibling?.textContent?.replaceAll('\u202f', ' ').replaceAll('\u00a0', ' ');

test('The overview shows the totals of the last count, and says that they tell of nobody', async () => {
  show();
  const holds = await card('Ce que contient ce Palabre');
  expect(figure(holds, 'Comptes')).toBe('1 240');
  expect(figure(holds, 'Actifs en 7 jours')).toBe('180');
  expect(figure(holds, 'Taille des fichiers')).toBe('700 Mo');
  expect(holds.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    ...['Comptes', 'Actifs en 7 jours', 'Actifs en 30 jours', 'Workspaces', 'Salons', 'Conversations'],
    ...['Sociétés', 'Fichiers', 'Taille des fichiers'],
  ]);
  expect(holds.getAllByRole('term').map(name => figure(holds, name.textContent ?? ''))).toEqual([
    ...['1 240', '180', '225', '12', '140', '410', '3', '1 204', '700 Mo'],
  ]);
  expect(screen.getByText(/^Compté le 25 novembre 2026/)).toBeDefined();
});

test.each(['America/New_York', 'Pacific/Auckland'])(
  'The messages of each day are read with their day in %s',
  async zone => {
    inZone(zone);
    show();
    const days = await card('Messages par jour');
    expect(days.getByText(/^Au plus 1\s320 en un jour/)).toBeDefined();
    expect(days.getAllByRole('listitem')[0]?.title).toMatch(/^24 novembre 2026/);
    const said = days.getAllByRole('listitem').map(item => item.textContent?.replaceAll(/[\u00a0\u202f]/g, ' '));
    expect(said).toEqual(['24 novembre 2026 : 1 message', '25 novembre 2026 : 1 320 messages']);
    const heights = days.getAllByRole('listitem').map(item => (item.firstElementChild as HTMLElement).style.blockSize);
    expect(heights.map(height => Math.round(Number.parseFloat(height) * 100) / 100)).toEqual([0.08, 100]);
  },
);

test('Days without any message have no bar', async () => {
  show({ counts: { ...counts, days: [{ day: '2026-11-25', messages: 0 }] } });
  const days = await card('Messages par jour');
  const day = days.getByRole('listitem');
  expect(day.textContent).toMatch(/^25 novembre 2026\s: 0\smessage$/);
  expect((day.firstElementChild as HTMLElement).style.blockSize).toBe('0%');
});

test('Before the first count the overview says that it is on its way, and shows the server', async () => {
  show({ counts: null });
  expect(figure(await card('Fonctionnement'), 'Version')).toBe('0.1.0');
  expect(screen.getByText('Le premier compte se fait dans quelques instants.')).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Ce que contient ce Palabre' })).toBeNull();
});

test('A server that is well has no warning', async () => {
  // A backup of the night before last is late only after two days.
  show({
    server: {
      backup: { at: new Date(Date.now() - 47 * 3_600_000).toISOString(), bytes: 1024 ** 3 },
      // Nor is it of any matter how long mails had waited once none does.
      mails: { waiting: 0, givenUp: 0, oldestSeconds: 900 },
    },
  });
  const server = await card('Fonctionnement');
  expect(server.getByText('Rien à signaler.')).toBeDefined();
  expect(server.queryByRole('alert')).toBeNull();
  expect(['Disque libre', 'E-mails en attente', 'Tâches en attente'].map(name => figure(server, name))).toEqual([
    ...['50 Go sur 100 Go', '0', '3'],
  ]);
  expect(figure(server, 'Dernière sauvegarde')).toMatch(/ · 1 Go$/);
  cleanup();
  show({ server: { disk: null, backup: null } });
  const unknown = await card('Fonctionnement');
  expect(['Disque libre', 'Dernière sauvegarde'].map(name => figure(unknown, name))).toEqual(['Inconnu', 'Aucune']);
});

const old = new Date(Date.now() - 3 * 86_400_000).toISOString();
test.each<[string, Partial<ServerState>, RegExp]>([
  ['no nightly backup', { hasBackups: false, backup: null }, /^Aucune sauvegarde de nuit n’est prévue/],
  ['no backup where they are made', { backup: null }, /^Aucune sauvegarde n’a été trouvée/],
  ['an old backup', { backup: { at: old, bytes: 1 } }, /plus de deux jours/],
  ['a full disk', { disk: { freeBytes: 9, totalBytes: 100 } }, /moins d’un dixième/],
  ['mails that wait', { mails: { waiting: 1, givenUp: 0, oldestSeconds: 601 } }, /depuis plus de dix minutes/],
  ['mails that could not leave', { mails: { waiting: 0, givenUp: 2, oldestSeconds: 0 } }, /^2 e-mails n’ont pas pu/],
  [
    'a job that fails',
    { jobs: { waiting: 1, failing: [{ name: 'a.b', failing: 1, givenUp: 2 }] } },
    /a\.b \(à retenter\s: 1, abandonnées\s: 2\)/,
  ],
])('%s is a warning', async (_what, server, warning) => {
  show({ server });
  expect((await (await card('Fonctionnement')).findByRole('alert')).textContent).toMatch(warning);
});

test('Workspaces are listed by size and found by title', async () => {
  show();
  const sizes = await card('Place prise par workspace');
  const rows = await sizes.findAllByRole('listitem');
  expect(rows.map(row => row.textContent?.replaceAll('\u00a0', ' '))).toEqual([
    expect.stringMatching(/Atelier Tilleul1 membre · 2 fichiers5 Mo$/),
    expect.stringMatching(/Chantier1 membre · 2 fichiers12 o$/),
  ]);
  expect(sizes.getByRole('list', { name: 'Workspaces par taille' })).toBeDefined();
  expect(rows[0]?.querySelector('img')?.getAttribute('src')).toBe('/api/tilleul');
  fireEvent.change(sizes.getByRole('searchbox'), { target: { value: ' Rien ' } });
  expect(await sizes.findByText('Aucun workspace ne correspond.')).toBeDefined();
});

test('The workspaces by size are read again each time the overview is opened, all of them', async () => {
  let title = 'Atelier Tilleul';
  const calls = serve(camille, {
    'GET /admin/overview': () => json(200, { counts, server: fine }),
    'GET /admin/overview/workspaces': () => json(200, { workspaces: [size(title, 12)], nextCursor: null }),
  });
  const { router } = open(
    [
      { path: '/', Component: OverviewTab },
      { path: '/elsewhere', element: <p>ailleurs</p> },
    ],
    '/',
  );
  await screen.findByText('Atelier Tilleul');
  await act(() => router.navigate('/elsewhere'));
  title = 'Chantier';
  await act(() => router.navigate('/'));
  expect(await screen.findByText('Chantier')).toBeDefined();
  const asked = calls.filter(one => one.asked === 'GET /admin/overview/workspaces');
  expect(asked.map(({ query }) => query)).toEqual([{}, {}]);
});

test('An overview that could not be read says so, and is read again', async () => {
  let isAway = true;
  serve(camille, {
    'GET /admin/overview': () =>
      isAway
        ? json(500, { code: 'unexpected', message: 'Une erreur est survenue.' })
        : json(200, { counts, server: fine }),
    'GET /admin/overview/workspaces': () => json(200, { workspaces: [], nextCursor: null }),
  });
  open([{ path: '*', Component: OverviewTab }], '/');
  expect(screen.getByText('Chargement…')).toBeDefined();
  const note = within(await screen.findByRole('alert'));
  isAway = false;
  fireEvent.click(note.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByRole('region', { name: 'Fonctionnement' })).toBeDefined();
});

test('The first count is looked for again until it is there, and the disk warns from a tenth on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true });
  let isCounted = false;
  let accounts = 1_240;
  const disk = { freeBytes: 10, totalBytes: 100 };
  serve(camille, {
    'GET /admin/overview': () =>
      json(200, { counts: isCounted ? { ...counts, accounts } : null, server: { ...fine, disk } }),
    'GET /admin/overview/workspaces': () => json(200, { workspaces: [], nextCursor: null }),
  });
  open([{ path: '*', Component: OverviewTab }], '/');
  expect(await screen.findByText('Le premier compte se fait dans quelques instants.')).toBeDefined();
  expect((await card('Fonctionnement')).getByText('Rien à signaler.')).toBeDefined();
  expect(await screen.findByText('Aucun workspace n’est compté pour le moment.')).toBeDefined();
  isCounted = true;
  await act(() => vi.advanceTimersByTimeAsync(3_100));
  expect(figure(await card('Ce que contient ce Palabre'), 'Comptes')).toBe('1 240');
  // The next counts too, without a reload.
  accounts = 1_241;
  await act(() => vi.advanceTimersByTimeAsync(60_100));
  expect(figure(await card('Ce que contient ce Palabre'), 'Comptes')).toBe('1 241');
  vi.useRealTimers();
});

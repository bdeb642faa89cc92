// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setOwnDuty } from '../../features/people/availability/open/own-duty.ts';
import { useWaitingStatus } from '../../features/people/presence/open/presence.ts';
import { applyConnectionEvent, useConnection } from '../../platform/server/connection.ts';
import { setUser } from '../../platform/session/session.ts';
import { MenuEntries } from '../../test/menu-entries.tsx';
import { withoutDirection } from '../../test/own-direction.ts';
import { camille, json, open, serve } from '../../test/settings-world.tsx';
import { PersonalGate } from '../gates/PersonalGate.tsx';
import { MePage } from './MePage.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import { useProfileMenu } from './profile-menu.tsx';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(cleanup);

const OwnMenu = () => <MenuEntries entries={useProfileMenu()} />;

/** Shows Camille her own menu, small card and settings pages, with `count` waiting reports. */
function show(me: object, at = '/home', count = 3) {
  const calls = serve(camille, { 'GET /report/waiting': () => json(200, { count }) });
  setUser({ ...camille, otherAccounts: [], ...me } as never);
  const page = open(
    [
      { path: '/settings', Component: PersonalGate, children: [{ path: '*', element: <p>La page</p> }] },
      {
        path: '*',
        element: (
          <>
            <OwnMenu />
            <ProfileCard small />
          </>
        ),
      },
    ],
    at,
  );
  return { calls, path: () => page.router.state.location.pathname, ...page };
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const labels = () => screen.getAllByRole('listitem').map(line => line.getAttribute('aria-label'));

test('One’s own menu leads to each page it names, and chooses any status, which waits for the connection', async () => {
  const { path, router } = show({ admin: false, status: 'online' });
  expect(labels()).not.toContain('Admin');
  // The pages come first, and the way out last.
  const own = labels();
  expect([own.slice(0, 5), own.at(-1)]).toEqual([
    ['Paramètres', 'Profil', 'Confidentialité', 'Données', 'Statut'],
    'Déconnexion',
  ]);
  for (const [name, at] of [
    ['Paramètres', '/settings/general'],
    ['Profil', '/settings/profile'],
    ['Confidentialité', '/privacy'],
    ['Données', '/data'],
  ] as const) {
    press(name);
    await waitFor(() => expect(path()).toBe(at));
    await act(() => router.navigate('/home'));
  }
  for (const [name, status] of [
    ['En ligne', 'online'],
    ['Occupé', 'busy'],
    ['Hors ligne', 'offline'],
    ['Absent', 'away'],
  ] as const) {
    press(name);
    await waitFor(() => expect(useWaitingStatus.getState().status).toBe(status));
  }
});

test('One’s own menu and small card tell an administrator how many reports wait, and nobody else', async () => {
  const { calls, path } = show({ admin: true, avatar: '/api/camille' });
  const small = await screen.findByRole('button', { name: 'Camille Moreau, 3 signalements à traiter' });
  expect(small.querySelector('img')?.getAttribute('src')).toBe('/api/camille');
  // There is room for a number only.
  expect(small.textContent).toBe('Hors ligne33 signalements à traiter');
  const line = (name: string) => screen.getByRole('listitem', { name }).textContent;
  expect([line('Admin'), line('Profil')]).toEqual([expect.stringContaining('3 signalements à traiter'), 'Profil ']);
  press('Admin');
  await waitFor(() => expect(path()).toBe('/settings/admin'));
  expect(calls.filter(({ asked }) => asked === 'GET /report/waiting')).toHaveLength(1);
  cleanup();
  show({ admin: true }, '/home', 1);
  expect(await screen.findByRole('button', { name: 'Camille Moreau, 1 signalement à traiter' })).toBeDefined();
  cleanup();
  const others = show({ admin: false });
  expect(screen.getByRole('button', { name: 'Camille Moreau' })).toBeDefined();
  expect(others.calls.map(({ asked }) => asked)).not.toContain('GET /report/waiting');
});

test('The card of a person shows their job and that they are off duty, and names their account while they have no name', async () => {
  serve(camille);
  setUser({ ...camille, status: 'online', jobTitle: 'Maçonne', otherAccounts: [] } as never);
  open([{ path: '*', element: <ProfileCard /> }], '/home');
  const card = () => within(screen.getByRole('button'));
  expect(screen.getByRole('button').textContent).toBe('CMEn ligneCamille MoreauMaçonne');
  expect(withoutDirection('Camille Moreau', 'Maçonne')).toEqual([]);
  // A name that is cut is whole in its tooltip.
  expect(screen.getByRole('button').title).toBe('Camille Moreau');
  expect(screen.getByRole('button').textContent).not.toContain('repos');
  expect(card().getByText('En ligne')).toBeDefined();
  // Others see nobody online whose connection is lost.
  act(() => useConnection.setState({ state: 'offline', returning: true }));
  expect(card().getByText('Hors ligne')).toBeDefined();
  act(() => applyConnectionEvent('stop'));
  act(() => setOwnDuty('camille', { untilMs: null }));
  await waitFor(() => expect(screen.getByRole('button').textContent).toContain('repos'));
  act(() => setOwnDuty('camille', null));
  act(() => setUser({ _id: 'camille', firstName: '', lastName: '' }));
  expect(card().getByText('Votre compte')).toBeDefined();
  // Nor does it name a job.
  expect(screen.getByRole('button').textContent).toMatch(/Votre compte$/);
});

test('The page « Moi » says who one is and the status that was chosen, counts reports, and its rows lead on', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  serve(camille, { 'GET /report/waiting': () => json(200, { count: 3 }) });
  const me = { ...camille, avatar: '/api/camille', status: 'away', jobTitle: 'Maçonne' };
  setUser({ ...me, admin: true, otherAccounts: [] } as never);
  const { router } = open(
    [
      { path: '/settings', Component: MePage },
      { path: '*', element: null },
    ],
    '/settings',
  );
  expect(screen.getByRole('heading', { level: 1, name: 'Camille Moreau' })).toBeDefined();
  expect(screen.getByText('Maçonne')).toBeDefined();
  expect(withoutDirection('Camille Moreau', 'Maçonne')).toEqual([]);
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/api/camille');
  expect(screen.getByRole('button', { name: /^Statut/ }).textContent).toBe('StatutAbsent');
  await waitFor(() => expect(screen.getByRole('button', { name: /^Admin/ }).textContent).toMatch(/^Admin3/));
  press('Profil');
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings/profile'));
  await act(() => router.navigate('/settings'));
  act(() => setUser({ ...camille, status: 'away', otherAccounts: [] } as never));
  expect(document.querySelector('header')?.textContent).toBe('CMAbsentCamille Moreaucamille@atelier.fr');
  act(() => setUser({ ...camille, firstName: '', lastName: '', otherAccounts: [] } as never));
  expect(screen.getByRole('heading', { level: 1, name: 'Votre compte' })).toBeDefined();
  expect(screen.getByText('camille@atelier.fr')).toBeDefined();
});

test('The settings page of administration is not found by others, and shows nothing while that is unknown', async () => {
  show({ admin: false }, '/settings/admin');
  expect(await screen.findByText('Cette page n’existe pas')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Retour aux workspaces' }).getAttribute('href')).toBe('/workspaces');
  cleanup();
  show({ admin: undefined }, '/settings/admin');
  expect([screen.queryByText('La page'), screen.queryByText('Cette page n’existe pas')]).toEqual([null, null]);
  act(() => setUser({ ...camille, admin: true }));
  expect(await screen.findByText('La page')).toBeDefined();
  expect(document.title).toMatch(/^Admin · Paramètres/);
});

test('Each page of one’s own settings begins at its top, wherever the one before was scrolled to', async () => {
  const { router } = show({ admin: false }, '/settings/general');
  const page = async () => (await screen.findByText('La page')).parentElement as HTMLElement;
  (await page()).scrollTop = 120;
  await act(() => router.navigate('/settings/profile'));
  expect(document.title).toMatch(/^Profil/);
  expect((await page()).scrollTop).toBe(0);
});

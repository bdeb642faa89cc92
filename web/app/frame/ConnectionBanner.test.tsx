// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { applyConnectionEvent, useConnection } from '../../platform/server/connection.ts';
import '../../platform/words/i18n.ts';
import { awaiting } from '../../ui/motion/awaited.ts';
import { ConnectionBanner } from './ConnectionBanner.tsx';

afterEach(() => {
  cleanup();
  applyConnectionEvent('stop');
});

function Frame() {
  return (
    <>
      <ConnectionBanner />
      <Outlet />
    </>
  );
}
const said = () => screen.queryByRole('status')?.textContent;

test.each([
  ['invitation', 'l’invitation s’ouvrira'],
  ['workspaceForm', 'la création de workspace s’ouvrira'],
  ['channelForm', 'la création de salon s’ouvrira'],
  ['reportForm', 'le signalement s’ouvrira'],
  ['inbox', 'les notifications s’ouvriront'],
  ['search', 'la recherche s’ouvrira'],
  ['asked', 'ce que vous avez demandé s’ouvrira'],
] as const)('The banner of a lost connection names the part of the page that one waits for: %s', (name, what) => {
  const router = createMemoryRouter([{ path: '*', element: <Frame /> }]);
  render(<RouterProvider router={router} />);
  act(() => useConnection.setState({ state: 'offline', returning: true }));
  let forget = () => {};
  act(() => {
    forget = awaiting(name);
  });
  expect(said()).toBe(`Vous êtes hors ligne\u00a0: ${what} dès le retour de la connexion.`);
  act(forget);
  expect(said() ?? '').not.toContain(what);
  router.dispose();
});

test.each([
  ['/workspaces', 'la page des workspaces s’ouvrira'],
  ['/settings/profile', 'les paramètres s’ouvriront'],
  ['/settings/workspace/atelier/roles', 'les paramètres s’ouvriront'],
  ['/conversation', 'cette page s’ouvrira'],
])('The banner of a lost connection names the page that one waits for: %s', async (to, what) => {
  const router = createMemoryRouter([
    { element: <Frame />, children: [{ path: '/', element: null }] },
    // The page's data never come without a connection.
    { path: '*', loader: () => new Promise<null>(() => {}), element: null },
  ]);
  render(<RouterProvider router={router} />);
  act(() => void router.navigate(to));
  expect(said()).toBeUndefined();
  const become = (state: 'connecting' | 'offline' | 'unreachable' | 'aside' | 'live', returning = true) =>
    act(() => useConnection.setState({ state, returning }));
  become('connecting', false);
  expect(said()).toBeUndefined();
  become('connecting');
  expect(said()).toMatch(new RegExp(`^Connexion perdue\\s: ${what} dès`));
  const tone = () => screen.getByRole('status').dataset.tone;
  expect(tone()).toBe('info');
  become('offline');
  expect(tone()).toBe('warning');
  expect(said()).toMatch(new RegExp(`^Vous êtes hors ligne\\s: ${what} dès`));
  become('unreachable');
  expect(said()).toMatch(new RegExp(`^Le serveur ne répond pas\\s: ${what} dès`));
  become('aside');
  expect(said()).toMatch(/^Palabre est ouverte dans trop d’onglets/);
  become('live');
  expect(said()).toBeUndefined();
  router.dispose();
});

test('The banner of a lost connection names the last thing that was asked for, then what was asked for before it', () => {
  const router = createMemoryRouter([{ path: '*', element: <Frame /> }]);
  render(<RouterProvider router={router} />);
  act(() => useConnection.setState({ state: 'connecting', returning: true }));
  const forget: (() => void)[] = [];
  act(() => {
    for (const name of ['search', 'inbox'] as const) forget.push(awaiting(name));
  });
  expect(said()).toContain('les notifications s’ouvriront');
  act(() => forget[1]?.());
  expect(said()).toContain('la recherche s’ouvrira');
  // What comes in from the server is told as such, whatever is waited for.
  act(() => useConnection.setState({ state: 'catching-up' }));
  expect(said()).toBe('De retour. Mise à jour des messages…');
  act(() => forget[0]?.());
  router.dispose();
});

test('The banner of a lost connection has the sign of what is away: the network, or the server', () => {
  const router = createMemoryRouter([{ path: '*', element: <Frame /> }]);
  render(<RouterProvider router={router} />);
  const forget = awaiting('search');
  const sign = (state: 'offline' | 'unreachable' | 'aside' | 'connecting') => {
    act(() => useConnection.setState({ state, returning: true }));
    return /lucide-([a-z]+-[a-z]+)/.exec(screen.getByRole('status').querySelector('svg')?.classList.value ?? '')?.[1];
  };
  expect((['offline', 'unreachable', 'aside', 'connecting'] as const).map(sign)).toEqual([
    ...['cloud-off', 'server-off', 'cloud-off', 'refresh-cw'],
  ]);
  act(forget);
  router.dispose();
});

// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import '../../platform/words/i18n.ts';
import { rememberWanted } from '../../features/people/users/open/session-flow.ts';
import { insideOnDevice } from '../../features/workspaces/workspaces/inside-on-device.ts';
import { type ApiError, call } from '../../platform/server/api.ts';
import { endSession, login, type SessionState, setUser } from '../../platform/session/session.ts';
import { answered } from '../../test/answered.ts';
import { FullAccounts } from './FullAccounts.tsx';
import { GuestGate, SessionGate } from './SessionGate.tsx';

// Loaded before, so that no test waits for it.
beforeAll(() => import('../../features/people/accounts/proofs/ProofDialog.tsx'));
afterEach(cleanup);

function show() {
  login('a.b.c', { _id: 'camille' });
  const page = { element: <SessionGate />, children: [{ path: '/:page', element: <input aria-label="Brouillon" /> }] };
  const router = createMemoryRouter([page, { path: '/login', element: <p>Connexion</p> }], {
    initialEntries: ['/home'],
  });
  render(<RouterProvider router={router} />);
  return router;
}

/** Stores a session as another tab of this browser would. */
function elsewhere(state: SessionState) {
  localStorage.setItem('sessionStore', JSON.stringify(state));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'sessionStore' })));
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Brouillon' });

test('SessionGate shows nothing of the previous person after another tab switches accounts', async () => {
  show();
  await userEvent.type(field(), 'à moi seule');
  elsewhere({ token: 'a.b.c', user: { _id: 'camille', firstName: 'Camille' }, isLoggedIn: true });
  expect(field().value).toBe('à moi seule');
  elsewhere({ token: 'd.e.f', user: { _id: 'karim' }, isLoggedIn: true });
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Brouillon' })).value).toBe('');
});

test('SessionGate leads to the login page after a logout in another tab', () => {
  const router = show();
  elsewhere({ token: null, user: null, isLoggedIn: false });
  expect(screen.getByText('Connexion')).toBeDefined();
  // « Back » does not lead to a page that leads here again.
  expect(router.state.historyAction).toBe('REPLACE');
});

test('GuestGate leaves for the wanted page as soon as a session is opened, in any tab, and for the workspaces without one', async () => {
  for (const [wanted, shown] of [
    ['/invite/ABCD', 'Invitation'],
    [null, 'Workspaces'],
  ]) {
    endSession('logout');
    if (wanted) rememberWanted(wanted);
    const routes = [
      { element: <GuestGate />, children: [{ path: '/login', element: <p>Connexion</p> }] },
      { path: '/invite/:code', element: <p>Invitation</p> },
      { path: '/workspaces', element: <p>Workspaces</p> },
    ];
    const router = createMemoryRouter(routes, { initialEntries: ['/login'] });
    render(<RouterProvider router={router} />);
    expect(screen.getByText('Connexion')).toBeDefined();
    elsewhere({ token: 'a.b.c', user: { _id: 'camille' }, isLoggedIn: true });
    expect(await screen.findByText(shown as string)).toBeDefined();
    // « Back » does not lead to the login again.
    expect(router.state.historyAction).toBe('REPLACE');
    // Nobody was in a workspace before their first login here.
    expect(insideOnDevice('camille')).toEqual(['']);
    cleanup();
  }
});

test('What is closed to guests leads them home', async () => {
  login('a.b.c', { _id: 'camille' });
  const routes = [
    { Component: FullAccounts, children: [{ path: '/workspaces', element: <p>Découvrir</p> }] },
    { path: '/home', element: <p>Accueil</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ['/workspaces'] });
  render(<RouterProvider router={router} />);
  expect(screen.getByText('Découvrir')).toBeDefined();
  act(() => setUser({ _id: 'camille', guest: true }));
  expect(await screen.findByText('Accueil')).toBeDefined();
  expect(router.state.historyAction).toBe('REPLACE');
});

test('SessionGate asks for the proof that a refused request needs, whatever the page', async () => {
  vi.stubGlobal('fetch', async (_address: string, { method = 'GET' }: RequestInit = {}) =>
    method === 'GET'
      ? Response.json({ sessions: [] })
      : Response.json({ code: 'reauthentication_required', message: 'Confirmez.' }, { status: 403 }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  login('a.b.c', { _id: 'camille', email: 'camille@exemple.fr' });
  const page = { element: <SessionGate />, children: [{ path: '*', element: <p>La page</p> }] };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter([page])} />
    </QueryClientProvider>,
  );
  const refused = call(api.accounts.endOtherSessions).catch((cause: ApiError) => cause.declined);
  const asked = await screen.findByRole('dialog');
  expect(asked).toBeDefined();
  await userEvent.keyboard('{Escape}');
  expect(await answered(refused)).toBe(true);
});

test('SessionGate leads whoever another tab has switched to to their workspaces, as one who was in none of them', async () => {
  login('a.b.c', { _id: 'camille' });
  const page = {
    element: <SessionGate />,
    children: [
      { path: '/home', element: <p>Accueil de Camille</p> },
      { path: '/workspaces', element: <p>Workspaces</p> },
    ],
  };
  const router = createMemoryRouter([page], { initialEntries: ['/home'] });
  render(<RouterProvider router={router} />);
  expect(screen.getByText('Accueil de Camille')).toBeDefined();
  elsewhere({ token: 'd.e.f', user: { _id: 'yann' }, isLoggedIn: true });
  expect(await screen.findByText('Workspaces')).toBeDefined();
  expect([router.state.historyAction, insideOnDevice('yann')]).toEqual(['REPLACE', ['']]);
});

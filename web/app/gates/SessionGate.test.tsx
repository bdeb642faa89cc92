// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import '../../platform/words/i18n.ts';
import { rememberWanted } from '../../features/people/users/open/session-flow.ts';
import { insideOnDevice } from '../../features/workspaces/workspaces/inside-on-device.ts';
import { type ApiError, call } from '../../platform/server/api.ts';
import { endpointQuery } from '../../platform/server/query.ts';
import { endSession, login, type SessionState, setUser } from '../../platform/session/session.ts';
import { answered } from '../../test/answered.ts';
import { camille, json, open, serve } from '../../test/settings-world.tsx';
import { useAlerts } from '../../ui/alerts/alerts.ts';
import { FullAccounts } from './FullAccounts.tsx';
import { GuestGate, SessionGate } from './SessionGate.tsx';
import { TwoStepGate } from './TwoStepGate.tsx';

beforeAll(async () => {
  // Loaded before, so that no test waits for it.
  await Promise.all([import('../../features/people/accounts/proofs/ProofDialog.tsx'), import('./TwoStepSetUp.tsx')]);
  // Asked by the code field, and not known to jsdom.
  document.elementFromPoint = () => null;
});
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

/** Page that asks the server for something, and shows whether it has an answer. */
function Asking() {
  const { data } = useQuery(endpointQuery(api.accounts.sessions));
  return <p>{data ? 'La page' : 'En attente'}</p>;
}

/** Shows a page to a user without the two-step that the server requires. */
function lacking() {
  const self = {
    ...{ ...camille, doubleAuthentification: false, verification: false, emailProven: true },
    ...({ twoStepRequired: true } as { twoStepRequired?: boolean }),
  };
  const isShut = () => self.twoStepRequired && !(self.doubleAuthentification && self.verification);
  const calls = serve(camille, {
    'GET /user/me': () => json(200, { user: { ...self } }),
    'GET /user/me/sessions': () =>
      isShut() ? json(403, { code: 'two_step_required', message: 'Activez-la.' }) : json(200, { sessions: [] }),
    'PUT /user/camille': body => json(200, { user: { ...Object.assign(self, body) } }),
    'POST /otp/sent': () => json(200, { message: 'Envoyé.' }),
    'POST /otp/check': () => json(200, { status: 'success', user: { ...Object.assign(self, { verification: true }) } }),
    'POST /user/logout': () => json(200, { message: 'Au revoir.' }),
  });
  const inside = { Component: SessionGate, children: [{ path: '*', Component: Asking }] };
  const { router } = open([{ path: '/login', element: <p>Connexion</p> }, inside], '/workspace/atelier');
  return { self, router, asked: (line: string) => calls.filter(({ asked }) => asked === line) };
}
const activate = () => screen.findByRole('button', { name: 'Activer la double authentification' });

test('Who lacks the two-step that is required sets it up in place of the page, which then opens by itself', async () => {
  const { router, asked } = lacking();
  const turnOn = await activate();
  expect(screen.queryByText('En attente')).toBeNull();
  expect(screen.getByText('Elle est demandée ici à chaque compte. Activez-la pour continuer.')).toBeDefined();
  expect(document.title).toMatch(/^Double authentification · /);
  expect([screen.queryByRole('link', { name: 'Retour au profil' }), asked('POST /otp/sent')]).toEqual([null, []]);
  const refused = call(api.accounts.sessions).catch((cause: unknown) => cause);
  fireEvent.click(turnOn);
  fireEvent.change(await screen.findByLabelText('Code à six chiffres'), { target: { value: '123456' } });
  expect(screen.queryByRole('button', { name: 'Désactiver la 2FA' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Valider le code' }));
  expect(await screen.findByText('La page')).toBeDefined();
  expect(await answered(refused)).toEqual({ sessions: [] });
  expect(router.state.location.pathname).toBe('/workspace/atelier');
  expect(asked('PUT /user/camille').map(({ body }) => body)).toEqual([{ doubleAuthentification: true }]);
  // Nothing failed, for all that the page knows.
  expect(useAlerts.getState().alerts.map(({ type }) => type)).toEqual(['success']);
});

test('A request that is refused for lack of two-step once its session is over is not sent again', async () => {
  const { asked } = lacking();
  await activate();
  const before = asked('GET /user/me/sessions').length;
  act(() => endSession('logout'));
  const refused = call(api.accounts.sessions).catch((cause: ApiError) => cause.declined);
  expect(await answered(refused)).toBe(true);
  expect(asked('GET /user/me/sessions')).toHaveLength(before + 1);
});

test('Who lacks two-step is asked for its code at once if it waits for one, and may log out, which leads to the login', async () => {
  const { self, asked } = lacking();
  self.doubleAuthentification = true;
  expect(await screen.findByLabelText('Code à six chiffres')).toBeDefined();
  await waitFor(() => expect(asked('POST /otp/sent')).toHaveLength(1));
  const waiting = call(api.accounts.sessions).catch((cause: ApiError) => cause.declined);
  fireEvent.click(screen.getByRole('button', { name: 'Se déconnecter' }));
  expect(await screen.findByText('Connexion')).toBeDefined();
  expect(await answered(waiting)).toBe(true);
  await waitFor(() => expect(asked('POST /user/logout')).toHaveLength(1));
});

test('Who needs two-step no longer is let in as the page is seen again, and who sets it up in another tab at once', async () => {
  const { self } = lacking();
  await activate();
  delete self.twoStepRequired;
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(await screen.findByText('La page')).toBeDefined();
  cleanup();
  const another = lacking();
  await activate();
  Object.assign(another.self, { doubleAuthentification: true, verification: true });
  elsewhere({ token: 'a.b.c', user: another.self as never, isLoggedIn: true });
  expect(await screen.findByText('La page')).toBeDefined();
});

test('TwoStepGate shows its page to who has no session', () => {
  endSession('logout');
  open([{ Component: TwoStepGate, children: [{ path: '*', element: <p>Invitation</p> }] }], '/invited/jeton');
  expect(screen.getByText('Invitation')).toBeDefined();
});

// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { onRefusal } from '../../../platform/server/api.ts';
import { login } from '../../../platform/session/session.ts';
import { alerts, useAlerts } from '../../../ui/alerts/alerts.ts';
import { UiHost } from '../../../ui/overlays/UiHost.tsx';
import { LinkAccountPage } from './LinkAccountPage.tsx';

const failure = 'Erreur lors de la liaison de compte.';
const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** Answers the link request; receives the code that was sent. */
let link: (code: string | undefined) => Promise<Response>;
const codes: (string | undefined)[] = [];
/** Bodies of the requests, by their address. */
let sent: Record<string, unknown> = {};
/** Tokens that they carried, by their address. */
let bearers: Record<string, string | null> = {};
/** Answers which account has the address. */
let account: () => Response;

beforeAll(() => {
  // Stubs the ResizeObserver that jsdom lacks and the code field needs.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  document.elementFromPoint = () => null;
});
beforeEach(() => {
  alerts.clear();
  codes.length = 0;
  [sent, bearers] = [{}, {}];
  account = () => answer(200, { user: { _id: 'autre' } });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    sent[address] = init.body && JSON.parse(String(init.body));
    bearers[address] = new Headers(init.headers).get('authorization');
    if (address.startsWith('/api/user/email')) return account();
    if (address === '/api/otp/sent') return answer(200, { message: 'Un code vous a été envoyé par e-mail.' });
    if (address !== '/api/user/link-account') return answer(404, { code: 'not_found', message: 'Introuvable.' });
    const { code } = JSON.parse(String(init.body)) as { code?: string };
    codes.push(code);
    return link(code);
  });
  login('token', { _id: 'camille', email: 'camille@atelier.fr' } as Parameters<typeof login>[1]);
});
afterEach(cleanup);

async function submit() {
  const routes = [
    { path: '/link-account', Component: LinkAccountPage },
    { path: '/workspaces', element: <p>Workspaces</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ['/link-account'] });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UiHost>
        <RouterProvider router={router} />
      </UiHost>
    </QueryClientProvider>,
  );
  expect(document.title).toMatch(/^Lier un compte · /);
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail de l’autre compte'));
  await userEvent.type(screen.getByLabelText('E-mail de l’autre compte'), 'autre@atelier.fr');
  await userEvent.type(screen.getByLabelText('Mot de passe de l’autre compte'), 'un mot de passe sûr');
  await userEvent.click(screen.getByRole('button', { name: 'Lier ce compte' }));
}
const said = () => useAlerts.getState().alerts.map(({ message }) => message);

test.each([
  ['there is no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the answer says nothing', () => Promise.resolve(new Response('<html>', { status: 502 }))],
])('The link page says that the account could not be linked when %s', async (_why, answered) => {
  link = answered;
  await submit();
  await waitFor(() => expect(said()).toEqual([failure]));
  expect(screen.getAllByText(failure).length).toBeGreaterThan(1);
});

test('The link page shows the server’s sentence unchanged', async () => {
  link = async () => answer(403, { code: 'link_refused', message: 'E-mail ou mot de passe incorrect.' });
  await submit();
  await waitFor(() => expect(said()).toEqual(['E-mail ou mot de passe incorrect.']));
  expect(screen.queryByText(failure)).toBeNull();
  const onPage = () => document.getElementById('auth-error')?.textContent;
  const button = screen.getByRole('button', { name: 'Lier ce compte' });
  await waitFor(() => expect([onPage(), button.ariaBusy]).toEqual(['E-mail ou mot de passe incorrect.', null]));
  // One attempt's error is not shown for the next attempt.
  let refuse = (_with: Response) => {};
  link = () => new Promise(done => (refuse = done));
  await userEvent.click(button);
  await waitFor(() => expect(codes).toHaveLength(2));
  expect(onPage()).toBeUndefined();
  refuse(answer(409, { code: 'already_linked', message: 'Déjà lié.' }));
  await waitFor(() => expect(onPage()).toBe('Déjà lié.'));
});

test('The link page reports a refused code at its field, and clears it for the next one', async () => {
  const wrong = { code: 'otp_incorrect', status: 'error', message: 'Code incorrect ou expiré.' };
  link = async code =>
    code ? answer(400, wrong) : answer(403, { code: 'otp_required', message: 'Un code est demandé.' });
  await submit();
  const field = () => screen.getByLabelText<HTMLInputElement>('Code à six chiffres');
  await screen.findByLabelText('Code à six chiffres');
  await userEvent.type(field(), '111111');
  await userEvent.click(screen.getByRole('button', { name: 'Lier ce compte' }));
  await waitFor(() => expect(field().getAttribute('aria-invalid')).toBe('true'));
  expect(field().value).toBe('');
  expect(document.activeElement).toBe(field());
  await userEvent.type(field(), '222222');
  await userEvent.click(screen.getByRole('button', { name: 'Lier ce compte' }));
  await waitFor(() => expect(codes).toEqual([undefined, '111111', '222222']));
  expect(sent['/api/otp/sent']).toEqual({ p_id: 'autre', p_email: 'autre@atelier.fr' });
  // The server wants a session as proof of who asks: the request carries its token.
  expect(bearers['/api/otp/sent']).toBe('Bearer token');
  expect(sent['/api/user/link-account']).toEqual({
    ...{ email: 'autre@atelier.fr', password: 'un mot de passe sûr', code: '222222' },
  });
});

test('The link page asks nothing without both fields, and leads back to the workspaces once the account is linked', async () => {
  link = async () => answer(200, { message: 'Compte lié.' });
  await submit();
  await waitFor(() => expect(said()).toEqual(['Compte lié.']));
  expect(await screen.findByText('Workspaces')).toBeDefined();
  cleanup();
  codes.length = 0;
  const router = createMemoryRouter([{ path: '*', Component: LinkAccountPage }]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Lier ce compte' }));
  expect(screen.getByText('Tous les champs doivent être remplis.')).toBeDefined();
  const [email, password] = ['E-mail', 'Mot de passe'].map(field =>
    screen.getByLabelText(`${field} de l’autre compte`),
  );
  for (const [field, other] of [
    [email, password],
    [password, email],
  ] as [HTMLElement, HTMLElement][]) {
    fireEvent.change(other, { target: { value: '' } });
    fireEvent.change(field, { target: { value: 'autre@atelier.fr' } });
    expect(screen.queryByText('Tous les champs doivent être remplis.')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Lier ce compte' }));
    expect(screen.getByText('Tous les champs doivent être remplis.')).toBeDefined();
  }
  expect(codes).toEqual([]);
});

test('The link page says by itself that the account is linked, where the server says nothing', async () => {
  link = async () => answer(200, { message: '' });
  await submit();
  await waitFor(() => expect(said()).toEqual(['Compte lié avec succès !']));
});

test('The link page forgets the code of an account when another address is typed', async () => {
  link = async () => answer(403, { code: 'otp_required', message: 'Un code est demandé.' });
  await submit();
  await userEvent.type(await screen.findByLabelText('Code à six chiffres'), '111111');
  await userEvent.type(screen.getByLabelText('E-mail de l’autre compte'), 'x');
  expect(screen.queryByLabelText('Code à six chiffres')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Lier ce compte' }));
  // That of the other account is typed anew; the server says so if it is not.
  expect(await screen.findByLabelText('Code à six chiffres')).toHaveProperty('value', '');
  await userEvent.click(await screen.findByRole('button', { name: 'Lier ce compte', busy: false }));
  await waitFor(() => expect(said()).toEqual(['Un code est demandé.']));
  link = async () => answer(200, { message: 'Compte lié.' });
  await userEvent.click(await screen.findByRole('button', { name: 'Lier ce compte', busy: false }));
  await waitFor(() => expect(codes).toEqual(Array(4).fill(undefined)));
});

test('The link page says no more of a link whose proof was declined', async () => {
  onTestFinished(onRefusal('address_unproven', async () => false));
  link = async () => answer(403, { code: 'address_unproven', message: 'Confirmez votre adresse.' });
  await submit();
  const button = screen.getByRole('button', { name: 'Lier ce compte' });
  await waitFor(() => expect([codes.length, button.getAttribute('aria-busy')]).toEqual([1, null]));
  expect([said(), screen.queryByText('Confirmez votre adresse.')]).toEqual([[], null]);
});

test('The link page says why it cannot ask for the code of an account that could not be read, and asks at the next try', async () => {
  link = async () => answer(403, { code: 'otp_required', message: 'Un code est demandé.' });
  account = () => answer(429, { code: 'too_many_requests', message: 'Trop de demandes.' });
  await submit();
  await waitFor(() => expect(said()).toEqual(['Trop de demandes.']));
  expect(document.getElementById('auth-error')?.textContent).toBe('Trop de demandes.');
  expect(screen.queryByLabelText('Code à six chiffres')).toBeNull();
  account = () => answer(200, { user: { _id: 'autre' } });
  await userEvent.click(await screen.findByRole('button', { name: 'Lier ce compte', busy: false }));
  expect(await screen.findByLabelText('Code à six chiffres')).toBeDefined();
  expect(document.getElementById('auth-error')).toBeNull();
  expect(screen.getByRole('link', { name: 'Revenir à mes workspaces' }).getAttribute('href')).toBe('/workspaces');
});

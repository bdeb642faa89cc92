// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { setUser, useSession } from '../../../platform/session/session.ts';
import { MenuEntries } from '../../../test/menu-entries.tsx';
import { camille, json, open, serve } from '../../../test/settings-world.tsx';
import { useAlerts } from '../../../ui/alerts/alerts.ts';
import { useAccountsMenu } from './accounts-menu.tsx';

beforeAll(() => import('../../../ui/dialogs/PendingDialog.tsx'));
afterEach(cleanup);

const linked = (_id: string, lastName: string) => ({
  ...{ _id, firstName: 'Camille', lastName, avatar: null, email: `${_id}@exemple.fr` },
});
const users = [linked('work', 'Moreau'), linked('club', 'Riou')];
function Accounts() {
  const menu = useAccountsMenu();
  const faces = menu.items?.map(entry => typeof entry === 'object' && entry !== null && 'icon' in entry && entry.icon);
  return (
    <>
      <MenuEntries entries={[menu]} />
      <p data-faces>
        {faces?.map((face, at) => (
          <span key={String(at)}>{face}</span>
        ))}
      </p>
    </>
  );
}

function show(otherAccounts: string[], answers: Parameters<typeof serve>[1] = {}) {
  const calls = serve(camille, {
    'GET /user/me/accounts': () => json(200, { users }),
    'GET /user/me/accounts/unread': () =>
      json(200, {
        accounts: [
          { _id: 'work', count: 2 },
          { _id: 'club', count: 3 },
        ],
      }),
    ...answers,
  });
  setUser({ ...camille, otherAccounts });
  const page = open([{ path: '*', Component: Accounts }], '/home');
  return { calls: () => calls.map(({ asked }) => asked), sent: calls, ...page };
}
const lines = () => screen.getAllByRole('listitem').map(line => line.getAttribute('aria-label'));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('The menu of accounts counts what waits in each linked account, and in all of them', async () => {
  show(['work', 'club']);
  const [all] = await screen.findAllByText(/5 messages en attente/);
  expect(all?.getAttribute('aria-label')).toBe('Changer de compte');
  const [work] = await screen.findAllByText(/work@exemple\.fr 2 messages en attente/);
  expect(work?.getAttribute('aria-label')).toBe('Camille Moreau');
});

test('The menu of accounts calls an account without a name by its address, and counts again every minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  let count = 2;
  show(['work'], {
    'GET /user/me/accounts': () =>
      json(200, { users: [{ ...linked('work', ''), firstName: '', avatar: '/api/work' }] }),
    'GET /user/me/accounts/unread': () => json(200, { accounts: [{ _id: 'work', count }] }),
  });
  expect((await screen.findAllByRole('button', { name: 'work@exemple.fr' })).length).toBeGreaterThan(0);
  expect(document.querySelector('[data-faces] img')?.getAttribute('src')).toBe('/api/work');
  await screen.findAllByText(/2 messages en attente/);
  count = 4;
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect((await screen.findAllByText(/4 messages en attente/)).length).toBeGreaterThan(0);
});

test('The menu of accounts of who has no other asks for none, and leads to the page that links one', async () => {
  const { calls, router } = show([]);
  expect(lines()).toEqual(['Changer de compte', 'Ajouter un compte']);
  press('Ajouter un compte');
  await waitFor(() => expect(router.state.location.pathname).toBe('/link-account'));
  expect(calls()).toEqual([]);
});

test('A linked account is switched to from the menu, once the page has been left', async () => {
  const { router } = show(['work', 'club'], {
    'POST /user/token/work': () => json(200, { token: 'd.e.f', user: users[0] }),
    'PUT /user/logout': () => json(200, { message: '' }),
  });
  const switches = async () =>
    fireEvent.click((await screen.findAllByRole('button', { name: 'Camille Moreau' }))[0] as Element);
  // The address stays where somebody chooses to stay, as with unsaved changes.
  await switches();
  await waitFor(() => expect(router.state.location.pathname).toBe('/workspaces'));
  expect(useSession.getState().user?._id).toBe('camille');
  window.history.replaceState(null, '', '/workspaces');
  await switches();
  await waitFor(() => expect(useSession.getState().user?._id).toBe('work'));
  window.history.replaceState(null, '', '/');
});

test('A linked account is removed once that is confirmed, and the menu says so, or why it is not', async () => {
  let reply = () => json(200, { message: '' });
  const { sent } = show(['work', 'club'], { 'POST /user/unlink-account': () => reply() });
  await screen.findAllByRole('button', { name: 'Camille Riou' });
  const answer = async (name: string) => {
    const remove = within(screen.getByRole('listitem', { name: 'Retirer un compte' }));
    fireEvent.click(remove.getByRole('button', { name: 'Camille Riou' }));
    const sure = within(await screen.findByRole('alertdialog', { name: /^Retirer ce compte/ }));
    expect(sure.getByText(/^Camille Riou \(club@exemple\.fr\) ne sera plus lié à votre compte\./)).toBeDefined();
    fireEvent.click(sure.getByRole('button', { name }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  };
  const removals = () => sent.filter(({ asked }) => asked.includes('unlink')).map(({ body }) => body);
  await answer('Annuler');
  expect(removals()).toEqual([]);
  reply = () => json(429, { code: 'too_many_requests', message: 'Trop de changements.' });
  await answer('Retirer');
  expect(await screen.findByText('Trop de changements.')).toBeDefined();
  reply = () => json(200, { message: 'Le compte n’est plus lié.' });
  await answer('Retirer');
  expect(await screen.findByText('Le compte n’est plus lié.')).toBeDefined();
  expect(removals()).toEqual([{ userId: 'club' }, { userId: 'club' }]);
  // Once no account is linked, no fetched account remains.
  act(() => setUser({ ...camille, otherAccounts: [] }));
  expect(lines().filter(Boolean)).toEqual(['Changer de compte', 'Ajouter un compte']);
});

test('The menu of accounts that could not be read says nothing, and offers to add one', async () => {
  const broken = () => json(500, { code: 'internal', message: 'Panne.' });
  const { calls, client } = show(['work'], { 'GET /user/me/accounts': broken, 'GET /user/me/accounts/unread': broken });
  await waitFor(() => expect(calls()).toHaveLength(2));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Ajouter un compte' })).toBeDefined());
  // Waits until the requests are over.
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(useAlerts.getState().alerts).toEqual([]);
});

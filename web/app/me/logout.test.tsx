// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type OutboxEntry, post, useOutbox } from '../../features/messages/outbox/open/outbox.ts';
import { useWaitingStatus } from '../../features/people/presence/open/presence.ts';
import { rememberWanted, takeWanted } from '../../features/people/users/open/session-flow.ts';
import { endSession, login, setUser, useSession } from '../../platform/session/session.ts';
import { UiHost } from '../../ui/overlays/UiHost.tsx';
import { ProfileCard } from './ProfileCard.tsx';

/** Messages that an earlier page left on the device, unsent. */
const kept = vi.hoisted(() => [] as OutboxEntry[]);
vi.mock('../../features/messages/outbox/storage.ts', async original => ({
  ...(await original<object>()),
  readEntries: async (_userId: string, take: (entries: OutboxEntry[]) => void) => take(kept.splice(0)),
}));

const place = { channelId: '018f0000-0000-7000-8000-00000000000c' };
const loggedIn = () => useSession.getState().isLoggedIn;

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));
  endSession('logout');
  login('a.b.c', { _id: 'camille', firstName: 'Camille', lastName: 'Moreau' });
});
afterEach(cleanup);

async function openMenu() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UiHost>
        <MemoryRouter>
          <ProfileCard />
        </MemoryRouter>
      </UiHost>
    </QueryClientProvider>,
  );
  screen.getByRole('button', { name: /Camille/ }).focus();
  await userEvent.keyboard('{Enter}');
}
async function logOut() {
  await openMenu();
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Déconnexion' }));
}

test('One’s own menu checks the status that was chosen, while it waits for the server too', async () => {
  setUser({ ...useSession.getState().user, status: 'online' } as never);
  await openMenu();
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Statut' }));
  const checked = async () => (await screen.findByRole('menuitemcheckbox', { checked: true })).textContent;
  expect(await checked()).toBe('En ligne');
  act(() => useWaitingStatus.setState({ status: 'away' }));
  expect(await checked()).toBe('Absent');
});

test('A logout without unsent messages is immediate', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => logged.mockRestore());
  await logOut();
  await vi.waitFor(() => expect(loggedIn()).toBe(false));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  // The server cannot be reached, which the console alone says.
  await vi.waitFor(() => expect(logged.mock.lastCall?.[0]).toBe('The server could not end the session'));
});

test('A logout with unsent messages asks first, and can be cancelled', async () => {
  post(place, 'Bonjour');
  post(place, 'à tous');
  await logOut();
  const dialog = await screen.findByRole('alertdialog', { name: /^Se déconnecter/ });
  expect(dialog.textContent).toContain('2 messages ne sont pas envoyés');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Annuler' }));
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(loggedIn()).toBe(true);
  expect(useOutbox.getState().entries).toHaveLength(2);
});

test('A logout asks about what an earlier page left unsent, which it reads from the device first', async () => {
  const time = '2026-11-20T09:00:00.000Z';
  kept.push({ nonce: 'n', userId: 'camille', place, content: 'Bonsoir', time, state: 'failed' });
  await logOut();
  expect((await screen.findByRole('alertdialog')).textContent).toContain('1 message n’est pas envoyé');
  await userEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(loggedIn()).toBe(true);
});

test('A confirmed logout drops the unsent messages', async () => {
  post(place, 'Bonjour');
  await logOut();
  expect((await screen.findByRole('alertdialog')).textContent).toContain('1 message n’est pas envoyé');
  await userEvent.click(screen.getByRole('button', { name: 'Se déconnecter' }));
  await vi.waitFor(() => expect(loggedIn()).toBe(false));
  expect(useOutbox.getState().entries).toEqual([]);
});

test('A logout ends the session here first, then tells the server with its token, and forgets the page that was wanted', async () => {
  const told: [string | null, boolean][] = [];
  vi.stubGlobal('fetch', async (address: string, { headers }: { headers: Headers }) => {
    if (address.endsWith('/logout')) told.push([headers.get('authorization'), loggedIn()]);
    return Response.json({ message: 'Fait.' });
  });
  rememberWanted('/workspace/atelier');
  await logOut();
  await vi.waitFor(() => expect(told).toEqual([['Bearer a.b.c', false]]));
  expect(takeWanted()).toBe('/workspaces');
});

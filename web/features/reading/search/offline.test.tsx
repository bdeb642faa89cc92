// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { useConnection } from '../../../platform/server/connection.ts';
import { camille, channels, json, karim, open, serve } from '../../../test/settings-world.tsx';
import { SearchDialog } from './SearchDialog.tsx';

afterEach(() => {
  cleanup();
  useConnection.setState({ state: 'idle' });
});

test('The search shows no result of an earlier query once disconnected, but the places of the new one', async () => {
  serve(camille, {
    'GET /channel': () => json(200, { channels }),
    'GET /user/camille/conversations': () => json(200, { conversations: [] }),
    'GET /unread': () => json(200, { unread: [], threads: [] }),
    'GET /search/files': () => json(200, { results: [], nextCursor: null }),
    'GET /search/messages': () => json(200, { results: [], nextCursor: null }),
    'GET /user': (_body, { searchParams }) =>
      searchParams.get('search') === 'be' ? json(200, { users: [karim] }) : new Promise<never>(() => undefined),
  });
  open([{ path: '*', Component: SearchDialog }], '/');
  const field = screen.getByRole('combobox');
  await userEvent.type(field, 'be');
  const options = () => screen.queryAllByRole('option').map(one => one.textContent);
  await waitFor(() => expect(options()).toEqual([expect.stringContaining('Karim Benali')]));
  act(() => useConnection.setState({ state: 'offline' }));
  await userEvent.type(field, 'n');
  await waitFor(() => expect(options()).toEqual([]));
  await userEvent.clear(field);
  await userEvent.type(field, 'gen');
  await waitFor(() => expect(options()).toEqual([expect.stringContaining('general')]));
});

test('The search that failed says, once disconnected, that it needs a connection, and not that it failed', async () => {
  const calls = serve(camille, {
    'GET /channel': () => json(200, { channels }),
    'GET /user/camille/conversations': () => json(200, { conversations: [] }),
    'GET /unread': () => json(200, { unread: [], threads: [] }),
    'GET /user': () => json(200, { users: [] }),
    'GET /search/files': () => json(200, { results: [], nextCursor: null }),
    'GET /search/messages': (_body, { searchParams }) =>
      searchParams.get('q') === 'zzyzx'
        ? json(403, { code: 'forbidden', message: 'Non.' })
        : new Promise<never>(() => undefined),
  });
  open([{ path: '*', Component: SearchDialog }], '/');
  await userEvent.type(screen.getByRole('combobox'), 'zzyzx');
  const failure = 'La recherche de messages n’a pas abouti.';
  await screen.findByText(failure);
  act(() => useConnection.setState({ state: 'offline' }));
  expect(await screen.findByText(/^Les messages se cherchent avec une connexion/)).toBeDefined();
  expect(screen.queryByText(failure)).toBeNull();
  // Nor is an answer waited for that does not come.
  await userEvent.type(screen.getByRole('combobox'), 'x');
  await waitFor(() => expect(calls.some(({ query }) => query.q === 'zzyzxx')).toBe(true));
  expect(screen.queryByText('Chargement…')).toBeNull();
  act(() => useConnection.setState({ state: 'live' }));
  expect(await screen.findByText('Chargement…')).toBeDefined();
});

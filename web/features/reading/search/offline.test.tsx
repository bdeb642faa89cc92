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

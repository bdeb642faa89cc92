// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useConnection } from '../../../platform/server/connection.ts';
import { keyOf, restoredAt } from '../../../platform/server/query.ts';
import { camille, karim, open, serve } from '../../../test/settings-world.tsx';
import { MembersPanel } from './MembersPanel.tsx';
import { pageSize } from './open/members.queries.ts';

afterEach(() => {
  cleanup();
  useConnection.setState({ state: 'idle', returning: false });
});

test('The members saved on the device show at once, as one group without presence, until the server answers', async () => {
  serve(camille);
  useConnection.setState({ state: 'connecting', returning: false });
  const { client } = open([{ path: '*', element: <MembersPanel workspaceId="atelier" /> }], '/');
  const kept = [
    { ...karim, status: 'online', color: '#000000' },
    { ...camille, color: '#000000' },
  ];
  const asked = { params: { id: 'atelier' }, query: { limit: pageSize } };
  act(() => {
    const answer = { users: kept, online: 1, total: 2 };
    client.setQueryData(keyOf(api.members.list, asked), answer, { updatedAt: restoredAt });
  });
  expect(await screen.findByRole('heading', { name: 'Membres – 2' })).toBeTruthy();
  expect((await screen.findByRole('button', { name: /Karim Benali/ })).textContent).not.toContain('En ligne');
  // Disconnected, the user alone is surely offline.
  act(() => useConnection.setState({ state: 'unreachable' }));
  expect((await screen.findByRole('button', { name: /Camille Moreau/ })).textContent).toContain('Hors ligne');
  act(() => useConnection.setState({ state: 'live' }));
  expect(await screen.findByRole('heading', { name: 'Hors ligne – 3' })).toBeTruthy();
});

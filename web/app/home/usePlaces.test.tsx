// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type } from '../../features/messages/outbox/open/writing.ts';
import { keep, keptKey } from '../../platform/device/local-storage.ts';
import { keyOf } from '../../platform/server/query.ts';
import { endSession, login } from '../../platform/session/session.ts';
import { usePlaces } from './usePlaces.ts';

afterEach(() => {
  cleanup();
  endSession('logout');
});

test('The home page has the six last places of this device that the person still sees, and all with a draft', () => {
  login('token', { _id: 'camille' });
  const ids = ['a', 'b', 'gone', 'c', 'd', 'e', 'f', 'g', 'h'];
  keep(keptKey('visits', 'camille'), JSON.stringify(ids.map(placeId => ({ placeId, workspaceId: 'atelier' }))));
  type('h', 'À demain\n matin ');
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(keyOf(api.workspaces.mine, { params: { id: 'camille' } }), { workspaces: [{ _id: 'atelier' }] });
  const channels = ids.filter(id => id !== 'gone').map(_id => ({ _id, workspaceId: 'atelier' }));
  client.setQueryData(keyOf(api.channels.ofWorkspace, { params: { id: 'atelier' } }), { channels });
  const { result } = renderHook(() => usePlaces('camille'), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  expect(result.current.places.map(({ id, draft }) => [id, draft])).toEqual([
    ...['a', 'b', 'c', 'd', 'e', 'f'].map(id => [id, '']),
    ['h', 'À demain matin'],
  ]);
});

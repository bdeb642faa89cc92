// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useConnection } from '../../../platform/server/connection.ts';
import { keyOf, restoredAt } from '../../../platform/server/query.ts';
import { endSession, login } from '../../../platform/session/session.ts';
import { useSurelySees } from '../structure/open/channels.queries.ts';
import { useMembers } from './open/members.queries.ts';

const [userId, workspaceId, channelId] = [1, 2, 3].map(n => `018f0000-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string,
];

afterEach(() => {
  endSession('logout');
  vi.unstubAllGlobals();
});

it('A channel’s members are fetched once the server confirms that the user sees the channel and presence is known, not from the kept cache', async () => {
  const asked = vi.fn((address: string) => Promise.resolve(Response.json({ users: [], online: 0, total: 0, address })));
  vi.stubGlobal('fetch', asked);
  login('token', { _id: userId });
  useConnection.setState({ state: 'connecting' });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const channels = keyOf(api.channels.ofWorkspace, { params: { id: workspaceId } });
  const list = { channels: [{ _id: channelId }] };
  client.setQueryData(keyOf(api.workspaces.mine, { params: { id: userId } }), { workspaces: [{ _id: workspaceId }] });
  client.setQueryData(channels, list, { updatedAt: restoredAt });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () => {
      useMembers({ workspaceId, channelId }, 0, 0);
      return useSurelySees(workspaceId, channelId);
    },
    { wrapper },
  );
  expect(asked).not.toHaveBeenCalled();
  client.setQueryData(channels, list);
  // Nor before presence is known, which these lists carry.
  await vi.waitFor(() => expect(result.current).toBe(true));
  expect(asked).not.toHaveBeenCalled();
  act(() => useConnection.setState({ state: 'live' }));
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  expect(asked.mock.calls[0]?.[0]).toContain(`channelId=${channelId}`);
});

it.each([
  ['a channel', { workspaceId, channelId }],
  ['a workspace', { workspaceId }],
])(
  'The members of %s that the kept cache alone lists are not asked for, though presence is known: they might be refused',
  async (_what, of) => {
    const asked = vi.fn(() => new Promise<Response>(() => {}));
    vi.stubGlobal('fetch', asked);
    login('token', { _id: userId });
    useConnection.setState({ state: 'live' });
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
    const [mine, channels] = [
      keyOf(api.workspaces.mine, { params: { id: userId } }),
      keyOf(api.channels.ofWorkspace, { params: { id: workspaceId } }),
    ];
    const inside = { workspaces: [{ _id: workspaceId }] };
    client.setQueryData(mine, inside, 'channelId' in of ? {} : { updatedAt: restoredAt });
    client.setQueryData(channels, { channels: [{ _id: channelId }] }, { updatedAt: restoredAt });
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    );
    renderHook(() => useMembers(of, 0, 0), { wrapper });
    await act(async () => undefined);
    expect(asked).not.toHaveBeenCalled();
    act(() => {
      client.setQueryData(mine, inside);
      client.setQueryData(channels, { channels: [{ _id: channelId }] });
    });
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  },
);

// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook } from '@testing-library/react';
import { type ReactNode, useLayoutEffect } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keyOf, restoredAt } from '../../../platform/server/query.ts';
import { endSession, login } from '../../../platform/session/session.ts';
import { useMembers } from '../members/open/members.queries.ts';
import { useChannels, useChannelTitle } from './open/channels.queries.ts';
import { useMyRoles, useRoles } from './open/roles.queries.ts';
import { useWorkspace } from './open/workspaces.queries.ts';

const [userId, workspaceId] = [1, 2].map(n => `018f0000-0000-7000-8000-00000000000${n}`) as [string, string];
const cards = keyOf(api.workspaces.mine, { params: { id: userId } });
const inside = { workspaces: [{ _id: workspaceId }] };
const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);
const asked = vi.fn((address: string) => new Promise(() => address));

/** Reads a workspace as its page does. */
function useInside(): void {
  useWorkspace(workspaceId);
  useChannels(workspaceId);
  useRoles(workspaceId);
  useMyRoles(workspaceId);
  useMembers({ workspaceId }, 0, 0);
}

beforeEach(() => {
  vi.stubGlobal('fetch', asked);
  login('token', { _id: userId });
  client.setQueryData(cards, inside, { updatedAt: restoredAt });
});
afterEach(() => {
  cleanup();
  endSession('logout');
  client.clear();
  asked.mockClear();
  vi.unstubAllGlobals();
});

it('A workspace lost between a page’s render and its first queries is not queried', () => {
  renderHook(
    () => {
      useInside();
      // Queries start in effects, which run after layout effects.
      useLayoutEffect(() => void client.setQueryData(cards, { workspaces: [] }), []);
    },
    { wrapper },
  );
  expect(asked).not.toHaveBeenCalled();
});

it('The title of a channel is that of the one asked for, among those of its workspace', () => {
  const channels = ['general', 'plans'].map(title => ({ _id: `id of ${title}`, title }));
  client.setQueryData(keyOf(api.channels.ofWorkspace, { params: { id: workspaceId } }), { channels });
  const titles = ['id of plans', 'id of general', 'gone'].map(
    id => renderHook(() => useChannelTitle(workspaceId, id), { wrapper }).result.current,
  );
  expect(titles).toEqual(['plans', 'general', undefined]);
});

it('A workspace just entered is fetched whole, without another render of the page', async () => {
  client.setQueryData(cards, { workspaces: [] });
  renderHook(useInside, { wrapper });
  expect(asked).not.toHaveBeenCalled();
  client.setQueryData(cards, inside);
  await vi.waitFor(() => expect(asked.mock.calls.length).toBeGreaterThanOrEqual(4));
  const paths = ['', '/channels', '/roles', '/user-roles'].map(path => `/api/workspace/${workspaceId}${path}`);
  expect(asked.mock.calls.map(([address]) => address)).toEqual(expect.arrayContaining(paths));
});

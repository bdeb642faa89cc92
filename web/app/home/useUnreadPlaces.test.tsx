// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { WorkspaceCard } from '@palabre/common/contract/workspaces/workspaces.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { type } from '../../features/messages/outbox/open/writing.ts';
import { keyOf } from '../../platform/server/query.ts';
import { endSession, login } from '../../platform/session/session.ts';
import { useUnreadPlaces } from './useUnreadPlaces.ts';

afterEach(cleanup);

test('The home page has the six places with the most unread, the highest count first', () => {
  const counts = [1, 0, 4, 2, 7, 3, 5];
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const unread = counts.map((mentions, n) => ({
    ...{ channelId: `c${n}`, conversationId: null, workspaceId: 'atelier', seq: 9, read: 2 },
    ...{ first: { _id: 'm3', position: 3 }, messages: 0, mentions, level: 'all' as const, muted: false },
  }));
  client.setQueryData(keyOf(api.unread.list), { unread });
  const channels = counts.map((_, n) => ({ _id: `c${n}`, workspaceId: 'atelier' }));
  client.setQueryData(keyOf(api.channels.list), { channels });
  const { result } = renderHook(() => useUnreadPlaces([{ _id: 'atelier' } as WorkspaceCard]), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  expect(result.current.map(({ id, count }) => `${id} ${count}`)).toEqual([
    ...['c4 7', 'c6 5', 'c2 4', 'c5 3', 'c3 2', 'c0 1'],
  ]);
});

test('The home page has no place that is read, nor one where nothing is to be heard, and says what was begun in an unread one', () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const state = { conversationId: null, workspaceId: 'atelier', seq: 9, read: 2, messages: 0, mentions: 0 };
  const heard = { ...state, first: { _id: 'm3', position: 3 }, level: 'all' as const, muted: false };
  const unread = [
    { ...heard, channelId: 'unread' },
    { ...heard, channelId: 'read', first: null, read: 9 },
    { ...heard, channelId: 'unheard', level: 'nothing' as const },
  ];
  client.setQueryData(keyOf(api.unread.list), { unread });
  const channels = unread.map(({ channelId: _id }) => ({ _id, workspaceId: 'atelier' }));
  client.setQueryData(keyOf(api.channels.list), { channels });
  login('token', { _id: 'camille' });
  onTestFinished(() => endSession('logout'));
  type('unread', 'À suivre');
  const { result } = renderHook(() => useUnreadPlaces([{ _id: 'atelier' } as WorkspaceCard]), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  expect(result.current.map(({ id, count, draft }) => [id, count, draft])).toEqual([['unread', 0, 'À suivre']]);
});

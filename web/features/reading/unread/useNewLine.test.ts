// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { Unread } from '@palabre/common/contract/reading/unread.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode, useLayoutEffect } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Place } from '../../../platform/address/place.ts';
import { useConnection } from '../../../platform/server/connection.ts';
import { keyOf } from '../../../platform/server/query.ts';
import { queryClient } from '../../../platform/server/query-client.ts';
import { endSession, login } from '../../../platform/session/session.ts';
import { lastRead } from './open/device-marks.ts';
import { markUnread } from './open/marking.ts';
import { isKeptUnread } from './open/read-marks.ts';
import { unreadStateOf } from './open/unread-states.ts';
import { useNewLine } from './open/useNewLine.ts';

const userId = '018f0000-0000-7000-8000-000000000001';
const channelId = '018f0000-0000-7000-8000-00000000000c';
const place = { channelId };

const state = (read: number, seq = 9): Unread => ({
  ...{ channelId, conversationId: null, workspaceId: '018f0000-0000-7000-8000-00000000000a', seq, read },
  first: read < seq ? { _id: `m${read + 1}`, position: read + 1 } : null,
  ...{ messages: 0, mentions: 0, level: 'all', muted: false },
});

const known = (...unread: Unread[]) =>
  act(() => queryClient.setQueryData(keyOf(api.unread.list), { unread, threads: [] }));

const inClient = {
  wrapper: ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client: queryClient }, children),
};

/** Opens the place, with messages up to the ninth on the page. */
const open = (opened: Place = place) => {
  const { result, unmount } = renderHook(() => useNewLine(opened, () => 9), inClient);
  return {
    line: () => result.current.readUpTo,
    see: (position: number) => act(() => result.current.onSeen({ position, id: `m${position}` })),
    clear: () => act(() => result.current.clearLine()),
    leave: unmount,
  };
};

function look(visibility: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

const connection = (to: 'live' | 'connecting' | 'offline' | 'unreachable') =>
  act(() => useConnection.setState({ state: to }));

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: string }) => {
    const { position } = JSON.parse(body) as { position: number };
    return Response.json({ unread: state(Math.min(position, 9)) });
  });
  login('token', { _id: userId, firstName: 'Camille' });
  connection('live');
  known(state(2));
});

afterEach(() => {
  cleanup();
  endSession('logout');
  queryClient.clear();
  act(() => useConnection.setState({ state: 'idle' }));
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('The line of new messages is below what was read, and stays there while the user reads on', async () => {
  const { line, see } = open();
  expect(line()).toBe(2);
  see(7);
  expect(lastRead(channelId)?.position).toBe(7);
  expect(line()).toBe(2);
  // The server knows of it.
  await waitFor(() => expect(unreadStateOf(queryClient, channelId)?.first?.position).toBe(8));
  expect(line()).toBe(2);
});

it('The line of new messages disappears once the user has written', () => {
  const { line, clear } = open();
  clear();
  expect(line()).toBeNull();
});

it('The line of new messages moves once, at a late answer of the server, by what was read before the place was opened', () => {
  queryClient.clear();
  const { line, see } = open();
  expect(line()).toBeNull();
  see(7);
  known(state(2));
  expect(line()).toBe(2);
  known(state(4));
  expect(line()).toBe(2);
});

it('The line of new messages is there, too, when that answer comes between the place’s rendering and its effects', () => {
  queryClient.clear();
  const { result, rerender } = renderHook(() => {
    const { readUpTo } = useNewLine(place, () => 9);
    // Runs before the effects of what is rendered.
    useLayoutEffect(() => {
      queryClient.setQueryData(keyOf(api.unread.list), { unread: [state(2)], threads: [] });
    }, []);
    return readUpTo;
  }, inClient);
  expect(result.current).toBe(2);
  known(state(4));
  rerender();
  expect(result.current).toBe(2);
});

it('The line of new messages stays where it is when the page is hidden before anything was seen', () => {
  const { line } = open();
  look('hidden');
  look('visible');
  expect(line()).toBe(2);
});

it('The line of new messages is above what comes to a hidden page, where nothing is read', () => {
  const { line, see } = open();
  see(6);
  look('hidden');
  expect(line()).toBe(6);
  see(7);
  expect(lastRead(channelId)?.position).toBe(6);
  look('visible');
  see(7);
  expect(lastRead(channelId)?.position).toBe(7);
  // Messages that came meanwhile stay marked as new once the page is looked at again.
  look('visible');
  expect(line()).toBe(6);
});

it('The line of new messages is below the last message at a lost connection, if all was read', () => {
  const { line, see, clear } = open();
  see(8);
  connection('connecting');
  expect(line()).toBe(2);
  connection('live');
  see(9);
  connection('connecting');
  expect(line()).toBe(9);
  // It is the loss that puts the line there, and not what becomes known of it later.
  clear();
  connection('unreachable');
  expect(line()).toBeNull();
});

it.each(['offline', 'unreachable'] as const)(
  'The line of new messages is below the last message of a place that is opened without a connection: %s',
  state => {
    queryClient.clear();
    connection(state);
    expect(open().line()).toBe(9);
  },
);

it('A place that one comes back to reads normally, though it was kept unread elsewhere', async () => {
  await act(() => markUnread({ _id: 'm5', channelId, conversationId: null, position: 5 } as Message));
  expect(isKeptUnread(channelId)).toBe(true);
  open();
  expect(isKeptUnread(channelId)).toBe(false);
});

it('A message on screen is told once, and one before it not at all', () => {
  const { see } = open();
  see(7);
  localStorage.clear();
  see(7);
  see(6);
  expect(lastRead(channelId)).toBeNull();
});

it('A thread that is followed once it was read has its replies read again, up to the last one seen', async () => {
  const threadId = '018f0000-0000-7000-8000-0000000000ff';
  const thread = { ...state(0), channelId: null, threadId, parent: { channelId, conversationId: null }, messages: 9 };
  localStorage.setItem(`palabre.read.${userId}`, JSON.stringify({ [threadId]: { position: 9, id: 'm9' } }));
  open({ threadId });
  act(() => queryClient.setQueryData(keyOf(api.unread.list), { unread: [], threads: [thread] }));
  await waitFor(() => expect(unreadStateOf(queryClient, threadId)).toBeUndefined());
});

it('A thread that is followed while it is open has the replies seen before read again', async () => {
  const threadId = '018f0000-0000-7000-8000-0000000000fc';
  const thread = { ...state(0), channelId: null, threadId, parent: { channelId, conversationId: null }, messages: 9 };
  // Nothing is unread in it as long as it is not followed.
  known();
  open({ threadId }).see(9);
  act(() => queryClient.setQueryData(keyOf(api.unread.list), { unread: [], threads: [thread] }));
  await waitFor(() => expect(unreadStateOf(queryClient, threadId)).toBeUndefined());
});

it('A thread on screen that is marked as unread on another device stays so', () => {
  const threadId = '018f0000-0000-7000-8000-0000000000fd';
  const thread = { ...state(2), channelId: null, threadId, parent: { channelId, conversationId: null }, messages: 7 };
  const mark = { position: 9, id: 'm9', told: true };
  localStorage.setItem(`palabre.read.${userId}`, JSON.stringify({ [threadId]: mark }));
  open({ threadId });
  act(() => queryClient.setQueryData(keyOf(api.unread.list), { unread: [], threads: [thread] }));
  expect(unreadStateOf(queryClient, threadId)?.messages).toBe(7);
});

it('A thread that was never read on this device opens at its first unread reply', () => {
  const threadId = '018f0000-0000-7000-8000-0000000000fe';
  const thread = { ...state(3), channelId: null, threadId, parent: { channelId, conversationId: null }, messages: 6 };
  act(() => queryClient.setQueryData(keyOf(api.unread.list), { unread: [], threads: [thread] }));
  expect(open({ threadId }).line()).toBe(3);
  expect(unreadStateOf(queryClient, threadId)).toMatchObject({ messages: 6 });
});

it('The line of new messages is above a message marked as unread, which stays so until the user leaves the place', async () => {
  const { line, see, leave } = open();
  see(9);
  await act(() => markUnread({ _id: 'm5', channelId, conversationId: null, position: 5 } as Message));
  await waitFor(() => expect(line()).toBe(4));
  expect(isKeptUnread(channelId)).toBe(true);
  leave();
  expect(isKeptUnread(channelId)).toBe(false);
});

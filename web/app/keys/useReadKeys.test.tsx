// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { Unread } from '@palabre/common/contract/reading/unread.ts';
import { pageWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { paths } from '../../platform/address/paths.ts';
import { keyOf } from '../../platform/server/query.ts';
import { queryClient } from '../../platform/server/query-client.ts';
import { endSession, login } from '../../platform/session/session.ts';
import { useReadKeys } from './useReadKeys.ts';

/** Requests to the server, in order. */
let asked: string[] = [];

const unreadIn = (ids: { channelId: string | null; conversationId: string | null }): Unread => ({
  ...ids,
  workspaceId: null,
  seq: 9,
  read: 2,
  first: { _id: 'm3', position: 3 },
  messages: 0,
  mentions: 0,
  level: 'all',
  muted: false,
});
const inChannel = unreadIn({ channelId: 'general', conversationId: null });
const inConversation = unreadIn({ channelId: null, conversationId: 'talk' });
const others = [
  unreadIn({ channelId: 'annonces', conversationId: null }),
  unreadIn({ channelId: null, conversationId: 'midi' }),
];

function Keys() {
  useReadKeys();
  return null;
}

/** Renders the hook at an address, in a router as the page has. */
function at(address: string) {
  const router = createMemoryRouter([{ path: '*', Component: Keys }], { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  return router;
}

const mark = (body: object) => `${api.unread.mark.path} ${JSON.stringify(body)}`;
const position = Number.MAX_SAFE_INTEGER;

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string }) => {
    asked.push(`${address.replace('/api', '')} ${body ?? ''}`.trim());
    return Response.json({ unread: { ...inChannel, first: null }, message: 'Lu.', undo: null });
  });
  login('token', { _id: 'camille', firstName: 'Camille' });
  queryClient.setQueryData(keyOf(api.unread.list), { unread: [inChannel, inConversation, ...others], threads: [] });
});

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  endSession('logout');
  vi.unstubAllGlobals();
});

it.each([
  ['the channel', paths.channel('w', 'general'), { channelId: 'general' }],
  ['the conversation', paths.conversation('talk'), { conversationId: 'talk' }],
])('Escape marks %s at the address as read', async (_what, address, place) => {
  at(address);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await vi.waitFor(() => expect(asked).toEqual([mark({ ...place, position, threads: true })]), pageWaitTimeoutMs);
});

it.each([
  [
    'a channel',
    'a conversation',
    paths.channel('w', 'general'),
    paths.conversation('talk'),
    { conversationId: 'talk' },
  ],
  ['a channel', 'another', paths.channel('w', 'general'), paths.channel('w', 'annonces'), { channelId: 'annonces' }],
  ['a conversation', 'another', paths.conversation('talk'), paths.conversation('midi'), { conversationId: 'midi' }],
])(
  'Escape marks as read the place that the address has come to, from %s to %s',
  async (_from, _to, from, to, place) => {
    const router = at(from);
    await act(() => router.navigate(to));
    fireEvent.keyDown(document.body, { key: 'Escape' });
    const there = mark({ ...place, position, threads: true });
    await vi.waitFor(() => expect(asked).toEqual([there]), pageWaitTimeoutMs);
  },
);

it('Escape closes the open thread first, and then marks its channel as read', async () => {
  const router = at(`${paths.channel('w', 'general')}?thread=m1`);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(asked).toEqual([]);
  await vi.waitFor(() => expect(router.state.location.search).toBe(''));
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await vi.waitFor(() => expect(asked).toHaveLength(1), pageWaitTimeoutMs);
});

it.each(['', '?thread=m1'])(
  'Shift+Escape marks everything as read, with a thread open or not: « %s »',
  async thread => {
    at(paths.channel('w', 'general') + thread);
    fireEvent.keyDown(document.body, { key: 'Escape', shiftKey: true });
    await vi.waitFor(() => expect(asked[0]?.split(' ')[0]).toBe(api.unread.markAll.path), pageWaitTimeoutMs);
  },
);

it.each(['dialog', 'alertdialog', 'menu', 'listbox'])('Escape marks nothing as read while a %s is open', role => {
  at(paths.channel('w', 'general'));
  const over = document.createElement('div');
  over.setAttribute('role', role);
  document.body.append(over);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(asked).toEqual([]);
});

it('Escape marks nothing as read if another handler has used the key, or if it ends the composing of a character', () => {
  at(paths.channel('w', 'general'));
  const field = document.body.appendChild(document.createElement('input'));
  field.addEventListener('keydown', event => event.preventDefault());
  fireEvent.keyDown(field, { key: 'Escape' });
  fireEvent.keyDown(document.body, { key: 'Escape', isComposing: true });
  expect(asked).toEqual([]);
});

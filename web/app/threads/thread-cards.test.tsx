// @vitest-environment jsdom
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { useWishes } from '../../features/messages/reactions/open/reactions.queries.ts';
import { useThreadStates } from '../../features/messages/threads/open/thread-states.ts';
import { forgetPlaces } from '../../features/messages/timeline/open/timelines.ts';
import { queryClient } from '../../platform/server/query-client.ts';
import { camille, channels, json, karim, leonie, open, role, serve } from '../../test/settings-world.tsx';
import { useShell } from '../frame/shell.store.ts';
import { ChannelPane } from '../places/ChannelPane.tsx';
import { ThreadsPage } from './ThreadsPage.tsx';

// Loaded before, so that no test waits for it.
beforeAll(() => import('./ChannelThread.tsx'));
beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: 1_440 < Number(/width < (\d+)px/.exec(query)?.[1] ?? 0),
    addEventListener() {},
    removeEventListener() {},
  }));
  // The lists measure themselves: with a height, their rows are in view.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(window.innerHeight);
  useShell.setState({ membersOpen: false });
});
afterEach(() => {
  cleanup();
  forgetPlaces();
  act(() => {
    useThreadStates.setState({ states: {} });
    useWishes.setState({ wishes: [] });
  });
  queryClient.clear();
  vi.restoreAllMocks();
});

const parent = { channelId: 'general', conversationId: null };
const rootId = '018f0000-0000-7000-8000-0000000000a1';
const message = (id: string, sender: typeof karim, content: string, threadId?: string): Message => ({
  ...{ _id: id, content, time: '2026-11-22T12:00:00.000Z', updated: false, pinned: false, nonce: null },
  ...(threadId ? { channelId: null, threadId, parent } : { channelId: 'general' }),
  ...{ conversationId: null, reactions: [], fileAttachments: [], position: 1, seq: 1 },
  sender: { _id: sender._id, firstName: sender.firstName, lastName: sender.lastName, avatar: null },
});
const root = message(rootId, karim, 'On part à 7 h ?');
const reply = message('r1', leonie, 'Plutôt à 8 h.', rootId);
const thread = {
  ...{ threadId: rootId, parent, workspaceId: 'atelier', replies: 1, lastAt: null, people: [], unread: 0 },
  ...{ following: true, read: 0, seq: 1 },
};
const ends = { prevCursor: null, nextCursor: null, hasMore: false, hasBefore: false, hasAfter: false, seq: 1 };
const roles = [
  role('Conduite', 2, { users: ['karim'], color: '#1d4e89' }),
  role('Stage', 3, { users: ['leonie'], color: '#b3261e' }),
];
const answers = {
  'GET /unread': () => json(200, { unread: [], threads: [] }),
  'GET /channel': () => json(200, { channels }),
  'GET /threads': () => json(200, { threads: [{ root, thread, title: 'general', last: [reply] }], nextCursor: null }),
  'GET /message/paginated': (_body: unknown, { searchParams }: URL) =>
    json(200, { messages: searchParams.get('channelId') ? [root] : [reply], ...ends }),
  [`GET /thread/${rootId}`]: () => json(200, { root, thread, messages: [reply], ...ends }),
};
const colourIn = (within: HTMLElement, name: string) =>
  [...within.querySelectorAll<HTMLElement>('article *')].find(one => one.textContent === name && one.style.color)?.style
    .color;

test('A name has the colour of its role in a channel, in a thread beside it, and on the page of threads', async () => {
  for (const surface of ['--sunken', '--raised']) document.documentElement.style.setProperty(surface, '#ffffff');
  const coloured = { ...answers, 'GET /workspace/atelier/roles': () => json(200, { roles }) };
  serve(camille, coloured);
  open(
    [{ path: '/workspace/:workspaceId/channel/:channelId', Component: ChannelPane }],
    `/workspace/atelier/channel/general?thread=${rootId}`,
  );
  const list = await screen.findByRole('log', { name: 'Messages de #general' });
  const side = await screen.findByRole('complementary', { name: 'Fil' });
  const [blue, red] = ['rgb(29, 78, 137)', 'rgb(179, 38, 30)'];
  await waitFor(() => expect(colourIn(list, 'Karim')).toBe(blue));
  await waitFor(() => expect([colourIn(side, 'Karim'), colourIn(side, 'Léonie')]).toEqual([blue, red]));
  cleanup();
  serve(camille, coloured);
  open([{ path: '*', Component: ThreadsPage }], '/threads?filter=followed');
  await screen.findByText('Plutôt à 8 h.');
  await waitFor(() =>
    expect([colourIn(document.body, 'Karim'), colourIn(document.body, 'Léonie')]).toEqual([blue, red]),
  );
});

test('A reaction on the page of threads stands at once under the message above a thread, and under a reply', async () => {
  serve(camille, answers);
  open([{ path: '*', Component: ThreadsPage }], '/threads?filter=followed');
  await screen.findByText('Plutôt à 8 h.');
  const row = (text: string) => within(screen.getByText(text).closest('article') as HTMLElement);
  act(() =>
    useWishes.setState({
      wishes: [
        { messageId: rootId, reaction: '👍', wanted: true },
        { messageId: 'r1', reaction: '🎉', wanted: true },
      ],
    }),
  );
  expect(row(root.content).getByText('👍')).toBeDefined();
  expect(row(reply.content).getByText('🎉')).toBeDefined();
});

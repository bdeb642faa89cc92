// @vitest-environment jsdom
import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { api } from '@palabre/common/contract/index.ts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { Outlet } from 'react-router';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { conversationsLive } from '../../features/conversations/conversations.live.ts';
import { useConversation } from '../../features/conversations/open/conversations.queries.ts';
import { ending } from '../../platform/server/ended.ts';
import { keyOf, refetch } from '../../platform/server/query.ts';
import { camille, json, karim, open, serve } from '../../test/settings-world.tsx';
import { useAlerts } from '../../ui/alerts/alerts.ts';
import { useLostPlace } from './useLostPlace.ts';

// jsdom has no matchMedia.
beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(cleanup);

const midi: Conversation = {
  _id: 'midi',
  title: 'Midi',
  isGroup: true,
  users: [karim, camille].map(({ _id, firstName, lastName }) => ({
    ...{ _id, firstName, lastName, avatar: null },
    status: 'online',
  })),
  creator: karim._id,
  lastMessage: null,
  createdAt: '2026-11-22T12:00:00.000Z',
};

const Frame = () => (useLostPlace() ? null : <Outlet />);
const Talk = () => <p>{useConversation('midi').conversation?.title ?? 'rien'}</p>;
/** Fetches the data that the list of conversations needs. */
const reach = vi.fn(async () => null);
const routes = [
  {
    Component: Frame,
    children: [
      { path: '/conversation', element: <p>Toutes</p>, loader: () => reach() },
      { path: '/conversation/:conversationId', element: <Talk /> },
    ],
  },
];

/** Renders the page of « Midi », with the server's list, its conversation (null: none) and the requests it got. */
function show(list: { conversations: Conversation[]; nextCursor: string | null }, one: Conversation | null) {
  const server = { list, one };
  const calls = serve(camille, {
    'GET /user/camille/conversations': () => json(200, server.list),
    'GET /conversation/midi': () =>
      server.one ? json(200, { conversation: server.one }) : json(404, { code: 'conversation_not_found', message: '' }),
  });
  return { ...open(routes, '/conversation/midi'), server, calls };
}
const said = () => useAlerts.getState().alerts.map(({ message }) => message);

test('A conversation that drops off the list’s first page stays open; it is lost once the server refuses it', async () => {
  const { server, client, router } = show({ conversations: [midi], nextCursor: null }, midi);
  await screen.findByText('Midi');
  server.list = { conversations: [], nextCursor: 'après' };
  server.one = { ...midi, title: 'Midi pile' };
  act(() => refetch(client, api.conversations.list));
  await screen.findByText('Midi pile');
  expect([router.state.location.pathname, said()]).toEqual(['/conversation/midi', []]);
  server.one = null;
  act(() => conversationsLive.deleteConversation({ _id: 'midi' }, client));
  await screen.findByText('Toutes');
  expect(said()).toEqual([expect.stringContaining('Midi pile')]);
});

test('A conversation that the first page never had is shown at its address, and left once it is gone', async () => {
  const { server, client, router } = show({ conversations: [], nextCursor: 'après' }, midi);
  await screen.findByText('Midi');
  expect(router.state.location.pathname).toBe('/conversation/midi');
  server.one = null;
  act(() => conversationsLive.deleteConversation({ _id: 'midi' }, client));
  await screen.findByText('Toutes');
});

test('A conversation missing from a complete list is lost, without another request', async () => {
  const { server, client, calls } = show({ conversations: [midi], nextCursor: null }, midi);
  await screen.findByText('Midi');
  server.list = { conversations: [], nextCursor: null };
  act(() => refetch(client, api.conversations.list));
  await screen.findByText('Toutes');
  await waitFor(() => expect(said()).toHaveLength(1));
  expect(calls.filter(({ asked }) => asked === 'GET /conversation/midi')).toEqual([]);
});

test('A conversation that never was the person’s is left to its page to report', async () => {
  const { router, client, calls } = show({ conversations: [], nextCursor: 'après' }, null);
  await waitFor(() => expect(calls.map(({ asked }) => asked)).toContain('GET /conversation/midi'));
  await waitFor(() => expect(client.isFetching()).toBe(0));
  screen.getByText('rien');
  expect([router.state.location.pathname, said()]).toEqual(['/conversation/midi', []]);
});

test('A lost conversation is told once, however often its page renders on the way out', async () => {
  const { server, client, router } = show({ conversations: [midi], nextCursor: null }, midi);
  await screen.findByText('Midi');
  let arrive = () => {};
  const arrived = new Promise<null>(done => {
    arrive = () => done(null);
  });
  reach.mockReturnValueOnce(arrived);
  server.list = { conversations: [], nextCursor: null };
  act(() => refetch(client, api.conversations.list));
  await waitFor(() => expect(router.state.navigation.state).toBe('loading'));
  const list = keyOf(api.conversations.list, { params: { id: camille._id } });
  for (const title of ['un', 'deux'])
    act(() => void client.setQueryData(list, { conversations: [{ ...midi, _id: title, title }], nextCursor: null }));
  arrive();
  await screen.findByText('Toutes');
  expect(said()).toHaveLength(1);
});

test('A conversation that the person leaves or deletes themself is lost without a word', async () => {
  const { server, client } = show({ conversations: [midi], nextCursor: null }, midi);
  await screen.findByText('Midi');
  server.one = null;
  await act(() => ending('midi', async () => conversationsLive.deleteConversation({ _id: 'midi' }, client)));
  await screen.findByText('Toutes');
  expect(said()).toEqual([]);
});

test('A conversation that the person hides is left at once where their list goes on, although it can still be read', async () => {
  const { server, client, calls } = show({ conversations: [midi], nextCursor: 'après' }, midi);
  await screen.findByText('Midi');
  server.list = { conversations: [], nextCursor: 'après' };
  await act(() => ending('midi', async () => conversationsLive.deleteConversation({ _id: 'midi' }, client)));
  await screen.findByText('Toutes');
  expect(calls.filter(({ asked }) => asked === 'GET /conversation/midi')).toEqual([]);
  expect(said()).toEqual([]);
});

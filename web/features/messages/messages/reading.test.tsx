// @vitest-environment jsdom
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { queryClient } from '../../../platform/server/query-client.ts';
import { json } from '../../../test/settings-world.tsx';
import { lastRead } from '../../reading/unread/open/device-marks.ts';
import { useOutbox } from '../outbox/open/outbox.ts';
import { catchUpThreads } from '../threads/open/thread-states.ts';
import { forgetPlaces } from '../timeline/open/timelines.ts';
import {
  article,
  asked,
  camille,
  eachOfPlace,
  field,
  karim,
  list,
  message,
  page,
  press,
  show,
  unreadUpTo,
} from './test/place.tsx';

eachOfPlace();

test('The threads of a place on screen are asked for again after a lost connection, and no longer once it is left', async () => {
  const { calls } = show(
    [message(1, karim, 'bonjour')],
    {},
    { 'GET /threads/states': () => json(200, { threads: [] }) },
  );
  await article('bonjour');
  const states = () => asked(calls, 'GET /threads/states').map(({ query }) => query.ids);
  act(() => catchUpThreads());
  await waitFor(() => expect(states()).toEqual(['m1']));
  cleanup();
  catchUpThreads();
  expect(states()).toEqual(['m1']);
});

test('The list opens at the wanted message, which has the focus, and again when its link is followed again', async () => {
  const { calls, router } = show([message(1, karim, 'un'), message(2, karim, 'deux')], { wanted: 'm1' });
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/un$/));
  expect(asked(calls, list).map(({ query }) => query.around)).toEqual(['m1']);
  act(() => field().focus());
  await act(() => router.navigate('/workspace/atelier/channel/general?message=m1'));
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/un$/));
});

/** Shows a list scrolled to its first messages: newer messages exist, and the latest page has the user's own. */
function showFarUp() {
  const latest = page([message(7, camille, 'le mien'), message(8, karim, 'le dernier')], { seq: 8 });
  const around = page([message(1, karim, 'le premier')], { nextCursor: 'm1', hasAfter: true, seq: 8 });
  return show(
    [],
    { wanted: 'm1' },
    {
      [list]: (_body, url) => json(200, url.searchParams.has('around') ? around : latest),
    },
  );
}

test('The list and the field bear the names of their place, and Escape leads from the one to the other', async () => {
  show([message(1, karim, 'un')]);
  await article('un');
  const focused = vi.spyOn(field(), 'focus');
  await press('un', 'Escape');
  expect(document.activeElement).toBe(field());
  // The page stays where it is.
  expect(focused.mock.calls).toEqual([[{ preventScroll: true }]]);
  expect(screen.getByRole('log', { name: 'Messages' })).toBeDefined();
  expect(field().placeholder).toBe('Écrire');
});

test('One’s own messages are changed and deleted in a conversation too, which has no roles, and those of others are not', async () => {
  show([message(1, karim, 'le sien'), message(2, camille, 'le mien')], { member: undefined });
  const offered = async (text: string) => {
    fireEvent.contextMenu(await article(text), { clientX: 9, clientY: 9 });
    const found = ['Modifier', 'Supprimer'].map(name => screen.queryByRole('menuitem', { name }) !== null);
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
    return found;
  };
  expect([await offered('le sien'), await offered('le mien')]).toEqual([
    [false, false],
    [true, true],
  ]);
});

test('The profile that is opened from a message is in the colour of its author’s role, as the message is', async () => {
  const user = { ...karim, status: 'offline', contacts: { manager: null, vacationReferee: null } };
  show(
    [message(1, karim, 'bonjour')],
    { colourOf: id => (id === karim._id ? '#1d4e89' : undefined) },
    { [`GET /user/${karim._id}`]: () => json(200, { user }) },
  );
  fireEvent.click(within(await article('bonjour')).getByRole('button', { name: 'Karim' }));
  const profile = within(await screen.findByRole('dialog', { name: 'Profil de Karim Benali' }));
  expect((await profile.findByText('Karim Benali')).style.color).toBe('rgb(29, 78, 137)');
});

test('Older messages are fetched above the first one by ↑, which says that they load', async () => {
  let answer = (_with: Response) => {};
  show(
    [],
    {},
    {
      [list]: (_body, url) =>
        url.searchParams.has('prev')
          ? new Promise<Response>(done => {
              answer = done;
            })
          : json(200, page([message(5, karim, 'cinq')], { prevCursor: 'm5', hasBefore: true, seq: 5 })),
    },
  );
  await press('cinq', 'ArrowUp');
  expect(await screen.findByText('Chargement des messages plus anciens…')).toBeDefined();
  answer(json(200, page([message(4, karim, 'quatre')], { seq: 5 })));
  expect(await screen.findByText('quatre')).toBeDefined();
  expect(screen.queryByText('Chargement des messages plus anciens…')).toBeNull();
  expect(screen.getAllByRole('article').map(({ dataset }) => dataset.row)).toEqual(['m4', 'm5']);
});

test('The messages of a chosen day are fetched from its first moment on', async () => {
  const { calls } = show([message(1, karim, 'un')]);
  await press('un', 'd');
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '18 novembre 2024' }));
  await waitFor(() => expect(asked(calls, list).at(-1)?.query.since).toBe(new Date(2024, 10, 18).toISOString()));
});

test('A message sent from far up the list shows the end of the place', async () => {
  showFarUp();
  await article('le premier');
  fireEvent.change(field(), { target: { value: 'Me voilà.' } });
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(await screen.findByText('le dernier')).toBeDefined();
});

test('One’s last message is fetched to be edited by ↑ where the list stands far up', async () => {
  showFarUp();
  await article('le premier');
  fireEvent.keyDown(field(), { key: 'ArrowUp' });
  await waitFor(() => expect(field().value).toBe('le mien'));
});

test('The line of new messages goes once one writes', async () => {
  show([message(1, karim, 'lu'), message(2, karim, 'nouveau')], {}, {}, 2);
  expect(await screen.findByText('Nouveaux messages')).toBeDefined();
  fireEvent.change(field(), { target: { value: 'Vu.' } });
  fireEvent.keyDown(field(), { key: 'Enter' });
  await waitFor(() => expect(screen.queryByText('Nouveaux messages')).toBeNull());
});

test('All new messages are marked as read at their line, which goes and leaves the focus to its message', async () => {
  const read = { ...unreadUpTo(60), read: 60, first: null, messages: 0 };
  const { calls } = show(
    [message(1, karim, 'lu'), message(2, karim, 'nouveau')],
    {},
    {
      'GET /unread/count': () => json(200, { count: 59 }),
      'PUT /unread/place': () => json(200, { unread: read }),
    },
    60,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Tout marquer comme lu' }));
  expect(screen.queryByText(/nouveaux messages/i)).toBeNull();
  expect(document.activeElement).toBe(await article('nouveau'));
  await waitFor(() => expect(asked(calls, 'PUT /unread/place')).toHaveLength(1));
  expect(asked(calls, 'PUT /unread/place')[0]?.body).toMatchObject({ channelId: 'general', threads: true });
});

test('The messages in view are read, and none of them while something covers the list', async () => {
  // The list measures itself: with a height, its rows are in view.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(window.innerHeight);
  show([message(1, karim, 'un'), message(2, karim, 'deux')], { covered: true });
  await article('deux');
  expect(lastRead('general')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Découvrir' }));
  expect(lastRead('general')).toEqual({ position: 2, id: 'm2' });
});

test('The root of a thread, whose position is that of its channel, is not taken for a reply that was read', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(window.innerHeight);
  const root = message(50, karim, 'On part ?');
  const thread = { threadId: 'm50', parent: { channelId: 'general', conversationId: null }, workspaceId: 'atelier' };
  const state = { replies: 0, lastAt: null, people: [], unread: 0, following: false, read: 0, seq: 0 };
  const reply = message(1, karim, 'Oui.', { channelId: null, threadId: 'm50', parent: thread.parent });
  const answered = (messages: Message[]) => ({
    'GET /thread/m50': () => json(200, { root, thread: { ...thread, ...state }, ...page(messages) }),
  });
  show([], { place: { threadId: 'm50' }, root }, answered([]));
  await article('On part ?');
  await waitFor(() => expect(screen.queryByText('Chargement…')).toBeNull());
  expect(lastRead('m50')).toBeNull();
  cleanup();
  forgetPlaces();
  queryClient.clear();
  show([], { place: { threadId: 'm50' }, root }, answered([reply]));
  await article('Oui.');
  await waitFor(() => expect(lastRead('m50')).toEqual({ position: 1, id: 'm1' }));
});

const joined = { _id: 'v', kind: 'joined' as const, time: new Date(2024, 10, 20).toISOString(), user: karim };

test('What is on its way shows while a place loads, and what the place begins with once it is known to', async () => {
  let answer = (_with: Response) => {};
  const answered = () =>
    new Promise<Response>(done => {
      answer = done;
    });
  const facts = { face: null, name: 'général', made: 'Salon public', action: null };
  show([], { facts, moves: [joined] }, { [list]: answered });
  const entry = { nonce: 'n', userId: 'camille', place: { channelId: 'general' }, state: 'waiting' as const };
  const time = new Date(2024, 10, 19).toISOString();
  act(() => useOutbox.setState({ entries: [{ ...entry, content: 'en route', time }] }));
  await article('en route');
  const begins = () =>
    [screen.queryByRole('heading', { name: 'général' }), screen.queryByText(/a rejoint/)].map(Boolean);
  expect(begins()).toEqual([false, false]);
  answer(json(200, page([message(1, karim, 'un')])));
  await article('un');
  expect(begins()).toEqual([true, true]);
});

test('Who joined stands below the last message, and below no earlier page', async () => {
  const later = { ...joined, time: new Date(2024, 10, 21).toISOString() };
  const around = page([message(1, karim, 'le premier')], { nextCursor: 'm1', hasAfter: true, seq: 8 });
  show([], { wanted: 'm1', moves: [later] }, { [list]: () => json(200, around) });
  await article('le premier');
  expect(screen.queryByText(/a rejoint/)).toBeNull();
  cleanup();
  forgetPlaces();
  show([message(1, karim, 'le premier')], { moves: [later] });
  await article('le premier');
  expect(screen.getByText(/a rejoint/)).toBeDefined();
});

test('The root of a thread stands above its first reply, and above no later page', async () => {
  const root = message(50, karim, 'On part ?');
  const parent = { channelId: 'general', conversationId: null };
  const thread = { threadId: 'm50', parent, workspaceId: 'atelier', replies: 9, lastAt: null, people: [] };
  const reply = message(9, karim, 'Oui.', { channelId: null, threadId: 'm50', parent });
  const answer = { root, thread: { ...thread, unread: 0, following: false, read: 0, seq: 9 } };
  const older = { prevCursor: 'r9', hasBefore: true, hasMore: true, seq: 9 };
  show(
    [],
    { place: { threadId: 'm50' }, root },
    { 'GET /thread/m50': () => json(200, { ...answer, ...page([reply], older) }), [list]: () => new Promise(() => {}) },
  );
  await article('Oui.');
  expect(screen.queryByText('On part ?')).toBeNull();
});

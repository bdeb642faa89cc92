// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { ThreadState } from '@palabre/common/contract/messages/thread-state.ts';
import type { ThreadFilter } from '@palabre/common/contract/messages/threads.ts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { keyOf } from '../../../platform/server/query.ts';
import { queryClient } from '../../../platform/server/query-client.ts';
import { formatDateTime } from '../../../platform/words/format.ts';
import { camille, json, karim, open, refused, serve } from '../../../test/settings-world.tsx';
import { useAlerts } from '../../../ui/alerts/alerts.ts';
import { type } from '../outbox/open/writing.ts';
import { forgetPlaces } from '../timeline/open/timelines.ts';
import { useAddressed, useThreadAddress } from './open/open-thread.ts';
import { ThreadLine } from './open/ThreadLine.tsx';
import { follow, useThreads } from './open/threads.queries.ts';
import { ThreadsEntry } from './ThreadsEntry.tsx';

afterEach(() => {
  cleanup();
  forgetPlaces();
  queryClient.clear();
  localStorage.clear();
});

const state = (more: Partial<ThreadState> = {}): ThreadState => ({
  ...{ replies: 3, lastAt: '2026-11-25T09:30:00.000Z', people: [karim], unread: 0, following: true, read: 0, seq: 3 },
  ...more,
});
const unreadThread = (messages: number, mentions: number) => ({
  ...{ threadId: 'root', channelId: null, conversationId: null, workspaceId: 'atelier', messages, mentions },
  ...{ parent: { channelId: 'general', conversationId: null }, first: { _id: 'r1', position: 1 } },
  ...{ level: 'all', muted: false, read: 0, seq: 3 },
});

test('The line under a message says whose thread it is, its replies, what is new there and a draft, and opens it', async () => {
  serve(camille);
  const onOpen = vi.fn();
  const line = (name: string | null, reachable = true, thread = state()) => (
    <ThreadLine rootId="root" thread={thread} name={name} reachable={reachable} onOpen={onOpen} />
  );
  const { client } = open([{ path: '*', element: line('Karim') }], '/');
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^fil/ });
  const label = () => button().getAttribute('aria-label');
  expect([label(), button().tabIndex, button().dataset.unread]).toEqual(['fil de Karim, 3 réponses', 0, undefined]);
  // The people who replied, how often, and when last.
  expect(button().textContent).toMatch(/^KB3 réponses./);
  expect(button().querySelector('time')?.dateTime).toBe(state().lastAt);
  expect(button().querySelector('time')?.title).toBe(formatDateTime('2026-11-25T09:30:00.000Z'));
  const unread = (messages: number, mentions: number) =>
    act(async () => {
      client.setQueryData(keyOf(api.unread.list), { unread: [], threads: [unreadThread(messages, mentions)] });
    });
  await unread(2, 1);
  await waitFor(() => expect(label()).toBe('fil de Karim, 3 réponses, 2 non lues'));
  expect(button().dataset.unread).toBe('true');
  expect(button().textContent).toContain('2 nouvelles');
  // An unfollowed thread counts mentions alone.
  await unread(0, 1);
  await waitFor(() => expect(label()).toBe('fil de Karim, 3 réponses, 1 non lue'));
  await unread(0, 0);
  act(() => type('root', 'Plutôt'));
  await waitFor(() => expect(label()).toBe('fil de Karim, 3 réponses, brouillon'));
  fireEvent.click(button());
  expect(onOpen).toHaveBeenCalledOnce();
  cleanup();
  const pictured = state({ people: [{ ...karim, avatar: '/api/karim' }] });
  open([{ path: '*', element: line(null, false, pictured) }], '/');
  expect(button().querySelector('img')?.getAttribute('src')).toBe('/api/karim');
  expect([label()?.split(',')[0], button().tabIndex]).toEqual(['fil d’un message supprimé', -1]);
});

test('The link to the threads counts those that are unread, and says where one is', async () => {
  serve(camille, {
    'GET /unread': () =>
      json(200, { unread: [], threads: [unreadThread(2, 0), { ...unreadThread(1, 0), threadId: 'b' }] }),
  });
  const { router } = open([{ path: '*', element: <ThreadsEntry /> }], '/conversation');
  const link = screen.getByRole('link');
  expect([link.getAttribute('aria-current'), link.textContent]).toEqual([null, 'Fils']);
  await waitFor(() => expect(link.dataset.unread).toBe('true'));
  expect(link.textContent).toContain('2');
  expect(link.querySelector('[aria-label="2 fils non lus"]') ?? screen.getByText('2 fils non lus')).toBeTruthy();
  await act(() => router.navigate(link.getAttribute('href') ?? ''));
  expect(link.getAttribute('aria-current')).toBe('page');
});

/** Shows the thread and messages of the address, and opens and closes threads. */
function Addressed() {
  const { thread, reply, message } = useAddressed();
  const { open: openThread, close } = useThreadAddress();
  return (
    <>
      <output>{JSON.stringify({ thread, reply, message })}</output>
      <button type="button" onClick={() => openThread('root', 'r1')}>
        un
      </button>
      <button type="button" onClick={() => openThread('other')}>
        deux
      </button>
      <button type="button" onClick={close}>
        fermer
      </button>
    </>
  );
}

test('A thread is an entry of the history, which the next thread replaces and closing leaves', async () => {
  serve(camille);
  const { router } = open([{ path: '*', element: <Addressed /> }], '/conversation/talk?message=m1');
  const at = () => router.state.location.pathname + router.state.location.search;
  const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
  const said = () => JSON.parse(screen.getByRole('status').textContent ?? '');
  expect(said()).toEqual({ thread: null, reply: null, message: 'm1' });
  await press('fermer');
  expect(at()).toBe('/conversation/talk?message=m1');
  await press('un');
  expect([at(), said()]).toEqual([
    '/conversation/talk?message=r1&thread=root',
    { thread: 'root', reply: 'r1', message: null },
  ]);
  await press('deux');
  expect(at()).toBe('/conversation/talk?thread=other');
  await press('fermer');
  await waitFor(() => expect(at()).toBe('/conversation/talk?message=m1'));
});

test('A thread that the address opened by itself is closed to its place alone', async () => {
  serve(camille);
  const { router } = open([{ path: '*', element: <Addressed /> }], '/conversation/talk?thread=root');
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'fermer' })));
  expect(router.state.location).toMatchObject({ pathname: '/conversation/talk', search: '' });
  expect(router.state.historyAction).toBe('REPLACE');
});

test('A thread opened in place of one that the address opened is closed to its place alone, and leaves no page before it', async () => {
  serve(camille);
  const { router } = open([{ path: '*', element: <Addressed /> }], '/conversation/talk?thread=root');
  for (const name of ['deux', 'fermer'])
    await act(async () => void fireEvent.click(screen.getByRole('button', { name })));
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/conversation/talk', search: '' }));
  expect(router.state.historyAction).toBe('REPLACE');
});

/** Shows the threads of one list, or none. */
function Listed({ filter }: { filter: ThreadFilter }) {
  const { data, isError, hasNextPage, fetchNextPage } = useThreads(filter);
  const ids = data?.pages.flatMap(({ threads }) => threads.map(({ thread }) => thread.threadId));
  return (
    <>
      <output>{isError ? 'échec' : ids?.join()}</output>
      {hasNextPage && (
        <button type="button" onClick={() => void fetchNextPage()}>
          suite
        </button>
      )}
    </>
  );
}
function Lists() {
  const [filter, setFilter] = useState<ThreadFilter | null>('unread');
  return (
    <>
      {(['unread', 'mine', null] as const).map(one => (
        <button key={one} type="button" onClick={() => setFilter(one)}>
          {one ?? 'rien'}
        </button>
      ))}
      {filter && <Listed filter={filter} />}
    </>
  );
}

test('Each list of threads is its own, read page by page, asked for each time it is shown, and fails without an alert', async () => {
  let fails = false;
  const calls = serve(camille, {
    'GET /threads': (_body, { searchParams }) => {
      const [filter, cursor] = [searchParams.get('filter'), searchParams.get('cursor')];
      const threads = [{ thread: { threadId: `${filter} ${cursor ?? 'début'}` } }];
      return fails ? refused(500, 'Panne.') : json(200, { threads, nextCursor: cursor ? null : 'fin' });
    },
  });
  open([{ path: '*', Component: Lists }], '/');
  const said = () => screen.queryByRole('status')?.textContent;
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(said()).toBe('unread début'));
  press('suite');
  await waitFor(() => expect(said()).toBe('unread début,unread fin'));
  press('mine');
  await waitFor(() => expect(said()).toBe('mine début'));
  const ofMine = () => calls.filter(({ query }) => query.filter === 'mine').length;
  expect(ofMine()).toBe(1);
  press('rien');
  press('mine');
  await waitFor(() => expect(ofMine()).toBe(2));
  cleanup();
  fails = true;
  open([{ path: '*', Component: Lists }], '/');
  await waitFor(() => expect(said()).toBe('échec'));
  expect(useAlerts.getState().alerts).toEqual([]);
});

test('A thread that cannot be followed or left says why', async () => {
  const { method, path } = api.threads.follow;
  serve(camille, { [`${method} ${path.replace(':id', 'root')}`]: () => refused(403, 'Vous ne voyez plus ce fil.') });
  await follow('root', true);
  expect(useAlerts.getState().alerts.map(({ message }) => message)).toEqual(['Vous ne voyez plus ce fil.']);
});

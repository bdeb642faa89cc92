// @vitest-environment jsdom
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { ThreadState } from '@palabre/common/contract/messages/thread-state.ts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useThreadStates } from '../../features/messages/threads/open/thread-states.ts';
import { threadsLive } from '../../features/messages/threads/threads.live.ts';
import { applyChange, forgetPlaces, openPlace } from '../../features/messages/timeline/open/timelines.ts';
import { queryClient } from '../../platform/server/query-client.ts';
import { withoutDirection } from '../../test/own-direction.ts';
import { camille, channels, json, karim, leonie, open, serve } from '../../test/settings-world.tsx';
import { ThreadSide } from '../places/ThreadSide.tsx';
import { ChannelThread } from './ChannelThread.tsx';

const [general, annonces] = channels as [(typeof channels)[0], (typeof channels)[0]];
const rootId = '018f0000-0000-7000-8000-0000000000a1';

const message = (id: string, sender: typeof karim, content: string, more: Partial<Message> = {}): Message => ({
  ...{ _id: id, content, time: new Date().toISOString(), updated: false, pinned: false, nonce: null },
  ...{ channelId: 'general', conversationId: null, reactions: [], fileAttachments: [], position: 1, seq: 1 },
  sender: { _id: sender._id, firstName: sender.firstName, lastName: sender.lastName, avatar: null },
  ...more,
});
const root = message(rootId, karim, 'On part à 7 h ?');
const reply = (id: string, position: number, content: string) =>
  message(id, leonie, content, {
    ...{ channelId: null, threadId: rootId, parent: { channelId: 'general', conversationId: null } },
    ...{ position, seq: position },
  });
const state = (replies: number): ThreadState => ({
  ...{ replies, lastAt: null, people: [], unread: 0, following: false, read: 0, seq: replies },
});
const answered = (of: Message, ...messages: Message[]) =>
  json(200, {
    root: of,
    thread: {
      threadId: rootId,
      parent: { channelId: 'general', conversationId: null },
      workspaceId: 'atelier',
      ...state(messages.length),
    },
    messages,
    ...{ prevCursor: null, nextCursor: null, hasMore: false, hasBefore: false, hasAfter: false, seq: messages.length },
  });

beforeEach(() => {
  // A wide page, whose mouse hovers.
  vi.stubGlobal('matchMedia', undefined);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
});
afterEach(() => {
  cleanup();
  forgetPlaces();
  act(() => useThreadStates.setState({ states: {} }));
  queryClient.clear();
  localStorage.clear();
});

/** Opens the thread, beside its channel. */
function show(answers: Parameters<typeof serve>[1], channel = general, me = camille) {
  const calls = serve(me, answers);
  const element = (
    <ThreadSide>
      <ChannelThread id={rootId} wanted={null} channel={channel} />
    </ThreadSide>
  );
  const shown = open([{ path: '*', element }], `/workspace/atelier/channel/${channel._id}?thread=${rootId}`);
  return { calls, ...shown };
}
const one = `GET /thread/${rootId}`;
const rows = () => screen.getAllByRole('article').map(row => row.getAttribute('aria-label'));

test('A thread shows its root above its replies, whose number stands between, and a field for the next reply', async () => {
  const { calls } = show({
    [one]: () => answered(root, reply('r1', 1, 'Plutôt à 8 h.'), reply('r2', 2, 'D’accord.')),
    'POST /message': body => json(201, { message: { ...reply('r3', 3, 'Entendu.'), ...(body as object) } }),
  });
  expect(await screen.findByRole('heading', { name: 'Fil de Karim' })).toBeDefined();
  await screen.findByText('D’accord.');
  expect(rows().map(label => label?.replace(/\d\d:\d\d/, ''))).toEqual([
    'Karim, \u00a0: On part à 7 h ?',
    'Léonie, \u00a0: Plutôt à 8 h.',
    'Léonie, \u00a0: D’accord.',
  ]);
  expect(screen.getByText('2 réponses')).toBeDefined();
  await userEvent.type(screen.getByRole('textbox', { name: 'Réponse dans le fil' }), 'Entendu.');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Envoyer aussi dans #general' }));
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer' }));
  await waitFor(() => expect(calls.some(({ asked }) => asked === 'POST /message')).toBe(true));
  expect(calls.find(({ asked }) => asked === 'POST /message')?.body).toMatchObject({
    ...{ threadOf: rootId, content: 'Entendu.', alsoInPlace: true },
  });
});

test('A thread whose root is deleted says so in its place, without its author', async () => {
  show({ [one]: () => answered({ ...root, content: '', deleted: true }, reply('r1', 1, 'Noté.')) });
  expect(await screen.findByRole('heading', { name: 'Fil d’un message supprimé' })).toBeDefined();
  const row = (await screen.findAllByText('Message supprimé')).map(text => text.closest('article')).find(Boolean);
  expect(row?.textContent).toBe('Message supprimé');
  expect(row?.getAttribute('aria-label')).not.toContain('Karim');
});

test('A thread that is not there, or not in this channel, says so and closes', async () => {
  const { router } = show({ [one]: () => json(404, { code: 'message_not_found', message: 'Non.' }) });
  // Before anything is known of it, it is a thread.
  expect(screen.getByRole('heading', { name: 'Fil' })).toBeDefined();
  expect(await screen.findByText('Ce fil n’est plus là')).toBeDefined();
  expect(screen.getByText('Son message a été supprimé, ou vous ne pouvez plus le voir.')).toBeDefined();
  expect(withoutDirection('Fil')).toEqual([]);
  const ways = screen.getAllByRole('button', { name: 'Fermer le fil' });
  // In its header, and in words under the sentence about it.
  expect(ways.map(({ textContent }) => textContent)).toEqual(['', 'Fermer le fil']);
  await userEvent.click(ways.at(-1)!);
  expect(router.state.location.search).toBe('');
  cleanup();
  queryClient.clear();
  show({ [one]: () => answered(root, reply('r1', 1, 'Noté.')) }, annonces);
  expect(await screen.findByText('Ce fil n’est plus là')).toBeDefined();
  expect(screen.queryByText('Noté.')).toBeNull();
  // Its head leads neither to its message nor to following it.
  for (const name of [/^Voir le message/, 'Suivre ce fil']) expect(screen.queryByRole('button', { name })).toBeNull();
});

test('A thread that went with its last reply stays gone when its last state is told after', async () => {
  let isThere = true;
  const deleted = { ...root, content: '', deleted: true as const };
  const { client } = show({
    [one]: () =>
      isThere ? answered(deleted, reply('r1', 1, 'Noté.')) : json(404, { code: 'message_not_found', message: 'Non.' }),
  });
  expect(await screen.findByRole('heading', { name: 'Fil d’un message supprimé' })).toBeDefined();
  isThere = false;
  const parent = { channelId: 'general', conversationId: null };
  act(() => threadsLive.deleteMessage({ _id: rootId, ...parent, seq: 3 }, client));
  expect(await screen.findByText('Ce fil n’est plus là')).toBeDefined();
  const last = { threadId: rootId, parent, workspaceId: 'atelier', ...state(0), seq: 2 };
  act(() => threadsLive.updateThread(last, client));
  expect(screen.getByText('Ce fil n’est plus là')).toBeDefined();
  expect(screen.queryByText('Message supprimé')).toBeNull();
});

test('A thread that could not be loaded is asked for again', async () => {
  let healthy = false;
  show({ [one]: () => (healthy ? answered(root) : json(500, { code: 'internal', message: 'Panne.' })) });
  expect(await screen.findByText('Le fil n’a pas pu être chargé.')).toBeDefined();
  healthy = true;
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('On part à 7 h ?')).toBeDefined();
});

test('A thread of a channel that one may only read has no field', async () => {
  const there = { ...root, channelId: 'annonces' };
  show({ [one]: () => answered(there, reply('r1', 1, 'Noté.')) }, annonces, karim);
  await screen.findByText('Noté.');
  expect(await screen.findByText('Vous pouvez lire ce salon, mais pas y écrire.')).toBeDefined();
});

test('A thread with replies is followed and left by the bell at its head', async () => {
  const followed = (following: boolean) =>
    json(200, {
      thread: {
        threadId: rootId,
        parent: { channelId: 'general', conversationId: null },
        workspaceId: 'atelier',
        ...state(1),
        following,
      },
    });
  const { calls, client } = show({
    [one]: () => answered(root, reply('r1', 1, 'Noté.')),
    [`PUT ${one.slice(4)}/follow`]: body => followed((body as { following: boolean }).following),
  });
  // The page's other requests may come last.
  const told = () => calls.findLast(({ asked }) => asked.startsWith('PUT'));
  await userEvent.click(await screen.findByRole('button', { name: 'Suivre ce fil' }));
  await waitFor(() =>
    expect(told()).toMatchObject({ asked: `PUT /thread/${rootId}/follow`, body: { following: true } }),
  );
  const there = { threadId: rootId, parent: { channelId: 'general', conversationId: null }, workspaceId: 'atelier' };
  act(() => threadsLive.updateThread({ ...there, ...state(1), following: true, seq: 2 }, client));
  await userEvent.click(screen.getByRole('button', { name: 'Ne plus suivre ce fil' }));
  await waitFor(() => expect(told()?.body).toEqual({ following: false }));
});

test('A thread has a bell as soon as an event says that it has a reply, and none before', async () => {
  const { client } = show({ [one]: () => answered(root) });
  await screen.findByText('On part à 7 h ?');
  expect(screen.queryByRole('button', { name: 'Suivre ce fil' })).toBeNull();
  const there = { threadId: rootId, parent: { channelId: 'general', conversationId: null }, workspaceId: 'atelier' };
  act(() => threadsLive.updateThread({ ...there, ...state(1) }, client));
  expect(screen.getByRole('button', { name: 'Suivre ce fil' })).toBeDefined();
});

test('A thread shows the newest version of its root, as its channel has it or as it was read with the thread', async () => {
  const place = { channelId: 'general' };
  const page = { prevCursor: null, nextCursor: null, hasMore: false, hasBefore: false, hasAfter: false, seq: 1 };
  const read = { ...root, content: 'On part à 8 h ?', seq: 2 };
  const { client } = show({
    [one]: () => answered(read),
    'GET /message/paginated': (_body, url) =>
      json(200, { ...page, messages: url.searchParams.get('channelId') ? [root] : [] }),
  });
  await act(() => openPlace(place));
  expect(await screen.findByText('On part à 8 h ?')).toBeDefined();
  expect(screen.queryByText('On part à 7 h ?')).toBeNull();
  const changed = { ...root, content: 'On part à 9 h ?', seq: 2, thread: state(1) };
  act(() => applyChange(place, { seq: 2, message: changed }));
  expect(await screen.findByText('On part à 9 h ?')).toBeDefined();
  // An event about the thread is newer than its channel's last fetch.
  const there = { threadId: rootId, parent: { channelId: 'general', conversationId: null }, workspaceId: 'atelier' };
  act(() => threadsLive.updateThread({ ...there, ...state(1), following: true, seq: 2 }, client));
  expect(screen.getByRole('button', { name: 'Ne plus suivre ce fil' })).toBeDefined();
});

test('The head of a thread leads to its root in the channel; over the channel it has an arrow back, and on a phone the page’s title', async () => {
  const { router } = show({ [one]: () => answered(root) });
  await userEvent.click(await screen.findByRole('button', { name: 'Voir le message dans #general' }));
  expect(router.state.location.search).toBe(`?message=${rootId}`);
  expect(document.title).not.toContain('Fil de Karim');
  cleanup();
  forgetPlaces();
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: 390 < Number(/width < (\d+)px/.exec(query)?.[1] ?? 0),
    addEventListener() {},
    removeEventListener() {},
  }));
  const phone = show({ [one]: () => answered(root) });
  await screen.findByRole('heading', { name: 'Fil de Karim' });
  expect(document.title).toMatch(/^Fil de Karim · #general/);
  await userEvent.click(screen.getByRole('button', { name: 'Fermer le fil' }));
  expect(phone.router.state.location.search).toBe('');
});

test('A thread that could not be followed says why', async () => {
  show({
    [one]: () => answered(root, reply('r1', 1, 'Noté.')),
    [`PUT ${one.slice(4)}/follow`]: () => json(403, { code: 'forbidden', message: 'Ce fil est fermé.' }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Suivre ce fil' }));
  expect(await screen.findByText('Ce fil est fermé.')).toBeDefined();
});

test('The edge of a thread is moved by arrow keys, within its bounds, and stays where it was left', async () => {
  show({ [one]: () => answered(root) });
  const edge = await screen.findByRole('separator', { name: 'Largeur du fil' });
  const before = Number(edge.getAttribute('aria-valuenow'));
  edge.focus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowRight}');
  expect(Number(edge.getAttribute('aria-valuenow'))).toBe(before + 24);
  for (let n = 0; n < 20; n += 1) await userEvent.keyboard('{ArrowRight}');
  expect(edge.getAttribute('aria-valuenow')).toBe(edge.getAttribute('aria-valuemin'));
  expect(localStorage.getItem('palabre.shell')).toContain('"threadWidth":320');
  expect(within(screen.getByRole('complementary', { name: 'Fil' })).getAllByRole('textbox')).toHaveLength(1);
});

// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { ListedThread } from '@palabre/common/contract/messages/threads.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { noteWriter } from '../../features/messages/messages/typing/typing.ts';
import { useOutbox } from '../../features/messages/outbox/open/outbox.ts';
import { type } from '../../features/messages/outbox/open/writing.ts';
import { threadsLive } from '../../features/messages/threads/threads.live.ts';
import { lastRead } from '../../features/reading/unread/open/device-marks.ts';
import { keyOf } from '../../platform/server/query.ts';
import { queryClient } from '../../platform/server/query-client.ts';
import { withoutDirection } from '../../test/own-direction.ts';
import { readAgain } from '../../test/read-again.ts';
import { camille, channels, json, karim, leonie, open, refused, serve } from '../../test/settings-world.tsx';
import { ThreadsPage } from './ThreadsPage.tsx';

const parent = { channelId: 'general', conversationId: null };
const message = (id: string, sender: typeof karim, content: string, position: number, threadId?: string): Message => ({
  ...{ _id: id, content, time: new Date().toISOString(), updated: false, pinned: false, nonce: null },
  ...(threadId ? { channelId: null, threadId, parent } : { channelId: 'general' }),
  ...{ conversationId: null, reactions: [], fileAttachments: [], position, seq: position },
  sender: { _id: sender._id, firstName: sender.firstName, lastName: sender.lastName, avatar: null },
});
const listed = (id: string, content: string, replies: number): ListedThread => ({
  root: message(id, karim, content, 1),
  thread: {
    ...{ threadId: id, parent, workspaceId: 'atelier', replies, lastAt: null, people: [] },
    ...{ unread: replies, following: true, read: 0, seq: replies },
  },
  title: 'general',
  last: Array.from({ length: Math.min(3, replies) }, (_, n) => replies - Math.min(3, replies) + n + 1).map(position =>
    message(`${id} ${position}`, leonie, `réponse ${position}`, position, id),
  ),
});
const talk = {
  ...{ _id: 'deux', title: null, isGroup: false, users: [camille, karim], creator: 'camille', lastMessage: null },
  createdAt: '2026-11-22T12:00:00.000Z',
};
const unread = (threadId: string, messages: number) => ({
  ...{ channelId: null, conversationId: null, threadId, parent, workspaceId: 'atelier', seq: messages, read: 0 },
  ...{ first: { _id: 'r', position: 1 }, messages, mentions: 0, level: 'all', muted: false },
});

afterEach(() => {
  cleanup();
  queryClient.clear();
});

/** Shows the page to a person with these threads, the unread threads first. */
function show(
  lists: Record<string, ListedThread[]>,
  threads = (lists.unread ?? []).map(one => unread(one.thread.threadId, one.thread.unread)),
  at = '/threads',
  others: Parameters<typeof serve>[1] = {},
) {
  const calls = serve(camille, {
    'GET /threads': (_body, url) => {
      const all = lists[url.searchParams.get('filter') ?? ''] ?? [];
      const next = url.searchParams.get('cursor') === null && all.length > 2;
      const some = url.searchParams.get('cursor') === null ? all.slice(0, 2) : all.slice(2);
      return json(200, { threads: some, nextCursor: next ? 'suite' : null });
    },
    'GET /unread': () => json(200, { unread: [], threads }),
    'GET /channel': () => json(200, { channels }),
    'GET /user/camille/conversations': () => json(200, { conversations: [talk], nextCursor: null }),
    'PUT /threads/read': () => json(200, { message: 'Lu.' }),
    'PUT /unread/place': () => json(200, { unread: { ...unread('m1', 0), first: null } }),
    'POST /message': body =>
      json(201, { message: { ...message('new', camille, 'Entendu.', 9, 'm1'), ...(body as object) } }),
    ...others,
  });
  const shown = open(
    [
      { path: '/threads', element: <ThreadsPage /> },
      { path: '*', element: <p>Le fil</p> },
    ],
    at,
  );
  shown.client.setQueryData(keyOf(api.unread.list), { unread: [], threads });
  return { calls, ...shown };
}
const card = (title: string) => screen.findByRole('article', { name: title });

test('The page of threads opens on those that are unread, with their root and last replies, and leads to the earlier ones', async () => {
  const { router } = show({ unread: [listed('m1', 'Le plan est prêt.', 5)] });
  const shown = within(await card('Fil de Karim, dans general · Atelier Tilleul'));
  expect(shown.getByText('Le plan est prêt.')).toBeDefined();
  expect(withoutDirection('Fil de Karim', 'general · Atelier Tilleul')).toEqual([]);
  expect(shown.getAllByText(/^réponse \d$/).map(({ textContent }) => textContent)).toEqual([
    ...['réponse 3', 'réponse 4', 'réponse 5'],
  ]);
  expect(
    ['Premier message du fil', 'Dernières réponses'].map(name => shown.getByRole('group', { name }).textContent),
  ).toEqual([expect.stringContaining('Le plan est prêt.'), expect.not.stringMatching(/Le plan est prêt|\d réponses/)]);
  expect(screen.getByRole('tablist', { name: 'Listes de fils' })).toBeDefined();
  expect(screen.getByRole('tab', { name: /^Non lus/, selected: true }).textContent).toBe('Non lus1');
  const parts = shown.getAllByRole('group').map(group => group.getAttribute('aria-label'));
  expect(parts).toEqual(expect.arrayContaining(['Premier message du fil', 'Dernières réponses']));
  expect(shown.getByRole('link', { name: 'Ouvrir\u00a0: Fil de Karim' })).toBeDefined();
  expect(shown.getByRole('button', { name: 'Répondre\u00a0: Fil de Karim' }).textContent).toBe('Répondre…');
  await userEvent.click(shown.getByRole('link', { name: 'Voir les 2 réponses précédentes' }));
  expect(router.state.location.pathname + router.state.location.search).toBe(
    '/workspace/atelier/channel/general?thread=m1',
  );
  // So that closing the thread leads back here.
  expect(router.state.location.state).toEqual({ opened: true });
});

test('The page of threads opens on those that one follows when all is read, and says so where there are none', async () => {
  const { router } = show({ followed: [] });
  expect(await screen.findByText('Aucun fil suivi')).toBeDefined();
  expect(screen.getByRole('tab', { name: 'Suivis', selected: true })).toBeDefined();
  await userEvent.click(screen.getByRole('tab', { name: 'Non lus' }));
  expect(await screen.findByText('Aucune réponse non lue')).toBeDefined();
  // The address names the list, in place of the previous list.
  expect([router.state.location.search, router.state.historyAction]).toEqual(['?filter=unread', 'REPLACE']);
  expect(screen.queryByRole('button', { name: 'Tout marquer comme lu' })).toBeNull();
  cleanup();
  // So it does where the address names no list that there is.
  show({ followed: [] }, [], '/threads?filter=tous');
  expect(await screen.findByText('Aucun fil suivi')).toBeDefined();
});

test('A thread of the page is answered in place, and marked as read alone or with all others', async () => {
  const { calls } = show({ unread: [listed('m1', 'Le plan est prêt.', 2)] });
  const shown = within(await card('Fil de Karim, dans general · Atelier Tilleul'));
  await userEvent.click(shown.getByRole('button', { name: 'Répondre\u00a0: Fil de Karim' }));
  const field = await shown.findByRole('textbox');
  await userEvent.type(field, 'Entendu.');
  await userEvent.click(shown.getByRole('checkbox', { name: /^Envoyer aussi dans general/ }));
  await userEvent.click(shown.getByRole('button', { name: 'Envoyer' }));
  await waitFor(() => expect(calls.some(({ asked }) => asked === 'POST /message')).toBe(true));
  expect(calls.find(({ asked }) => asked === 'POST /message')?.body).toMatchObject({
    ...{ threadOf: 'm1', alsoInPlace: true },
  });
  expect(shown.getByText('2 non lues')).toBeDefined();
  queryClient.setQueryData(keyOf(api.unread.list), { unread: [], threads: [unread('m1', 2)] });
  await userEvent.click(shown.getByRole('button', { name: 'Marquer comme lu' }));
  await waitFor(() =>
    expect(calls.find(({ asked }) => asked === 'PUT /unread/place')?.body).toMatchObject({ threadId: 'm1' }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Tout marquer comme lu' }));
  await waitFor(() => expect(calls.some(({ asked }) => asked === 'PUT /threads/read')).toBe(true));
});

test('The page of threads shows more of them at its end, and offers those that came since without moving any', async () => {
  const all = ['un', 'deux', 'trois'].map((content, n) => listed(`m${n}`, content, 1));
  show({ followed: all }, [unread('m2', 1)], '/threads?filter=followed');
  await screen.findByText('deux');
  expect(screen.queryByText('trois')).toBeNull();
  // Unread threads further down are not new replies.
  expect(screen.queryByRole('button', { name: /a de nouvelles réponses/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Afficher plus de fils' }));
  expect(await screen.findByText('trois')).toBeDefined();
  cleanup();
  const lists = { followed: all.slice(0, 1) };
  show(lists, [unread('m0', 1), unread('m1', 1)], '/threads?filter=followed');
  const offer = await screen.findByRole('button', { name: 'Un autre fil a de nouvelles réponses' });
  lists.followed = all.slice(0, 2);
  await userEvent.click(offer);
  expect(await screen.findByText('deux')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('button', { name: /a de nouvelles réponses/ })).toBeNull());
  cleanup();
  show({ followed: all.slice(0, 1) }, [unread('m1', 1), unread('m2', 1)], '/threads?filter=followed');
  expect(await screen.findByRole('button', { name: '2 autres fils ont de nouvelles réponses' })).toBeDefined();
});

test('A list of threads that could not be loaded is asked for again', async () => {
  let fails = true;
  serve(camille, {
    'GET /threads': () =>
      fails
        ? json(403, { code: 'forbidden', message: 'Non.' })
        : json(200, { threads: [listed('m1', 'Le plan est prêt.', 1)], nextCursor: null }),
    'GET /unread': () => json(200, { unread: [], threads: [] }),
    'GET /channel': () => json(200, { channels }),
  });
  open([{ path: '/threads', element: <ThreadsPage /> }], '/threads?filter=unread');
  const again = await screen.findByRole('button', { name: 'Réessayer' });
  expect(screen.getByText('Les fils n’ont pas pu être chargés.')).toBeDefined();
  fails = false;
  await userEvent.click(again);
  expect(await screen.findByText('Le plan est prêt.')).toBeDefined();
});

test('A list of threads that is shown stays when asking for it again fails', async () => {
  const lists = { unread: [listed('m1', 'Le plan est prêt.', 1)] };
  const { client } = show(lists);
  await screen.findByText('Le plan est prêt.');
  vi.stubGlobal('fetch', async () => json(403, { code: 'forbidden', message: 'Non.' }));
  await readAgain(client, api.threads.list.path);
  expect(screen.getByText('Le plan est prêt.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Réessayer' })).toBeNull();
});

test('A thread whose field is open gives it the focus again when a reply is answered from the list', async () => {
  show({ unread: [listed('m1', 'Le plan est prêt.', 2)] });
  const shown = within(await card('Fil de Karim, dans general · Atelier Tilleul'));
  await userEvent.click(shown.getByRole('button', { name: 'Répondre\u00a0: Fil de Karim' }));
  const field = await shown.findByRole('textbox');
  expect(document.activeElement).toBe(field);
  act(() => field.blur());
  fireEvent.keyDown(shown.getAllByRole('article').at(-1) as HTMLElement, { key: 'q' });
  await waitFor(() => expect(document.activeElement).toBe(field));
});

test('A thread of the page has its field open where a draft waits, in which ↑ edits one’s last reply', async () => {
  const one = listed('m1', 'Le plan est prêt.', 1);
  one.last.push(message('mine', camille, 'J’arrive.', 2, 'm1'), message('after', leonie, 'Bien.', 3, 'm1'));
  show({ unread: [one] });
  type('m1', 'À suivre');
  const shown = within(await card('Fil de Karim, dans general · Atelier Tilleul'));
  const field = shown.getByRole<HTMLTextAreaElement>('textbox', { name: 'Réponse\u00a0: Fil de Karim' });
  expect([field.value, shown.queryByRole('button', { name: /^Répondre/ })]).toEqual(['À suivre', null]);
  await userEvent.clear(field);
  await userEvent.type(field, '{ArrowUp}');
  await waitFor(() => expect(field.value).toBe('J’arrive.'));
  expect(screen.getByText('Modification d’un message')).toBeDefined();
  await userEvent.keyboard('{Escape}');
});

test('A thread of the page keeps the line above the replies that were new as it opened, and tells who writes in it', async () => {
  const first = { _id: 'm1 4', position: 4 };
  const { client } = show({ unread: [listed('m1', 'Le plan est prêt.', 5)] }, [{ ...unread('m1', 2), first }]);
  const shown = await card('Fil de Karim, dans general · Atelier Tilleul');
  const line = () => expect(shown.textContent).toMatch(/réponse 3.*Nouveaux messages.*réponse 4/);
  line();
  act(() => void client.setQueryData(keyOf(api.unread.list), { unread: [], threads: [] }));
  await waitFor(() => expect(within(shown).queryByText('2 non lues')).toBeNull());
  line();
  const writer = { userId: 'karim', firstName: 'Karim', lastName: 'Benali' };
  act(() => noteWriter({ channelId: null, conversationId: null, threadId: 'm1', ...writer }));
  expect(within(shown).getByText('Karim écrit…')).toBeDefined();
});

test('The message above a thread of the page is edited by no ↑, though it is one’s own and no reply is', async () => {
  show({ unread: [{ ...listed('m1', '', 1), root: message('m1', camille, 'Le plan est prêt.', 1) }] });
  const shown = within(await card('Fil de Camille, dans general · Atelier Tilleul'));
  await userEvent.click(shown.getByRole('button', { name: 'Répondre\u00a0: Fil de Camille' }));
  const field = await shown.findByRole<HTMLTextAreaElement>('textbox');
  await userEvent.type(field, '{ArrowUp}Oui');
  expect([field.value, screen.queryByText('Modification d’un message')]).toEqual(['Oui', null]);
  await userEvent.clear(field);
});

test('A thread of a channel that one may only read has no field on the page of threads, and says why', async () => {
  const one = listed('m1', 'Le plan est prêt.', 1);
  const inAnnonces = { channelId: 'annonces', conversationId: null };
  const there = { ...one, thread: { ...one.thread, parent: inAnnonces } };
  serve(karim, {
    'GET /threads': () => json(200, { threads: [there], nextCursor: null }),
    'GET /unread': () => json(200, { unread: [], threads: [] }),
    'GET /channel': () => json(200, { channels }),
  });
  open([{ path: '/threads', element: <ThreadsPage /> }], '/threads?filter=followed');
  const shown = within(await card('Fil de Karim, dans annonces · Atelier Tilleul'));
  expect(await shown.findByText('Vous pouvez lire ce salon, mais pas y écrire.')).toBeDefined();
  expect(shown.queryByRole('button', { name: /^Répondre\u00a0:/ })).toBeNull();
  fireEvent.contextMenu(shown.getByText('réponse 1').closest('article') as HTMLElement, { clientX: 9, clientY: 9 });
  const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(entries.filter(entry => entry?.startsWith('Répondre'))).toEqual([]);
});

test('The line above an answer in a thread of the page leads to the answered reply, in its thread, and names whom either mentions', async () => {
  const one = listed('m1', 'Le plan est prêt.', 1);
  const [y, z] = ['018f0000-0000-7000-8000-00000000000a', '018f0000-0000-7000-8000-00000000000b'];
  const excerpt = `Quand, <@${y}> ?`;
  const replyTo = { _id: 'r9', sender: { ...karim, avatar: null }, excerpt, files: 0, calls: null };
  one.last.push({ ...message('r10', leonie, `Demain, <@${z}>.`, 2, 'm1'), replyTo });
  const users = [y, z].map(_id => ({ _id, firstName: _id.slice(-1), lastName: 'Riou' }));
  const { router } = show({ unread: [one] }, undefined, undefined, { 'GET /user/named': () => json(200, { users }) });
  expect(await screen.findByText('@b Riou')).toBeDefined();
  await userEvent.click(await screen.findByRole('button', { name: /^En réponse à Karim\s: Quand, @a Riou/ }));
  expect(router.state.location.pathname + router.state.location.search).toBe(
    '/workspace/atelier/channel/general?message=r9&thread=m1',
  );
});

test('The threads under one’s own messages offer nothing new that is under those of others', async () => {
  show({ mine: [listed('m0', 'Le plan est prêt.', 1)] }, [unread('m0', 1), unread('m1', 1)], '/threads?filter=mine');
  await screen.findByText('Le plan est prêt.');
  expect(screen.queryByRole('button', { name: /nouvelles réponses/ })).toBeNull();
});

test('A reply written on the page of threads stands under its thread at once, before the server has it', async () => {
  show({ unread: [listed('m1', 'Le plan est prêt.', 1)] }, undefined, '/threads', {
    'POST /message': () => new Promise(() => {}),
  });
  const shown = within(await card('Fil de Karim, dans general · Atelier Tilleul'));
  await userEvent.click(shown.getByRole('button', { name: 'Répondre\u00a0: Fil de Karim' }));
  await userEvent.type(await shown.findByRole('textbox'), 'Entendu.{Enter}');
  expect((await shown.findByText('Entendu.')).closest('article')?.dataset.state).toBe('waiting');
  // An answer whose files are still being read comes later, with the answers typed after it.
  const written = { userId: 'camille', place: { threadId: 'm1' }, content: 'Après.', time: '2026-11-22T12:00:00.000Z' };
  const entries = (['preparing', 'waiting'] as const).map(state => ({ ...written, nonce: state, state }));
  act(() => useOutbox.setState({ entries }));
  expect([shown.queryByText('Entendu.'), shown.queryByText('Après.')]).toEqual([null, null]);
});

test('Replies that are seen whole are read; those of a longer thread wait until it is opened', async () => {
  const seen = new Map<Element, () => void>();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly tell: (entries: object[]) => void) {}
      observe(element: Element) {
        seen.set(element, () => this.tell([{ isIntersecting: true }]));
      }
      disconnect() {}
    },
  );
  const lists = { unread: [listed('m1', 'Le plan est prêt.', 3), listed('m2', 'Et la suite ?', 4)] };
  const { client } = show(lists);
  await screen.findByText('Et la suite ?');
  const [short, long] = screen.getAllByRole('article', { name: /^Fil de Karim/ });
  const look = () => {
    for (const [end, tell] of seen) if (short?.contains(end) || long?.contains(end)) tell();
  };
  const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  look();
  expect(lastRead('m1')).toBeNull();
  visible.mockRestore();
  look();
  expect([lastRead('m1')?.position, lastRead('m2')]).toEqual([3, null]);
  // So is a reply that comes since.
  act(() => threadsLive.newMessage(message('m1 4', leonie, 'réponse 4', 4, 'm1'), client));
  await within(short!).findByText('réponse 4');
  look();
  expect(lastRead('m1')?.position).toBe(4);
});

test('The next threads come as the end of the list is seen; those that could not are asked for again by a press alone', async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly tell: (entries: object[]) => void) {}
      observe() {
        queueMicrotask(() => this.tell([{ isIntersecting: true }]));
      }
      disconnect() {}
    },
  );
  const [first, second] = [listed('m1', 'Le plan est prêt.', 0), listed('m2', 'Et la suite ?', 0)];
  let fails = true;
  const { calls } = show({}, [], '/threads?filter=followed', {
    'GET /threads': (_body, { searchParams }) => {
      if (!searchParams.has('cursor')) return json(200, { threads: [first], nextCursor: 'suite' });
      return fails ? refused(403, 'Pas la suite.') : json(200, { threads: [second], nextCursor: null });
    },
  });
  const asked = () => calls.filter(({ query }) => query.cursor === 'suite').length;
  await waitFor(() => expect(asked()).toBe(1));
  const more = await screen.findByRole('button', { name: 'Afficher plus de fils' });
  await waitFor(() => expect(more.getAttribute('aria-busy')).toBeNull());
  fails = false;
  fireEvent.click(more);
  expect(await screen.findByText('Et la suite ?')).toBeDefined();
  expect(asked()).toBe(2);
});

test('A thread whose first message was deleted is listed as such', async () => {
  const one = listed('m1', '', 1);
  show({ followed: [{ ...one, root: { ...one.root, deleted: true } }] }, [], '/threads?filter=followed');
  const shown = within(await card('Fil d’un message supprimé, dans general · Atelier Tilleul'));
  expect(shown.getByText('réponse 1')).toBeDefined();
});

test('A thread of a conversation leads there, by the name that the conversation has for one', async () => {
  const one = listed('m1', 'Le plan est prêt.', 1);
  const parent = { channelId: null, conversationId: talk._id };
  const inTalk = { ...one, title: null, thread: { ...one.thread, parent, workspaceId: null } } as ListedThread;
  const { router } = show({ followed: [inTalk] }, [], '/threads?filter=followed');
  const shown = within(await card('Fil de Karim, dans Karim Benali'));
  await userEvent.click(shown.getByRole('link', { name: 'Ouvrir\u00a0: Fil de Karim' }));
  expect(router.state.location.pathname + router.state.location.search).toBe('/conversation/deux?thread=m1');
  expect(router.state.location.state).toEqual({ opened: true });
});

test('The page of threads stays on the list that it opened on when all of it is read', async () => {
  const { client } = show({ unread: [listed('m1', 'Le plan est prêt.', 1)], followed: [] });
  await screen.findByText('Le plan est prêt.');
  act(() => void client.setQueryData(keyOf(api.unread.list), { unread: [], threads: [] }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Tout marquer comme lu' })).toBeNull());
  expect(screen.getByRole('tab', { name: /^Non lus/, selected: true })).toBeDefined();
  expect(screen.getByText('Le plan est prêt.')).toBeDefined();
});

test('A reply on the page of threads has the menu that it has in its thread: deleted by who runs the channel, and its link leads there', async () => {
  const copied = vi.fn(async (_text: string) => {});
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'));
  show({ unread: [listed('m1', 'Le plan est prêt.', 1)] });
  const shown = within(await card('Fil de Karim, dans general · Atelier Tilleul'));
  const row = shown.getByText('réponse 1').closest('article') as HTMLElement;
  const entries = async () => {
    fireEvent.contextMenu(row, { clientX: 9, clientY: 9 });
    return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent ?? '');
  };
  await waitFor(async () => expect((await entries()).some(entry => entry.startsWith('Supprimer'))).toBe(true));
  expect((await entries()).some(entry => entry.startsWith('Répondre'))).toBe(true);
  fireEvent.click(screen.getByRole('menuitem', { name: /^Copier le lien/ }));
  await waitFor(() => expect(copied).toHaveBeenCalledOnce());
  const { pathname, search } = new URL(copied.mock.calls[0]?.[0] ?? '', location.origin);
  expect(pathname).toBe('/workspace/atelier/channel/general');
  expect(Object.fromEntries(new URLSearchParams(search))).toEqual({ message: 'm1 1', thread: 'm1' });
});

test('A draft that waits under a thread takes no focus as the page of threads opens on a touch screen, and keeps its field once emptied', async () => {
  show({ unread: [listed('m1', 'Le plan est prêt.', 1)] });
  type('m1', 'À suivre');
  onTestFinished(() => type('m1', ''));
  const shown = within(await card('Fil de Karim, dans general · Atelier Tilleul'));
  const field = shown.getByRole<HTMLTextAreaElement>('textbox');
  expect(document.activeElement).toBe(document.body);
  act(() => type('m1', ''));
  expect(shown.getByRole('textbox')).toBe(field);
});

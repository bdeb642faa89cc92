// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentProps, useState } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import '../../../platform/words/i18n.ts';
import { keyOf } from '../../../platform/server/query.ts';
import { queryClient } from '../../../platform/server/query-client.ts';
import { type Call, json, camille as me, open, refused, serve } from '../../../test/settings-world.tsx';
import { lastRead } from '../../reading/unread/open/read-marks.ts';
import { useOutbox } from '../outbox/open/outbox.ts';
import { loadMarkdown } from '../text/open/MessageText.tsx';
import { catchUpThreads } from '../threads/open/thread-states.ts';
import { forgetPlaces } from '../timeline/open/timelines.ts';
import { PlaceMessages } from './PlaceMessages.tsx';
import { noteWriter } from './typing/typing.ts';

vi.mock('../../workspaces/emoji/open/open-emoji-picker.ts', () => ({ openEmojiPicker: async () => '🎺' }));

const someone = (n: number, firstName: string, lastName: string) => ({
  ...{ _id: `018f0000-0000-7000-8000-00000000000${n}`, firstName, lastName, avatar: null },
});
const camille = { ...someone(1, 'Camille', 'Moreau'), _id: 'camille' };
const karim = someone(2, 'Karim', 'Benali');

const message = (position: number, sender: typeof karim, content: string, more: Partial<Message> = {}): Message => ({
  ...{ _id: `m${position}`, content, sender, position, seq: position, nonce: null, updated: false, pinned: false },
  ...{ channelId: 'general', conversationId: null, reactions: [], fileAttachments: [] },
  time: new Date(2024, 10, 20, 9, position).toISOString(),
  ...more,
});
const page = (messages: Message[], more: object = {}) => ({
  ...{ messages, prevCursor: null, nextCursor: null, hasMore: false, hasBefore: false, hasAfter: false },
  seq: messages.length,
  ...more,
});
const file = { _id: 'f', name: 'plan.pdf', type: 'application/pdf', size: 1, url: '/api/file/f/plan.pdf' };

type Answers = NonNullable<Parameters<typeof serve>[1]>;
const list = 'GET /message/paginated';
const world = { workspaceId: 'atelier', channelId: 'general', people: [camille, karim] };

/** Place that something covers until a button is pressed, if `covered`. */
function Place({ covered = false, ...props }: Partial<ComponentProps<typeof PlaceMessages>>) {
  const [isCovered, setCovered] = useState(covered);
  return (
    <>
      <button type="button" onClick={() => setCovered(false)}>
        Découvrir
      </button>
      <PlaceMessages
        place={general}
        wanted={null}
        words={{ list: 'Messages', composer: 'Message pour #general', placeholder: 'Écrire' }}
        refusal={null}
        world={world}
        member={{ userId: 'camille', isMember: true, isOwner: false, roles: [] }}
        colourOf={() => undefined}
        {...props}
        covered={isCovered}
      />
    </>
  );
}
const general = { channelId: 'general' };

/**
 * Shows a channel with these messages; the server's other answers are given by `METHOD /path`. With `newUpTo`, the messages from
 * the second one to this position are new.
 */
function show(
  messages: Message[],
  props: ComponentProps<typeof Place> = {},
  answers: Answers = {},
  newUpTo: number | null = null,
) {
  const posted = ({ content, nonce }: Message) => message(9, camille, content, { nonce });
  const calls = serve(me, {
    'GET /unread': () => json(200, { unread: [], threads: [] }),
    [list]: () => json(200, page(messages)),
    'GET /message/changes': () => json(200, { messages: [], deleted: [], seq: messages.length, hasMore: false }),
    'POST /message': body => json(201, { message: posted(body as Message) }),
    ...answers,
  });
  if (newUpTo !== null)
    queryClient.setQueryData(keyOf(api.unread.list), { unread: [unreadUpTo(newUpTo)], threads: [] });
  return { calls, ...open([{ path: '*', element: <Place {...props} /> }], '/workspace/atelier/channel/general') };
}
const unreadUpTo = (seq: number) => ({
  ...{ channelId: 'general', conversationId: null, workspaceId: 'atelier', seq, read: 1, messages: seq - 1 },
  ...{ mentions: 0, level: 'all', muted: false, first: { _id: 'm2', position: 2 } },
});

const article = async (text: string) => (await screen.findByText(text)).closest('article') as HTMLElement;
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message pour #general' });
const asked = (calls: readonly Call[], what: string) => calls.filter(one => one.asked === what);
/** Presses a key on a message. */
async function press(text: string, key: string) {
  const row = await article(text);
  act(() => row.focus());
  fireEvent.keyDown(row, { key });
}

// Loaded before, so that no test waits for them.
beforeAll(() =>
  Promise.all([
    loadMarkdown(),
    import('../../../ui/overlays/overlays.ts'),
    import('./days/DayPopover.tsx'),
    import('../files/open/DropOverlay.tsx'),
    import('../files/open/choose.ts'),
    import('../files/open/Strip.tsx'),
    import('../files/open/MessageFiles.tsx'),
  ]),
);
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  cleanup();
  forgetPlaces();
  queryClient.clear();
  localStorage.clear();
});

test('A place says that it loads, why it could not be loaded, and is asked for again', async () => {
  let answer = (_with: Response) => {};
  const answered = () =>
    new Promise<Response>(done => {
      answer = done;
    });
  const { calls } = show([], {}, { [list]: answered });
  expect(screen.getByRole('status').textContent).toContain('Chargement');
  await waitFor(() => expect(asked(calls, list)).toHaveLength(1));
  answer(refused(403, 'Ce salon est fermé.'));
  expect(await screen.findByText('Les messages n’ont pas pu être chargés.')).toBeDefined();
  expect(screen.getByText('Ce salon est fermé.')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  await waitFor(() => expect(screen.queryByText('Ce salon est fermé.')).toBeNull());
  answer(json(200, page([message(1, karim, 'bonjour')])));
  expect(await screen.findByText('bonjour')).toBeDefined();
});

test('An empty place tells what it is and who joined, and invites to write who may alone', async () => {
  const facts = { face: null, name: 'général', made: 'Salon public', action: null };
  const moves = [{ _id: 'v', kind: 'joined' as const, time: new Date(2024, 10, 20).toISOString(), user: karim }];
  show([], { facts, moves });
  expect(await screen.findByText('Aucun message à afficher')).toBeDefined();
  expect(screen.getByRole('heading', { name: 'général' })).toBeDefined();
  expect(screen.getByText('Écrivez le premier.')).toBeDefined();
  expect(screen.getByText(/Karim a rejoint le workspace/)).toBeDefined();
  cleanup();
  forgetPlaces();
  show([], { facts, refusal: 'Lecture seule.' });
  expect(await screen.findByText('Aucun message à afficher')).toBeDefined();
  expect(screen.queryByText('Écrivez le premier.')).toBeNull();
});

test('A place whose messages one may only read offers no answer, and takes no files', async () => {
  show([message(1, karim, 'à lire')], { refusal: 'Lecture seule.' });
  fireEvent.contextMenu(await article('à lire'), { clientX: 9, clientY: 9 });
  expect(screen.getByRole('menuitem', { name: 'Réagir' })).toBeDefined();
  expect(screen.queryByRole('menuitem', { name: 'Répondre' })).toBeNull();
  drag('dragover');
  await act(async () => {});
  expect(screen.queryByText(/Déposez/)).toBeNull();
});

/** Drags a file over the page, or drops it there. */
function drag(kind: 'dragover' | 'drop') {
  const readable = Object.assign(new File(['x'], 'plan.png', { type: 'image/png' }), {
    slice: () => ({ arrayBuffer: async () => new ArrayBuffer(1) }),
  });
  const event = new MouseEvent(kind, { bubbles: true, cancelable: true });
  fireEvent(document.body, Object.assign(event, { dataTransfer: { types: ['Files'], files: [readable] } }));
}

test('Files dropped on a place are attached to the draft; while a sent message is edited, none is asked for', async () => {
  show([message(1, camille, 'le mien')]);
  await article('le mien');
  // Browsers tell of a drag again and again, and of its end not at all.
  await waitFor(() => {
    drag('dragover');
    expect(screen.getByText(/Déposez/)).toBeDefined();
  });
  drag('drop');
  expect(await screen.findByRole('button', { name: /plan\.png/ })).toBeDefined();
  expect(screen.queryByText(/Déposez/)).toBeNull();
  await press('le mien', 'e');
  drag('dragover');
  await act(async () => {});
  expect(screen.queryByText(/Déposez/)).toBeNull();
});

test('An answer begun by Q names its author among namesakes, focuses the field, and is sent with what it answers', async () => {
  const other = someone(3, 'Karim', 'Diaz');
  const { calls } = show([message(1, karim, 'On part ?'), message(2, other, 'Sans moi.')]);
  await press('On part ?', 'q');
  expect(screen.getByText('Réponse à Karim B.')).toBeDefined();
  expect(document.activeElement).toBe(field());
  await userEvent.keyboard('Oui.{Enter}');
  await waitFor(() => expect(asked(calls, 'POST /message')).toHaveLength(1));
  expect(asked(calls, 'POST /message')[0]?.body).toMatchObject({
    ...{ content: 'Oui.', replyTo: 'm1', channelId: 'general' },
  });
});

test('The line above an answer leads to the message that it answers, which has the focus and stands out for a moment', async () => {
  const replyTo = { _id: 'm1', sender: karim, excerpt: 'On part ?', files: 0, calls: null };
  show([message(1, karim, 'On part à 7 h ?'), message(2, camille, 'Oui.', { replyTo })]);
  const row = await article('On part à 7 h ?');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.click(screen.getByRole('button', { name: /^En réponse à Karim/ }));
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(document.activeElement).toBe(row);
  expect(row.dataset.flashed).toBe('true');
  await act(() => vi.advanceTimersByTimeAsync(1_850));
  expect(row.dataset.flashed).toBe('true');
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(row.dataset.flashed).toBeUndefined();
});

test('A thread opened by R is in the address', async () => {
  const { router } = show([message(1, karim, 'On part ?')]);
  await press('On part ?', 'r');
  await waitFor(() => expect(router.state.location.search).toBe('?thread=m1'));
});

test('A reaction is pressed or chosen under a message, shows at once, and is asked of the server', async () => {
  const reactions = [{ reaction: '👍', usersId: [karim._id] }];
  const { calls } = show(
    [message(1, karim, 'On vote ?', { reactions })],
    {},
    { 'POST /message/m1/reaction': () => new Promise(() => {}) },
  );
  const row = within(await article('On vote ?'));
  fireEvent.click(row.getByRole('button', { name: /^👍/ }));
  expect(row.getByRole('button', { name: /^👍/, pressed: true }).textContent).toContain('2');
  fireEvent.click(row.getByRole('button', { name: 'Ajouter une réaction' }));
  expect(await row.findByRole('button', { name: /^🎺/, pressed: true })).toBeDefined();
  const bodies = () => asked(calls, 'POST /message/m1/reaction').map(({ body }) => body);
  await waitFor(() => expect(bodies()).toEqual([{ reaction: '👍' }, { reaction: '🎺' }]));
});

test('The last message of one’s own that is not deleted is edited by ↑, with its mentions as names, and marked in the list', async () => {
  const mine = message(2, camille, `Merci <@${karim._id}>`);
  const { calls } = show(
    [mine, message(3, camille, '', { deleted: true, thread: undefined }), message(4, karim, 'De rien.')],
    {},
    { 'PUT /message/m2': body => json(200, { message: { ...mine, ...(body as object), updated: true, seq: 5 } }) },
  );
  const row = (await screen.findByText('@Karim Benali')).closest('article') as HTMLElement;
  fireEvent.keyDown(field(), { key: 'ArrowUp' });
  await waitFor(() => expect(field().value).toBe('Merci @Karim Benali'));
  expect(row.dataset.editing).toBe('true');
  expect(document.activeElement).toBe(field());
  fireEvent.change(field(), { target: { value: 'Merci @Karim Benali !' } });
  fireEvent.keyDown(field(), { key: 'Enter' });
  await waitFor(() => expect(field().value).toBe(''));
  expect(asked(calls, 'PUT /message/m2').map(({ body }) => body)).toEqual([{ content: `Merci <@${karim._id}> !` }]);
  expect(row.textContent).toContain('(modifié)');
  expect(row.dataset.editing).toBeUndefined();
});

test('A message with files is edited to no text at all; one without is not', async () => {
  show([
    message(1, camille, 'le plan', { fileAttachments: [{ ...file, width: null, height: null, thumbnail: null }] }),
  ]);
  await press('le plan', 'e');
  fireEvent.change(field(), { target: { value: '' } });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Enregistrer' }).disabled).toBe(false);
  cleanup();
  forgetPlaces();
  localStorage.clear();
  show([message(1, camille, 'sans plan')]);
  await press('sans plan', 'e');
  fireEvent.change(field(), { target: { value: '' } });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Enregistrer' }).disabled).toBe(true);
});

test('A failed message is edited in the field, with its files', async () => {
  show([message(1, karim, 'bonjour')]);
  await article('bonjour');
  const files = [{ id: 'f', name: 'plan.txt', type: 'text/plain', size: 1, width: null, height: null }];
  const entry = { nonce: 'n', userId: 'camille', place: { channelId: 'general' }, time: new Date().toISOString() };
  act(() => useOutbox.setState({ entries: [{ ...entry, content: 'refusé', state: 'failed', files }] }));
  fireEvent.click(screen.getByRole('button', { name: 'Modifier' }));
  expect(screen.getByText('Modification d’un message non envoyé')).toBeDefined();
  expect(field().value).toBe('refusé');
  expect(await screen.findByRole('button', { name: /plan\.txt/ })).toBeDefined();
  expect(screen.getAllByRole('article').at(-1)?.dataset.editing).toBe('true');
});

test('Messages on their way show in their own place, up to the first whose files are still being read', async () => {
  show([message(1, karim, 'bonjour')]);
  await article('bonjour');
  const entry = (content: string, state: 'waiting' | 'preparing', channelId = 'general') => ({
    ...{ nonce: content, userId: 'camille', place: { channelId }, content, state },
    time: new Date().toISOString(),
  });
  act(() =>
    useOutbox.setState({
      entries: [
        entry('ailleurs', 'waiting', 'annonces'),
        entry('en route', 'waiting'),
        entry('en lecture', 'preparing'),
        entry('après', 'waiting'),
      ],
    }),
  );
  expect(screen.getAllByRole('article').map(row => row.getAttribute('aria-label')?.split('\u00a0: ')[1])).toEqual([
    'bonjour',
    'en route',
  ]);
});

test('A message on its way with files can be held back, and is then in the list to be changed or sent', async () => {
  show([message(1, karim, 'bonjour')]);
  await article('bonjour');
  const files = [{ id: 'f', name: 'plan.txt', type: 'text/plain', size: 1, width: null, height: null }];
  const entry = { nonce: 'n', userId: 'camille', place: { channelId: 'general' }, time: new Date().toISOString() };
  act(() => useOutbox.setState({ entries: [{ ...entry, content: 'le plan', state: 'waiting', files }] }));
  fireEvent.click(await screen.findByRole('button', { name: 'Annuler l’envoi' }));
  expect(await screen.findByText(/Message non envoyé – Envoi annulé/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Réessayer' })).toBeDefined();
});

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

/** Shows a list scrolled to its first messages: newer ones exist, and the latest page ends with one's own. */
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

test('A message that is pinned bears its pin as soon as the server has answered, and says so', async () => {
  const one = message(1, karim, 'Le code');
  show(
    [one],
    {},
    { [`${api.pins.pin.method} /message/m1/pin`]: () => json(200, { message: { ...one, pinned: true, seq: 2 } }) },
  );
  await press('Le code', 'p');
  expect(await screen.findByRole('img', { name: 'Épinglé' })).toBeDefined();
  expect(await screen.findByText('Message épinglé')).toBeDefined();
});

test('Who writes in the place is said under its field', async () => {
  show([message(1, karim, 'bonjour')]);
  await article('bonjour');
  const writes = { userId: karim._id, firstName: 'Karim', lastName: 'Benali' };
  act(() => noteWriter({ channelId: 'annonces', conversationId: null, ...writes, firstName: 'Yann' }));
  expect(screen.queryByText(/écrit…/)).toBeNull();
  act(() => noteWriter({ channelId: 'general', conversationId: null, ...writes }));
  expect(screen.getByText('Karim écrit…')).toBeDefined();
});

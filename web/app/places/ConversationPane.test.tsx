// @vitest-environment jsdom
import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { api } from '@palabre/common/contract/index.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { useAddingPeople } from '../../features/conversations/adding.store.ts';
import { useCreatingConversation } from '../../features/conversations/create.store.ts';
import '../../features/conversations/conversations.texts.ts';
import { type } from '../../features/messages/outbox/open/writing.ts';
import { forgetPlaces } from '../../features/messages/timeline/open/timelines.ts';
import { lastRead } from '../../features/reading/unread/open/device-marks.ts';
import { useReporting } from '../../features/running/reports/open/report.store.ts';
import { useConnection } from '../../platform/server/connection.ts';
import { readAgain } from '../../test/read-again.ts';
import { camille, json, karim, leonie, open, serve, yann } from '../../test/settings-world.tsx';
import { useShell } from '../frame/shell.store.ts';
import { ConversationActions, ConversationMark } from './ConversationHeader.tsx';
import { ConversationPane } from './ConversationPane.tsx';
import { ConversationsHome } from './ConversationsHome.tsx';

/** Gives the window this width, for media queries. */
const widen = (width: number) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width < Number(/width < (\d+)px/.exec(query)?.[1] ?? 0),
    addEventListener() {},
    removeEventListener() {},
  }));
const shell = { ...useShell.getState() };

// Loaded before, so that no test waits for the icons’ many files.
beforeAll(() =>
  Promise.all([
    import('../../ui/overlays/overlays.ts'),
    import('../frame/Drawer.tsx'),
    import('../threads/ConversationThread.tsx'),
    import('../../features/messages/messages/composer/completion/CompletionList.tsx'),
  ]),
);
beforeEach(() => {
  widen(1440);
  useShell.setState(shell, true);
});
afterEach(() => {
  cleanup();
  forgetPlaces();
  act(() => {
    useConnection.setState({ state: 'idle' });
    useAddingPeople.setState({ conversation: null });
    useCreatingConversation.setState({ open: false });
    useReporting.getState().close();
  });
});

const talk = (_id: string, users: Conversation['users'], fields: Partial<Conversation> = {}): Conversation => ({
  ...{ _id, title: null, isGroup: users.length > 2, users, creator: 'camille', lastMessage: null },
  createdAt: '2026-11-22T12:00:00.000Z',
  ...fields,
});
const two = talk('deux', [camille, karim]);
const group = talk('groupe', [camille, karim, leonie], { title: 'Midi' });
const empty = { messages: [], prevCursor: null, nextCursor: null, hasMore: false, hasBefore: false, hasAfter: false };

function show(at: string, conversations: Conversation[] | null, answers: Parameters<typeof serve>[1] = {}) {
  serve(camille, {
    'GET /unread': () => json(200, { unread: [], threads: [] }),
    'GET /user/camille/conversations': () =>
      conversations
        ? json(200, { conversations, nextCursor: null })
        : json(403, { code: 'forbidden', message: 'Non.' }),
    'GET /message/paginated': () => json(200, { ...empty, seq: 0 }),
    ...answers,
  });
  return open(
    [
      { path: '/conversation', Component: ConversationsHome },
      { path: '/conversation/:conversationId', Component: ConversationPane },
    ],
    at,
  );
}
const people = () => screen.findByRole('list', { name: 'Membres' });

test('A conversation shows its people beside its messages, oneself marked, and lets a group alone grow', async () => {
  show('/conversation/groupe', [two, group]);
  const list = within(await people());
  expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Camille Moreau (vous)'),
    expect.stringContaining('Karim Benali'),
    expect.stringContaining('Léonie Dubreuil'),
  ]);
  expect(screen.getByText('Membres – 3')).toBeDefined();
  const adding = screen.getAllByRole('button', { name: 'Ajouter des personnes' });
  expect(adding.length, 'in its header and above its people').toBe(2);
  for (const button of adding) {
    act(() => useAddingPeople.setState({ conversation: null }));
    fireEvent.click(button);
    expect(useAddingPeople.getState().conversation).toBe('groupe');
  }
  cleanup();
  show('/conversation/deux', [two, group]);
  await people();
  expect(screen.queryByRole('button', { name: 'Ajouter des personnes' })).toBeNull();
});

test('A conversation’s people bear how they are, whether they rest, are guests or suspended, as does the head of one of two', async () => {
  const off = { _id: 'karim', until: '2100-01-01T09:00:00.000Z', isAbsent: true, deputy: null, text: '' };
  const answers = { 'GET /availability': () => json(200, { offDuty: [off] }) };
  const users: Conversation['users'] = [
    camille,
    { ...karim, status: 'away' },
    { ...leonie, suspended: true },
    { ...yann, guest: true },
  ];
  show('/conversation/groupe', [{ ...group, users }], answers);
  const list = within(await people());
  const said = () => list.getAllByRole('button').map(({ textContent }) => textContent);
  await waitFor(() =>
    expect(said().slice(1)).toEqual([
      expect.stringMatching(/Absent, au repos.*Karim/),
      expect.stringMatching(/Léonie Dubreuil.*Compte suspendu/),
      expect.stringMatching(/Yann Riou.*Invité/),
    ]),
  );
  // Without a connection, nobody knows how the others are.
  act(() => useConnection.setState({ state: 'unreachable' }));
  expect(said()[1]).not.toMatch(/Absent/);
  act(() => useConnection.setState({ state: 'idle' }));
  expect(said()[1]).toMatch(/Absent/);
  cleanup();
  serve(camille, answers);
  const mark = <ConversationMark conversation={{ ...two, users: [camille, { ...karim, status: 'away' }] }} />;
  open([{ path: '*', element: mark }], '/');
  expect(await screen.findByText('Absent, au repos')).toBeDefined();
});

test('A thread of a conversation opens beside it, under its name', async () => {
  const sender = { _id: 'karim', firstName: 'Karim', lastName: 'Benali', avatar: null };
  const root = {
    ...{ _id: '018f0000-0000-7000-8000-0000000000a1', content: 'On part à 7 h ?', sender, position: 1, seq: 1 },
    ...{ nonce: null, updated: false, pinned: false, channelId: null, conversationId: 'deux', reactions: [] },
    ...{ fileAttachments: [], time: two.createdAt },
  };
  const parent = { channelId: null, conversationId: 'deux' };
  const state = { replies: 0, lastAt: null, people: [], unread: 0, following: false, read: 0, seq: 0 };
  const thread = { threadId: root._id, parent, workspaceId: null, ...state };
  const around: (string | null)[][] = [];
  show(`/conversation/deux?thread=${root._id}&message=r9`, [two], {
    [`GET /thread/${root._id}`]: () => json(200, { root, thread, ...empty, seq: 0 }),
    'GET /message/paginated': (_body, { searchParams }) => {
      around.push([searchParams.get('threadId'), searchParams.get('around')]);
      return json(200, { ...empty, seq: 0 });
    },
  });
  const side = within(await screen.findByRole('complementary', { name: 'Fil' }));
  expect(await side.findByText('On part à 7 h ?')).toBeDefined();
  expect(side.getByRole('heading', { name: 'Fil de Karim' })).toBeDefined();
  expect(side.getByRole('checkbox', { name: 'Envoyer aussi dans Karim Benali' })).toBeDefined();
  // The reply of the address is looked for in the thread.
  await waitFor(() => expect(around).toContainEqual([root._id, 'r9']));
});

test('A conversation’s people are one tab stop, with a profile by a press, and a menu that reports others', async () => {
  const answers = { 'GET /user/karim': () => json(200, { user: karim }) };
  const { router } = show('/conversation/groupe', [two, group], answers);
  const list = within(await people());
  const [me, him] = list.getAllByRole('button') as [HTMLElement, HTMLElement];
  expect(him.getAttribute('aria-haspopup')).toBe('dialog');
  me.focus();
  fireEvent.keyDown(me, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(him);
  expect(list.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  fireEvent.contextMenu(me, { clientX: 9, clientY: 9 });
  expect(within(await screen.findByRole('menu')).getAllByRole('menuitem')).toHaveLength(1);
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  fireEvent.contextMenu(him, { clientX: 9, clientY: 9 });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Signaler' }));
  expect(useReporting.getState().reporting).toMatchObject({ person: { _id: 'karim' } });
  fireEvent.click(him);
  expect(await screen.findByText('karim@atelier.fr')).toBeDefined();
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByText('karim@atelier.fr')).toBeNull());
  // Their menu leads there too.
  fireEvent.contextMenu(him, { clientX: 9, clientY: 9 });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Voir le profil' }));
  expect(await screen.findByText('karim@atelier.fr')).toBeDefined();
  // It goes with the conversation that it was opened in.
  await act(() => router.navigate('/conversation/deux'));
  await screen.findByText('Membres – 2');
  await waitFor(() => expect(screen.queryByText('karim@atelier.fr')).toBeNull());
});

test.each([
  ['deux', 'Message pour Karim Benali', /Envoyer un message à Karim/],
  ['groupe', 'Message pour Midi', /Envoyer un message dans Midi/],
  ['seul', 'Message pour Utilisateur supprimé', /Envoyer un message à Utilisateur supprimé/],
])('The field of a conversation says whom one writes to: %s', async (id, label, placeholder) => {
  show(`/conversation/${id}`, [two, group, talk('seul', [camille])]);
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: label });
  expect(field.placeholder).toMatch(placeholder);
});

test('Whom one mentions in a conversation are its people, and all of them', async () => {
  show('/conversation/groupe', [group]);
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message pour Midi' });
  act(() => field.focus());
  fireEvent.input(field, { target: { value: '@' } });
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Karim Benali'),
    expect.stringContaining('Léonie Dubreuil'),
    expect.stringMatching(/tous/),
  ]);
  act(() => type('groupe', ''));
});

test('The beginning of a group says who made it', async () => {
  show('/conversation/groupe', [group]);
  expect(await screen.findByText(/vous/i, { selector: 'p' })).toBeDefined();
  cleanup();
  forgetPlaces();
  show('/conversation/groupe', [{ ...group, creator: 'karim' }]);
  expect(await screen.findByText(/Karim Benali/, { selector: 'p' })).toBeDefined();
  cleanup();
  forgetPlaces();
  show('/conversation/groupe', [{ ...group, creator: 'gone' }]);
  await people();
  expect(screen.queryByText(/Karim Benali/, { selector: 'p' })).toBeNull();
});

test('A conversation that is not there leads back to the list; one that could not be loaded is asked for again', async () => {
  show('/conversation/gone', [], {
    'GET /conversation/gone': () => json(404, { code: 'conversation_not_found', message: 'Non.' }),
  });
  expect(await screen.findByText('Cette conversation est introuvable')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Retour aux conversations' }).getAttribute('href')).toBe('/conversation');
  cleanup();
  let fails = true;
  show('/conversation/deux', [], {
    'GET /conversation/deux': () =>
      fails ? json(403, { code: 'forbidden', message: 'Non.' }) : json(200, { conversation: two }),
  });
  const again = await screen.findByRole('button', { name: 'Réessayer' });
  expect(screen.getByText('Les conversations n’ont pas pu être chargées.')).toBeDefined();
  fails = false;
  fireEvent.click(again);
  expect(within(await people()).getAllByRole('button')).toHaveLength(2);
});

test('The messages of a conversation are read beside a thread, and not while it covers them', async () => {
  // The list measures itself: with a height, its rows are in view.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(window.innerHeight);
  const message = {
    ...{
      _id: 'm1',
      content: 'bonjour',
      sender: karim,
      position: 1,
      seq: 1,
      nonce: null,
      updated: false,
      pinned: false,
    },
    ...{ channelId: null, conversationId: 'deux', reactions: [], fileAttachments: [], time: two.createdAt },
  };
  const around: (string | null)[] = [];
  const answers: Parameters<typeof serve>[1] = {
    'GET /message/paginated': (_body, { searchParams }) => {
      if (searchParams.get('conversationId') === 'deux') around.push(searchParams.get('around'));
      return json(200, { ...empty, messages: [message], seq: 1 });
    },
  };
  widen(900);
  show('/conversation/deux?thread=fil', [two], answers);
  await screen.findByText('bonjour');
  expect(lastRead('deux')).toBeNull();
  cleanup();
  forgetPlaces();
  widen(1440);
  show('/conversation/deux?thread=fil', [two], answers);
  await screen.findByText('bonjour');
  await waitFor(() => expect(lastRead('deux')).toEqual({ position: 1, id: 'm1' }));
  vi.restoreAllMocks();
  expect(around.filter(one => one !== null)).toEqual([]);
  cleanup();
  forgetPlaces();
  // The message of the address is shown.
  show('/conversation/deux?message=m1', [two], answers);
  await waitFor(() => expect(around.at(-1)).toBe('m1'));
});

test('A conversation that one goes on to is read as the one before was, though it has fewer messages', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(window.innerHeight);
  onTestFinished(() => void vi.restoreAllMocks());
  const message = (conversationId: string, position: number) => ({
    ...{ _id: conversationId, content: `Ici ${conversationId}`, sender: karim, position, seq: position, nonce: null },
    ...{ updated: false, pinned: false, channelId: null, conversationId, reactions: [], fileAttachments: [] },
    time: two.createdAt,
  });
  const last: Record<string, object> = { groupe: message('groupe', 9), deux: message('deux', 1) };
  const { router } = show('/conversation/groupe', [two, group], {
    'GET /message/paginated': (_body, { searchParams }) =>
      json(200, { ...empty, messages: [last[searchParams.get('conversationId') ?? '']], seq: 9 }),
  });
  await screen.findByText('Ici groupe');
  await waitFor(() => expect(lastRead('groupe')?.position).toBe(9));
  await act(() => router.navigate('/conversation/deux'));
  await screen.findByText('Ici deux');
  await waitFor(() => expect(lastRead('deux')?.position).toBe(1));
});

test('The members of a place are in a drawer where there is no room beside it, and hidden where one hid them', async () => {
  useShell.getState().setMembersOpen(false);
  show('/conversation/deux', [two]);
  await screen.findByRole('textbox');
  expect(screen.queryByRole('complementary', { name: 'Membres' })).toBeNull();
  cleanup();
  forgetPlaces();
  widen(900);
  useShell.getState().setMembersOpen(true);
  show('/conversation/deux', [two]);
  await screen.findByRole('textbox');
  expect(screen.queryByRole('list', { name: 'Membres' })).toBeNull();
  act(() => useShell.getState().setMembersDrawerOpen(true));
  const drawer = within(await screen.findByRole('dialog', { name: 'Membres' }));
  fireEvent.click(drawer.getByRole('button', { name: 'Masquer les membres' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('The page of conversations asks to choose one, or to begin the first', async () => {
  show('/conversation', [two]);
  expect(await screen.findByText('Sélectionnez une conversation !')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Voir les conversations' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Nouvelle conversation' }));
  expect(useCreatingConversation.getState().open).toBe(true);
  cleanup();
  show('/conversation', []);
  expect(await screen.findByText("Vous n'avez pas de conversation !!")).toBeDefined();
  cleanup();
  widen(800);
  show('/conversation', []);
  expect(await screen.findByText("Vous n'avez pas de conversation !!")).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Voir les conversations' })).toBeNull();
  cleanup();
  show('/conversation', [two]);
  fireEvent.click(await screen.findByRole('button', { name: 'Voir les conversations' }));
  expect(useShell.getState().panelOpen).toBe(true);
});

test('The page of conversations is their list on a phone, unless there are none; a failure is asked for again', async () => {
  widen(390);
  show('/conversation', [two]);
  expect(await screen.findByRole('list', { name: 'Conversations' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Fils' }).getAttribute('href')).toBe('/threads');
  expect(screen.queryByText('Sélectionnez une conversation !')).toBeNull();
  cleanup();
  show('/conversation', []);
  expect(await screen.findByText("Vous n'avez pas de conversation !!")).toBeDefined();
  cleanup();
  widen(1440);
  let fails = true;
  const { client } = show('/conversation', [], {
    'GET /user/camille/conversations': () =>
      fails ? json(403, { code: 'forbidden', message: 'Non.' }) : json(200, { conversations: [two], nextCursor: null }),
  });
  expect(await screen.findByText('Les conversations n’ont pas pu être chargées.')).toBeDefined();
  fails = false;
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Sélectionnez une conversation !')).toBeDefined();
  // A fetched list stays when its refetch fails.
  fails = true;
  await readAgain(client, api.conversations.list.path);
  expect(client.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'error' })).toHaveLength(1);
  expect(screen.queryByText('Les conversations n’ont pas pu être chargées.')).toBeNull();
});

test('The head of a conversation of two has the other’s face and status; a group’s has none', () => {
  serve(camille);
  const mark = (conversation: Conversation) =>
    open(
      [
        {
          path: '*',
          element: (
            <div data-testid="mark">
              <ConversationMark conversation={conversation} />
            </div>
          ),
        },
      ],
      '/',
    );
  mark(two);
  expect(screen.getByTestId('mark').textContent).toContain('KB');
  cleanup();
  mark(group);
  expect(screen.getByTestId('mark').textContent).toBe('');
  cleanup();
  mark({ ...two, isGroup: true });
  expect(screen.getByTestId('mark').textContent).toBe('');
});

test('The menu of an open conversation begins with what the head had no room for, and ends with the shortcuts', async () => {
  serve(camille);
  const first = [{ label: 'Fils', onSelect() {} }];
  open([{ path: '*', element: <ConversationActions conversation={group} first={first} /> }], '/');
  fireEvent.keyDown(screen.getByRole('button', { name: 'Actions de la conversation' }), { key: 'Enter' });
  fireEvent.click(screen.getByRole('button', { name: 'Actions de la conversation' }));
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(items[0]).toBe('Fils');
  expect(items.at(-1)).toMatch(/^Raccourcis clavier/);
  expect(items).toContain('Quitter la conversation');
});

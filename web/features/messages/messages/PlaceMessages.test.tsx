// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useSession } from '../../../platform/session/session.ts';
import { json, refused } from '../../../test/settings-world.tsx';
import { useOutbox } from '../outbox/open/outbox.ts';
import { filesOf, name, type, writingOf } from '../outbox/open/writing.ts';
import { useTimelines } from '../timeline/open/timelines.store.ts';
import { forgetPlaces } from '../timeline/open/timelines.ts';
import { arrivingOf } from './composer/arriving.ts';
import {
  article,
  asked,
  camille,
  eachOfPlace,
  field,
  file,
  karim,
  list,
  message,
  page,
  press,
  show,
  someone,
} from './test/place.tsx';
import { noteWriter } from './typing/typing.ts';

const openEmojiPicker = vi.hoisted(() => vi.fn(async (_anchor: Element, _of: object): Promise<string | null> => '🎺'));
vi.mock('../../workspaces/emoji/open/open-emoji-picker.ts', () => ({ openEmojiPicker }));

eachOfPlace();

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

test('A message that is sent while its place loads leads to no end: the place opens where it would have', async () => {
  let answer = (_with: Response) => {};
  const late = new Promise<Response>(done => {
    answer = done;
  });
  const { calls } = show([], {}, { [list]: () => late });
  await waitFor(() => expect(asked(calls, list)).toHaveLength(1));
  const jumps = new Set<unknown>();
  onTestFinished(useTimelines.subscribe(({ places }) => void jumps.add(places.general?.jump)));
  await userEvent.type(field(), 'Me voici.{Enter}');
  await waitFor(() => expect(asked(calls, 'POST /message')).toHaveLength(1));
  answer(json(200, page([message(1, karim, 'bonjour')])));
  expect(await screen.findByText('bonjour')).toBeDefined();
  await act(async () => {});
  expect([...jumps]).toEqual([null]);
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

test('A place offers in place of its action what a new one has to offer, as long as nothing is written there', async () => {
  const action = { label: 'Inviter', icon: null, run: () => {} };
  const facts = { face: null, name: 'général', made: 'Salon public', action, offer: <p>Trois manières d’inviter</p> };
  const shown = () => [screen.queryByText('Trois manières d’inviter'), screen.queryByText('Inviter')].map(Boolean);
  show([], { facts });
  await screen.findByText('Aucun message à afficher');
  expect(shown()).toEqual([true, false]);
  cleanup();
  forgetPlaces();
  show([message(1, karim, 'bonjour')], { facts });
  await article('bonjour');
  expect(shown()).toEqual([false, true]);
});

test('A place whose messages one may only read offers no answer, and takes no files', async () => {
  show([message(1, karim, 'à lire')], { refusal: 'Lecture seule.' });
  fireEvent.contextMenu(await article('à lire'), { clientX: 9, clientY: 9 });
  expect(screen.getByRole('menuitem', { name: 'Réagir' })).toBeDefined();
  expect(screen.queryByRole('menuitem', { name: 'Répondre' })).toBeNull();
  drag('dragover');
  await act(async () => {});
  expect(screen.queryByText(/Déposez/)).toBeNull();
  drag('drop');
  await act(async () => {});
  expect([arrivingOf('general', null), filesOf(writingOf('general'))]).toEqual([[], []]);
});

test.each([
  [{ refusal: 'Lecture seule.' }, [false, false]],
  [{ member: { userId: 'camille', isMember: true, isOwner: true, roles: [] } }, [true, true]],
])('What one may do with a message follows one’s rights as they change: %j', async (then, offered) => {
  show([message(1, karim, 'à lire')], { then });
  fireEvent.contextMenu(await article('à lire'), { clientX: 9, clientY: 9 });
  const offers = () => ['Répondre', 'Supprimer'].map(name => screen.queryByRole('menuitem', { name }) !== null);
  expect(offers()).toEqual([true, false]);
  fireEvent.click(screen.getByRole('button', { name: 'Découvrir' }));
  expect(offers()).toEqual(offered);
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

test('Namesakes who join are told apart from who was answered, a third one too', async () => {
  const moves = [someone(3, 'Karim', 'Diaz'), someone(4, 'karim', 'Bruni')].map((user, n) => ({
    ...{ _id: `v${n}`, kind: 'joined' as const, time: new Date(2024, 10, 20, 9, 30 + n).toISOString(), user },
  }));
  const replyTo = { _id: 'm0', sender: karim, excerpt: 'On part ?', files: 0, calls: null };
  const answered = async () => (await article('Oui.')).ariaLabel;
  const later = (before: typeof moves, after: typeof moves) => {
    const then = { moves: after };
    return show([message(1, camille, 'Oui.', { replyTo })], { moves: before, then });
  };
  later([], moves.slice(0, 1));
  expect(await answered()).toMatch(/à Karim\s:/);
  fireEvent.click(screen.getByText('Découvrir'));
  expect(await screen.findByText(/Karim D\. a rejoint/)).toBeDefined();
  expect(await answered()).toMatch(/à Karim B\.\s:/);
  cleanup();
  forgetPlaces();
  later(moves.slice(0, 1), moves);
  expect(await answered()).toMatch(/à Karim B\.\s:/);
  fireEvent.click(screen.getByText('Découvrir'));
  expect(await screen.findByText(/Karim D\. et karim Bruni ont rejoint/)).toBeDefined();
  expect(await answered()).toMatch(/à Karim Benali\s:/);
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
  openEmojiPicker.mockResolvedValueOnce(null);
  // Nothing is chosen first.
  fireEvent.click(row.getByRole('button', { name: 'Ajouter une réaction' }));
  await act(async () => {});
  fireEvent.click(row.getByRole('button', { name: 'Ajouter une réaction' }));
  expect(await row.findByRole('button', { name: /^🎺/, pressed: true })).toBeDefined();
  // The workspace's own emoji are offered too.
  expect(openEmojiPicker.mock.calls.map(([, of]) => of)).toEqual(Array(2).fill({ workspaceId: 'atelier' }));
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

test('An edit leaves the draft to whom it mentions, where the message mentions somebody else of that name', async () => {
  const other = someone(3, 'Karim', 'Benali');
  const world = { workspaceId: 'atelier', channelId: 'general', people: [camille, karim, other] };
  show([message(1, camille, `Merci <@${other._id}>`)], { world });
  await screen.findByText('@Karim Benali');
  act(() => {
    type('general', 'Pour @Karim Benali');
    name('general', { '@Karim Benali': `<@${karim._id}>` });
  });
  await press('@Karim Benali', 'e');
  expect(field().value).toBe(`Merci <@${other._id}>`);
  expect(writingOf('general').named).toEqual({ '@Karim Benali': `<@${karim._id}>` });
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

test('A message is edited with the names that have come since its place was opened; its key leads to the field again', async () => {
  const lea = someone(5, 'Léa', 'Riou');
  show([message(1, camille, `Merci <@${lea._id}>`)], {}, { 'GET /user/named': () => json(200, { users: [lea] }) });
  await press('@Léa Riou', 'e');
  expect(field().value).toBe('Merci @Léa Riou');
  await press('@Léa Riou', 'e');
  expect(document.activeElement).toBe(field());
});

test('A failed message is edited in the field, with its files and the names of whom it mentions', async () => {
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
  const naming = { ...entry, nonce: 'n2', content: `Vu avec <@${karim._id}>`, state: 'failed' as const };
  act(() => useOutbox.setState({ entries: [naming] }));
  fireEvent.click(screen.getByRole('button', { name: 'Modifier' }));
  expect(field().value).toBe('Vu avec @Karim Benali');
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

test('A list of what is on its way is begun anew once its messages are loaded, which decide where it opens', async () => {
  let answer = (_: Response) => {};
  show([], {}, { [list]: () => new Promise<Response>(done => (answer = done)) });
  const entry = { nonce: 'n', userId: 'camille', place: { channelId: 'general' }, time: new Date().toISOString() };
  act(() => useOutbox.setState({ entries: [{ ...entry, content: 'en route', state: 'waiting' }] }));
  await article('en route');
  const before = screen.getByRole('log');
  answer(json(200, page([message(1, karim, 'bonjour')])));
  await article('bonjour');
  expect([before.isConnected, screen.getByRole('log').isConnected]).toEqual([false, true]);
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

test('Whom an answered message mentions, and one that is linked to, is named there', async () => {
  const [lea, yann] = [someone(5, 'Léa', 'Riou'), someone(6, 'Yann', 'Morel')];
  const replyTo = { _id: 'm0', sender: karim, excerpt: `Demande à <@${lea._id}>`, files: 0, calls: null };
  const linked = { _id: someone(7, '', '')._id, channelId: 'general', conversationId: null, workspaceId: 'atelier' };
  const said = {
    sender: karim,
    time: new Date(2024, 10, 20).toISOString(),
    excerpt: `Vu avec <@${yann._id}>`,
    files: 0,
  };
  const address = `${location.origin}/workspace/${lea._id}/channel/${lea._id}?message=${linked._id}`;
  show(
    [message(1, camille, 'Oui.', { replyTo }), message(2, karim, address)],
    {},
    {
      'GET /user/named': () => json(200, { users: [lea, yann] }),
      'GET /message/linked': () => json(200, { messages: [{ ...linked, ...said, title: 'general' }] }),
    },
  );
  expect(await screen.findByText('Demande à @Léa Riou')).toBeDefined();
  expect(await screen.findByRole('link', { name: /Vu avec @Yann Morel$/ })).toBeDefined();
});

test('Namesakes of oneself who were answered, and of authors who are linked to, are told apart', async () => {
  const [other, second] = [someone(3, 'Camille', 'Riou'), someone(4, 'Karim', 'Diaz')];
  const replyTo = { _id: 'm0', sender: other, excerpt: 'On part ?', files: 0, calls: null };
  const linked = { _id: someone(7, '', '')._id, channelId: 'general', conversationId: null, workspaceId: 'atelier' };
  const said = { sender: second, time: new Date(2024, 10, 20).toISOString(), excerpt: 'Le plan', files: 0 };
  const address = `${location.origin}/workspace/${other._id}/channel/${other._id}?message=${linked._id}`;
  show(
    [message(1, karim, address, { replyTo })],
    {},
    { 'GET /message/linked': () => json(200, { messages: [{ ...linked, ...said, title: 'general' }] }) },
  );
  act(() => useSession.setState({ user: camille }));
  expect(await screen.findByRole('link', { name: /^#general › Karim D\., / })).toBeDefined();
  expect(screen.getByText('Camille R.')).toBeDefined();
});

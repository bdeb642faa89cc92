// @vitest-environment jsdom
import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { api } from '@palabre/common/contract/index.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Outlet } from 'react-router';
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { applyConnectionEvent } from '../../platform/server/connection.ts';
import { endedHere, forgetEnd } from '../../platform/server/ended.ts';
import {
  camille,
  helene,
  json,
  karim,
  leonie,
  open,
  person,
  refused,
  serve,
  yann,
} from '../../test/settings-world.tsx';
import { useAlerts } from '../../ui/alerts/alerts.ts';
import { useDialogs } from '../../ui/dialogs/dialogs.ts';
import { type } from '../messages/outbox/open/writing.ts';
import { useAddingPeople } from './adding.store.ts';
import { ConversationList } from './ConversationList.tsx';
import { ConversationsGate } from './ConversationsGate.tsx';
import { ConversationsHeading } from './ConversationsHeading.tsx';
import { useCreatingConversation } from './create.store.ts';

// Loaded before, so that no test waits for the icons’ many files.
beforeAll(() =>
  Promise.all([
    import('../../ui/dialogs/PendingDialog.tsx'),
    import('../../ui/overlays/overlays.ts'),
    import('./ConversationDialogs.tsx'),
  ]),
);
afterEach(() => {
  cleanup();
  for (const id of ['deux', 'groupe', 'leur']) forgetEnd(id);
  act(() => {
    useAddingPeople.setState({ conversation: null });
    useCreatingConversation.setState({ open: false });
  });
});

const talk = (_id: string, users: Conversation['users'], fields: Partial<Conversation> = {}): Conversation => ({
  ...{ _id, title: null, isGroup: users.length > 2, users, creator: 'camille', lastMessage: null },
  createdAt: '2026-11-22T12:00:00.000Z',
  ...fields,
});
const last = (sender: typeof karim, content: string, files = 0): Conversation['lastMessage'] => ({
  ...{ _id: `de ${sender._id}`, content, files, time: '2026-11-22T12:00:00.000Z', sender, position: 1 },
});
const lea = person('018f0000-0000-7000-8000-000000000001', 'Léa', 'Riou');
const two = talk('deux', [camille, karim]);
const group = talk('groupe', [camille, karim, leonie], { title: 'Midi' });
const theirs = talk('leur', [camille, karim, yann], { title: 'Leur groupe', creator: 'karim' });

/** Shows the list beside a conversation. */
async function show(
  answers: Parameters<typeof serve>[1] = {},
  here = 'deux',
  conversations: Conversation[] = [two, group, theirs],
) {
  const calls = serve(camille, {
    'GET /unread': () => json(200, { unread: [], threads: [] }),
    'GET /user/camille/conversations': () => json(200, { conversations, nextCursor: null }),
    ...answers,
  });
  const page = (
    <>
      <ConversationsHeading />
      <ConversationList />
      <Outlet />
    </>
  );
  const shown = open(
    [{ element: <ConversationsGate />, children: [{ path: '*', element: page }] }],
    `/conversation/${here}`,
  );
  await screen.findAllByRole('link');
  const asked = (method: string) => calls.filter(call => call.asked.startsWith(method));
  return { ...shown, asked, path: () => shown.router.state.location.pathname };
}
const row = (id: string) => document.querySelector(`[data-roving="${id}"]`) as HTMLElement;
const press = (id: string, key: string) => fireEvent.keyDown(row(id), { key });
const sure = async (name: string) =>
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));
async function choose(id: string, name: RegExp) {
  fireEvent.contextMenu(row(id), { clientX: 9, clientY: 9 });
  fireEvent.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name }));
}
async function offered(id: string) {
  fireEvent.contextMenu(row(id), { clientX: 9, clientY: 9 });
  const items = within(await screen.findByRole('menu')).getAllByRole('menuitem');
  const said = items.map(item => item.textContent).join();
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  return said;
}

test('A conversation’s menu offers what its person may do with it: two hide, a group is grown and left, its creator deletes it', async () => {
  await show();
  expect(await offered('deux')).toMatch(/^RenommerF2,.*,MasquerSuppr$/);
  expect(await offered('groupe')).toMatch(
    /^Ajouter des personnes,RenommerF2,.*,Quitter la conversation,SupprimerSuppr$/,
  );
  expect(await offered('leur')).toMatch(/^Ajouter des personnes,RenommerF2,.*,Quitter la conversation$/);
  for (const [id, what, does] of [
    ['groupe', /^Renommer/, 'Enregistrer'],
    ['groupe', /^Supprimer/, 'Oui, supprimer'],
    ['deux', /^Masquer/, 'Masquer'],
  ] as const) {
    await choose(id, what);
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByRole('button', { name: does })).toBeDefined();
    await sure('Annuler');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  }
});

test('A conversation of two is hidden by Delete once that is confirmed, and left if it was open', async () => {
  const { asked, path } = await show({ 'DELETE /conversation/deux': () => json(200, { message: 'Masquée.' }) });
  press('deux', 'Delete');
  await sure('Annuler');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  press('deux', 'Delete');
  await sure('Masquer');
  await waitFor(() => expect(useAlerts.getState().alerts).toMatchObject([{ type: 'success', message: 'Masquée.' }]));
  await waitFor(() => expect(path()).toBe('/conversation'));
  expect(asked('DELETE')).toHaveLength(1);
  // Whoever hides it need not be told that it is gone.
  expect(endedHere('deux')).toBe(true);
});

test('A group is deleted by its creator alone, and the page stays if another conversation is open', async () => {
  const { asked, path } = await show({ 'DELETE /conversation/groupe': () => json(200, { message: 'Supprimée.' }) });
  press('leur', 'Delete');
  expect(useDialogs.getState().pending).toEqual([]);
  press('groupe', 'Delete');
  await sure('Annuler');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  press('groupe', 'Delete');
  await sure('Oui, supprimer');
  expect(await screen.findByText('Supprimée.')).toBeDefined();
  expect(path()).toBe('/conversation/deux');
  expect(asked('DELETE').map(call => call.asked)).toEqual(['DELETE /conversation/groupe']);
  expect(endedHere('groupe')).toBe(true);
  cleanup();
  const open = await show({ 'DELETE /conversation/groupe': () => json(200, { message: 'Supprimée.' }) }, 'groupe');
  press('groupe', 'Delete');
  await sure('Oui, supprimer');
  await waitFor(() => expect(open.path()).toBe('/conversation'));
});

test('A group that could not be deleted, hidden or left says why, and stays open', async () => {
  const { path } = await show({ 'DELETE /conversation/groupe': () => refused(403, 'Pas vous.') }, 'groupe');
  press('groupe', 'Delete');
  await sure('Oui, supprimer');
  expect(await screen.findByText('Une erreur est survenue lors de la suppression.')).toBeDefined();
  expect(screen.getByText('Pas vous.')).toBeDefined();
  expect(path()).toBe('/conversation/groupe');
});

test('A conversation that could not be hidden, or a group that could not be left, says why, and stays open', async () => {
  const { path } = await show({
    'DELETE /conversation/deux': () => refused(503, 'Un instant.'),
    'PUT /conversation/leur/leave': () => refused(403, 'Pas vous.'),
  });
  press('deux', 'Delete');
  await sure('Masquer');
  expect(await screen.findByText('La conversation n’a pas pu être masquée.')).toBeDefined();
  expect(screen.getByText('Un instant.')).toBeDefined();
  expect(path()).toBe('/conversation/deux');
  await choose('leur', /^Quitter/);
  await sure('Quitter');
  expect(await screen.findByText('La conversation n’a pas pu être quittée.')).toBeDefined();
});

test('A group is left once that is confirmed, which names it', async () => {
  const { asked, path } = await show(
    { 'PUT /conversation/leur/leave': () => json(200, { message: 'Quittée.' }) },
    'leur',
  );
  await choose('leur', /^Quitter/);
  await screen.findByRole('alertdialog', { name: /Quitter Leur groupe/ });
  await sure('Annuler');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(asked('PUT')).toEqual([]);
  await choose('leur', /^Quitter/);
  await sure('Quitter');
  await waitFor(() => expect(useAlerts.getState().alerts).toMatchObject([{ type: 'success', message: 'Quittée.' }]));
  expect(endedHere('leur')).toBe(true);
  await waitFor(() => expect(path()).toBe('/conversation'));
});

test('A group without a title is left by the names of its people, one’s own last', async () => {
  await show({}, 'deux', [two, talk('sans titre', [camille, karim, yann])]);
  await choose('sans titre', /^Quitter/);
  await screen.findByRole('alertdialog', { name: /^Quitter Karim Benali, Yann Riou, Camille Moreau/ });
  await sure('Annuler');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('A conversation of two has no title to change, and says so; a group has', async () => {
  const { asked } = await show({ 'PUT /conversation/groupe': () => json(200, { message: '', conversation: group }) });
  press('deux', 'F2');
  expect(await screen.findByText("Impossible de modifier le titre d'une conversation à deux.")).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'OK' }));
  press('groupe', 'F2');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Renommer la conversation' }));
  const title = dialog.getByLabelText<HTMLInputElement>('Titre de la conversation');
  expect(title.value).toBe('Midi');
  fireEvent.change(title, { target: { value: 'Midi pile' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText('Le titre de la conversation a été mis à jour.')).toBeDefined();
  expect(asked('PUT').map(({ body }) => body)).toEqual([{ title: 'Midi pile' }]);
});

test('People are added to a group from those who are not in it, and the dialog waits for a choice', async () => {
  const { asked } = await show({
    'PUT /conversation/groupe/add': () => json(200, { message: '', conversation: group }),
  });
  await choose('groupe', /^Ajouter/);
  const dialog = within(await screen.findByRole('dialog', { name: 'Ajouter des personnes' }));
  const box = await dialog.findByRole('checkbox', { name: /Hélène Nguyen/ });
  expect(dialog.queryByRole('checkbox', { name: /Karim|Camille/ })).toBeNull();
  expect(dialog.getByText('Elles verront aussi ce qui a déjà été écrit.')).toBeDefined();
  const submit = dialog.getByRole('button', { name: 'Ajouter' });
  expect(submit).toHaveProperty('disabled', true);
  fireEvent.click(box);
  fireEvent.click(submit);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked('PUT').map(({ body }) => body)).toEqual([{ users: ['helene'] }]);
});

test('A group takes twenty-five people, those who are in it counted; the dialog that adds them closes by « Annuler »', async () => {
  const full = talk('pleine', [camille, ...Array.from({ length: 23 }, (_, n) => person(`p${n}`, `P${n}`, 'Riou'))]);
  await show({}, 'deux', [two, full]);
  await choose('pleine', /^Ajouter/);
  const dialog = within(await screen.findByRole('dialog', { name: 'Ajouter des personnes' }));
  fireEvent.click(await dialog.findByRole('checkbox', { name: /Hélène Nguyen/ }));
  expect(dialog.getByRole('checkbox', { name: /Karim Benali/ })).toHaveProperty('disabled', true);
  expect(dialog.getByText(/^Vingt-cinq personnes au plus/)).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('The dialog that adds people has the focus in its search, asks for who is typed, and Escape closes it', async () => {
  const { asked } = await show();
  await choose('groupe', /^Ajouter/);
  const dialog = within(await screen.findByRole('dialog', { name: 'Ajouter des personnes' }));
  const field = dialog.getByRole('searchbox');
  await waitFor(() => expect(document.activeElement).toBe(field));
  fireEvent.change(field, { target: { value: ' yann ' } });
  await waitFor(() =>
    expect(
      asked('GET /user').flatMap(({ asked: what, query }) => (what === 'GET /user' ? (query.search ?? '') : [])),
    ).toEqual(['', 'yann']),
  );
  fireEvent.keyDown(field, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(useAddingPeople.getState().conversation).toBeNull();
});

test('People who cannot be added are told so, and those who cannot be found; what was chosen stays', async () => {
  let finds = true;
  const { client } = await show({
    'PUT /conversation/groupe/add': () => refused(403, 'Pas vous.'),
    'GET /user': () => (finds ? json(200, { users: [helene] }) : refused(403, 'Non.')),
  });
  await choose('groupe', /^Ajouter/);
  const dialog = within(await screen.findByRole('dialog', { name: 'Ajouter des personnes' }));
  fireEvent.click(await dialog.findByRole('checkbox', { name: /Hélène Nguyen/ }));
  fireEvent.click(dialog.getByRole('button', { name: 'Ajouter' }));
  expect(await screen.findByText('Pas vous.')).toBeDefined();
  const box = () => dialog.getByRole('checkbox', { name: /Hélène Nguyen/ });
  expect(box().getAttribute('aria-checked')).toBe('true');
  finds = false;
  await act(async () => {
    await client.refetchQueries({ queryKey: [api.users.search.path] });
    // The page is told of it a moment later.
    await new Promise(done => setTimeout(done));
  });
  // People found stay when the repeated search fails.
  expect([dialog.queryByText('La recherche n’a pas abouti.'), box().ariaChecked]).toEqual([null, 'true']);
  fireEvent.change(dialog.getByRole('searchbox'), { target: { value: 'yann' } });
  expect(await dialog.findByText('La recherche n’a pas abouti.')).toBeDefined();
});

test('A conversation is created with the chosen people, oneself aside, and opened', async () => {
  const made = talk('neuve', [camille, helene]);
  let release = () => {};
  const held = new Promise<void>(done => {
    release = done;
  });
  const { asked, path } = await show({
    'POST /conversation': () => json(201, { message: '', conversation: made }),
    'GET /user': async (_body, { searchParams }) => {
      if (searchParams.get('search') === 'hel') await held;
      return json(200, { users: searchParams.get('search') === 'moreau' ? [camille] : [camille, helene] });
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Nouvelle conversation' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Nouvelle conversation' }));
  fireEvent.click(await dialog.findByRole('checkbox', { name: /Hélène Nguyen/ }));
  expect(dialog.queryByRole('checkbox', { name: /Camille/ })).toBeNull();
  const typed = (value: string) => fireEvent.change(dialog.getByRole('searchbox'), { target: { value } });
  typed('moreau');
  expect(await dialog.findByText('Personne ne répond à cette recherche.')).toBeDefined();
  // Nothing is said of the next search before its answer.
  typed('hel');
  expect(dialog.queryByText('Personne ne répond à cette recherche.')).toBeNull();
  await waitFor(() => expect(asked('GET /user').some(({ query }) => query.search === 'hel')).toBe(true));
  expect(dialog.queryByText('Personne ne répond à cette recherche.')).toBeNull();
  release();
  expect((await dialog.findByRole('checkbox', { name: /Hélène Nguyen/ })).getAttribute('aria-checked')).toBe('true');
  fireEvent.click(dialog.getByRole('button', { name: 'Créer' }));
  await waitFor(() => expect(path()).toBe('/conversation/neuve'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked('POST').map(({ body }) => body)).toEqual([{ users: ['helene'] }]);
});

test('A conversation’s row says its last message, with its author where there may be several', async () => {
  await show({}, 'aucune', [
    talk('a', [camille, karim], { lastMessage: last(camille, 'bonjour') }),
    talk('b', [camille, karim], { lastMessage: last(karim, 'salut\nà toi') }),
    talk('c', [camille, karim, lea], { lastMessage: last(karim, `salut <@${lea._id}>`) }),
    talk('d', [camille, karim], { lastMessage: last(karim, '', 2) }),
    talk('e', [camille, karim], { lastMessage: last(karim, '') }),
    talk('f', [camille, karim]),
    talk('g', [camille, karim], { isGroup: true }),
    talk('h', [camille, karim, { ...lea, firstName: 'Karim' }], { lastMessage: last(karim, 'oui') }),
  ]);
  const said = (id: string) => row(id).textContent;
  expect(said('a')).toContain('Vous\u00a0: bonjour');
  expect(said('b')).toMatch(/salut à toi$/);
  expect(said('c')).toContain('Karim\u00a0: salut @Léa Riou');
  expect(said('d')).toMatch(/2 fichiers$/);
  expect([...document.querySelectorAll('time')].map(({ dateTime }) => dateTime)).toEqual(
    Array(6).fill('2026-11-22T12:00:00.000Z'),
  );
  expect(said('e')).not.toContain('fichier');
  expect(said('f')).toMatch(/Aucun message$/);
  expect(said('f')).not.toContain('Groupe');
  expect(said('g')).toContain('Groupe');
  // People of one first name are told apart; an avatar shows the other person and their status, or two of a group.
  expect(said('h')).toContain('Karim B.\u00a0: oui');
  expect(said('a')).toMatch(/^KBHors ligne/);
  expect(said('c')).toMatch(/^KBLR/);
  expect(said('g')).toMatch(/^KBCM/);
  // Nobody knows how the others are without a connection.
  onTestFinished(() => act(() => applyConnectionEvent('stop')));
  act(() => {
    for (const event of ['start', 'connected', 'unreachable'] as const) applyConnectionEvent(event);
  });
  expect(said('a')).toMatch(/^KBKarim/);
});

test('A conversation’s row says what waits in it: unread messages, threads, a draft, and whether it is muted', async () => {
  const state = { channelId: null, workspaceId: null, seq: 9, read: 2, first: { _id: 'm3', position: 3 }, mentions: 0 };
  const heard = { level: 'all', muted: false };
  const unread = [
    { ...state, ...heard, conversationId: 'deux', messages: 3 },
    { ...state, ...heard, conversationId: 'groupe', messages: 4, muted: true },
  ];
  const threads = [
    {
      ...{ ...state, ...heard, conversationId: null, threadId: 'fil', messages: 1 },
      parent: { channelId: null, conversationId: 'groupe' },
    },
  ];
  await show({ 'GET /unread': () => json(200, { unread, threads }) }, 'leur');
  act(() => {
    for (const id of ['deux', 'leur']) type(id, 'À suivre');
  });
  await waitFor(() => expect(row('deux').dataset.unread).toBe('true'));
  expect(row('deux').textContent).toContain('3 messages non lus');
  expect(row('groupe').textContent).toMatch(/fils non lusen sourdine$/);
  // Text being written in the open conversation is no draft in the list.
  await waitFor(() => expect(row('deux').textContent).toMatch(/brouillon$/));
  expect([row('leur'), row('groupe')].map(one => one.textContent?.includes('brouillon'))).toEqual([false, false]);
  act(() => {
    for (const id of ['deux', 'leur']) type(id, '');
  });
  expect(row('groupe').dataset.muted).toBe('true');
  expect(row('leur').dataset.unread).toBeUndefined();
  expect(row('leur').getAttribute('aria-current')).toBe('page');
});

test('A conversation of the list is asked for as it is pressed, unless it is open or another button presses', async () => {
  const { asked } = await show();
  const pages = () => asked('GET /message').map(({ query }) => query.conversationId);
  fireEvent.pointerDown(row('deux'), { button: 0 });
  fireEvent.pointerDown(row('groupe'), { button: 2 });
  expect(pages()).toEqual([]);
  fireEvent.pointerDown(row('groupe'), { button: 0 });
  await waitFor(() => expect(pages()).toEqual(['groupe']));
});

test('The conversations are one stop of Tab, at the open one, and arrows move among them', async () => {
  await show({}, 'groupe');
  const stops = () => [...document.querySelectorAll<HTMLElement>('[data-roving]')].filter(one => one.tabIndex === 0);
  expect(stops()).toEqual([row('groupe')]);
  act(() => row('groupe').focus());
  press('groupe', 'ArrowDown');
  expect(document.activeElement).toBe(row('leur'));
  press('leur', 'Home');
  expect(document.activeElement).toBe(row('deux'));
});

test('A person without a conversation is told how to begin one', async () => {
  serve(camille, { 'GET /user/camille/conversations': () => json(200, { conversations: [], nextCursor: null }) });
  open([{ path: '*', element: <ConversationList /> }], '/conversation');
  expect(await screen.findByText('Écrivez à une personne, ou à quelques-unes à la fois.')).toBeDefined();
});

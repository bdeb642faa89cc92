// @vitest-environment jsdom
import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { formatDateTime, formatWhenShort } from '../../platform/words/format.ts';
import { setLanguage } from '../../platform/words/i18n.ts';
import { answered } from '../../test/answered.ts';
import { MenuEntries } from '../../test/menu-entries.tsx';
import { camille, json, karim, leonie, open, person, refused, serve, yann } from '../../test/settings-world.tsx';
import { useAlerts } from '../../ui/alerts/alerts.ts';
import { useDialogs } from '../../ui/dialogs/dialogs.ts';
import { type } from '../messages/outbox/open/writing.ts';
import { ConversationList } from './ConversationList.tsx';
import { ConversationsHeading } from './ConversationsHeading.tsx';
import { hideConversation, leaveConversation, removeConversation, renameConversation } from './conversation-actions.ts';
import { useConversationMenu } from './conversation-menu.tsx';
import { PeopleDialog } from './PeopleDialog.tsx';
import './conversations.texts.ts';
import { addressees } from './open/names.ts';

// Loaded before, so that no test waits for the icons’ many files.
beforeAll(() => import('../../ui/dialogs/PendingDialog.tsx'));
afterEach(cleanup);

const time = '2020-03-14T12:00:00.000Z';
const talk = (_id: string, users: Conversation['users'], fields: Partial<Conversation> = {}): Conversation => ({
  ...{ _id, title: null, isGroup: users.length > 2, users, creator: 'camille', lastMessage: null, createdAt: time },
  ...fields,
});
const last = (sender: typeof karim, content: string): Conversation['lastMessage'] => ({
  ...{ _id: `de ${sender._id}`, content, files: 0, time, sender, position: 1 },
});
const pictured = { ...karim, avatar: '/api/karim' };

async function show(conversations: Conversation[], answers: Parameters<typeof serve>[1] = {}) {
  const calls = serve(camille, {
    'GET /unread': () => json(200, { unread: [], threads: [] }),
    'GET /user/camille/conversations': () => json(200, { conversations, nextCursor: null }),
    ...answers,
  });
  open([{ path: '*', element: [<ConversationsHeading key="heading" />, <ConversationList key="list" />] }], '/');
  await screen.findAllByRole('link');
  return calls;
}
const row = (id: string) => document.querySelector(`[data-roving="${id}"]`) as HTMLElement;
const images = (id: string) => [...row(id).querySelectorAll('img')].map(image => image.getAttribute('src'));

test('A conversation’s row names its people in full, says when its last message was written and by whom, and has their faces', async () => {
  await show([
    talk('trois', [camille, pictured, yann], { lastMessage: last(leonie, 'salut') }),
    talk('deux', [camille, pictured], { lastMessage: last(karim, '') }),
  ]);
  expect(screen.getByRole('heading').textContent).toBe('Conversations');
  expect(within(screen.getByRole('list', { name: 'Conversations' })).getAllByRole('link')).toHaveLength(2);
  expect(row('trois').querySelector('[title]')?.getAttribute('title')).toBe('Karim Benali, Yann Riou, Camille Moreau');
  const when = row('trois').querySelector('time');
  expect([when?.title, when?.textContent]).toEqual([formatDateTime(time), formatWhenShort(time)]);
  // Texts written by people have their own direction.
  const turned = [...row('trois').querySelectorAll('[dir="auto"]')].map(({ textContent }) => textContent);
  expect(turned).toEqual([expect.stringContaining('Karim'), 'Léonie\u00a0: salut']);
  // A person who has left keeps their name on their messages.
  expect(row('trois').textContent).toContain('Léonie\u00a0: salut');
  expect(row('deux').textContent).toMatch(/Message effacé$/);
  expect([images('trois'), images('deux')]).toEqual([['/api/karim'], ['/api/karim']]);
  // The letters of two faces are no word.
  expect(row('trois').querySelector('[aria-hidden="true"]')?.querySelectorAll('img')).toHaveLength(1);
  // A row that a finger moves is a list that scrolls.
  expect(row('trois').draggable).toBe(false);
});

test('A conversation in which nobody else is left has a face of nobody, and the name of one who is gone, in each language', async () => {
  await show([talk('parti', [camille]), talk('vide', [camille], { isGroup: true })]);
  expect(row('parti').textContent).toBe('?Utilisateur suppriméAucun message');
  expect(row('vide').textContent).toMatch(/^\?Groupe/);
  onTestFinished(() => setLanguage('fr'));
  await act(() => setLanguage('en'));
  expect(row('parti').querySelector('[title]')?.getAttribute('title')).toBe('Deleted user');
  expect(row('parti').textContent).toMatch(/^\?Deleted user/);
  expect(addressees(talk('parti', [camille]), 'camille')).toBe('Deleted user');
});

test('A conversation’s row says that it is unread where no count does, and shows threads and drafts by a sign', async () => {
  const state = { channelId: null, workspaceId: null, seq: 9, read: 2, first: { _id: 'm3', position: 3 }, mentions: 0 };
  const unread = [{ ...state, level: 'all', muted: false, conversationId: 'deux', messages: 0 }];
  const parent = { channelId: null, conversationId: 'deux' };
  const threads = [
    { ...state, level: 'all', muted: false, conversationId: null, threadId: 'fil', messages: 1, parent },
  ];
  await show([talk('deux', [camille, karim])], { 'GET /unread': () => json(200, { unread, threads }) });
  onTestFinished(() => act(() => type('deux', '')));
  act(() => type('deux', 'À suivre'));
  await waitFor(() => expect(row('deux').textContent).toMatch(/Non luefils non lusbrouillon$/));
  expect([...row('deux').querySelectorAll('svg')].map(icon => icon.classList.value)).toEqual([
    expect.stringContaining('message-square-text'),
    expect.stringContaining('pencil'),
  ]);
});

test('A conversation is asked for as any part of its row is pressed', async () => {
  const calls = await show([talk('deux', [camille, karim])]);
  fireEvent.pointerDown(within(row('deux')).getByText('Karim Benali'), { button: 0 });
  const asked = () =>
    calls.filter(call => call.asked.startsWith('GET /message')).map(({ query }) => query.conversationId);
  await waitFor(() => expect(asked()).toEqual(['deux']));
});

const group = talk('groupe', [camille, karim, leonie], { title: 'Midi' });

function Entries({ of }: { of: Conversation }) {
  const entries = useConversationMenu().items(of);
  const said = entries.map(entry =>
    typeof entry === 'object' ? entry && 'label' in entry && `${entry.label}${entry.danger ? ' !' : ''}` : entry,
  );
  const icons = entries.flatMap(entry =>
    typeof entry === 'object' && entry && 'icon' in entry ? [<span key={entry.label}>{entry.icon}</span>] : [],
  );
  return (
    <>
      <p>{said.filter(Boolean).join(', ')}</p>
      <p data-icons>{icons}</p>
      <MenuEntries entries={entries} />
    </>
  );
}

test('A conversation’s menu mutes that conversation, and sets apart what is dangerous', async () => {
  const calls = serve(camille, { 'PUT /unread/level': () => json(200, { unread: {} }) });
  open(
    [{ path: '*', element: [group, talk('deux', [camille, karim])].map(of => <Entries key={of._id} of={of} />) }],
    '/',
  );
  expect(screen.getAllByText(/Renommer, /).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(
      /^Ajouter des personnes, Renommer, separator, .*, separator, Quitter la conversation !, Supprimer !$/,
    ),
    expect.stringMatching(/^Renommer, separator, .*, separator, Masquer$/),
  ]);
  const icons = [...document.querySelectorAll('[data-icons]')].map(of =>
    [...of.querySelectorAll('svg')].map(icon => icon.getAttribute('class')?.match(/lucide-([a-z0-9-]+)/)?.[1]),
  );
  expect(icons).toEqual([
    ['user-plus', 'pencil', 'check-check', 'bell', 'volume-x', 'log-out', 'trash'],
    ['pencil', 'check-check', 'bell', 'volume-x', 'eye-off'],
  ]);
  fireEvent.click(screen.getAllByText('Mettre en sourdine')[0] as HTMLElement);
  const sent = () => calls.filter(call => call.asked.startsWith('PUT')).map(({ body }) => body);
  await waitFor(() => expect(sent()).toEqual([{ conversationId: 'groupe', muted: true }]));
});

const leave = () => {};
/** Returns a dialog's question: its words, and the button that Enter presses. */
async function asked() {
  const dialog = await screen.findByRole('alertdialog');
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  const said = [dialog.textContent, document.activeElement?.textContent];
  fireEvent.click(within(dialog).getByRole('button', { name: /^(Annuler|OK)$/ }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  return said;
}

test('What hides, deletes or leaves a conversation says what becomes of it, and Enter confirms nothing that is dangerous', async () => {
  serve(camille);
  open([{ path: '*', element: null }], '/');
  act(() => void hideConversation(talk('deux', [camille, karim]), leave));
  expect(await asked()).toEqual([expect.stringMatching(/^Masquer cette conversation.*Rien n’est supprimé/), 'Masquer']);
  act(() => void removeConversation(group, leave));
  expect(await asked()).toEqual([expect.stringMatching(/^Êtes-vous sûr.*irréversible/), 'Annuler']);
  act(() => void leaveConversation(group, leave));
  expect(await asked()).toEqual([expect.stringMatching(/^Quitter Midi.*Vous ne verrez plus ses messages/), 'Annuler']);
  let refusal = Promise.resolve();
  act(() => {
    refusal = renameConversation(talk('deux', [camille, karim]));
  });
  expect(useDialogs.getState().pending[0]?.options).toMatchObject({ type: 'warning' });
  expect(await asked()).toEqual([expect.stringMatching(/^Non autorisé/), 'OK']);
  // No name is requested after that.
  await answered(refusal);
});

test('A group that was deleted says so under a title, and one that could not be under another', async () => {
  let fails = false;
  serve(camille, {
    'DELETE /conversation/groupe': () => (fails ? refused(403, 'Pas vous.') : json(200, { message: 'C’est fait.' })),
  });
  open([{ path: '*', element: null }], '/');
  const remove = async () => {
    act(() => void removeConversation(group, leave));
    fireEvent.click(await screen.findByRole('button', { name: 'Oui, supprimer' }));
  };
  await remove();
  const done = { type: 'success', title: 'Supprimé !', message: 'C’est fait.' };
  await waitFor(() => expect(useAlerts.getState().alerts).toMatchObject([done]));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  fails = true;
  await remove();
  expect(await screen.findByRole('alertdialog', { name: 'Erreur' })).toBeDefined();
  expect(useDialogs.getState().pending[0]?.options).toMatchObject({ type: 'error' });
});

test('The dialog that chooses people says what they will see, and that it searches while it shows those found before', async () => {
  let answer = () => {};
  const held = new Promise<void>(done => {
    answer = done;
  });
  serve(camille, {
    'GET /user': async (_body, { searchParams }) => {
      if (searchParams.has('search')) await held;
      return json(200, { users: [person('lea', 'Léa', 'Riou')] });
    },
  });
  const words = { title: 'Ajouter', lead: 'Elles verront tout.', submit: 'Ajouter', cancel: 'Annuler' };
  open(
    [{ path: '*', element: <PeopleDialog words={words} apart={[]} onClose={leave} onChosen={async () => {}} /> }],
    '/',
  );
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByRole('checkbox', { name: /Léa Riou/ });
  expect(within(dialog).getByText('Elles verront tout.')).toBeDefined();
  expect(within(dialog).getByRole('group', { name: 'Personnes à réunir' })).toBeDefined();
  const field = within(dialog).getByRole('searchbox');
  const signs = () => field.parentElement?.querySelectorAll('svg').length;
  const atRest = signs();
  fireEvent.change(field, { target: { value: 'lé' } });
  await waitFor(() => expect(signs()).not.toBe(atRest));
  answer();
  await waitFor(() => expect(signs()).toBe(atRest));
});

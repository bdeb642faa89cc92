// @vitest-environment jsdom
import type { Message } from '@palabre/common/contract/messages.ts';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../../../platform/i18n.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { UiHost } from '../../../ui/UiHost.tsx';
import { noteEmoji } from '../../reactions/recent.ts';
import type { Reader } from '../message-actions.ts';
import { type OutboxEntry, useOutbox } from '../outbox/outbox.ts';
import { loadMarkdown } from '../text/MessageText.tsx';
import { MessageList } from './MessageList.tsx';
import { rowsOf } from './rows.ts';

const camille = '018f0000-0000-7000-8000-00000000000a';
const karim = '018f0000-0000-7000-8000-00000000000b';

/** jsdom lays nothing out: all rows are drawn, none moves. */
class Unmeasured {
  observe(): void {}
  disconnect(): void {}
}

beforeEach(async () => {
  vi.stubGlobal('ResizeObserver', Unmeasured);
  await loadMarkdown();
});

afterEach(() => {
  localStorage.clear();
  act(() => useDialogs.setState({ pending: [] }));
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

let position = 0;
function message(senderId: string, time: string, content: string, more: Partial<Message> = {}): Message {
  position += 1;
  return {
    _id: `018f0000-0000-7000-8000-${String(position).padStart(12, '0')}`,
    content,
    time,
    channelId: 'c',
    conversationId: null,
    updated: false,
    sender: { _id: senderId, firstName: senderId === camille ? 'Camille' : 'Karim', lastName: 'B', avatar: null },
    reactions: [],
    fileAttachments: [],
    pinned: false,
    nonce: null,
    position,
    seq: position,
    ...more,
  };
}

/** A member without a role, in a place where they may write. */
const reader: Reader = { member: { userId: camille, isMember: true, isOwner: false, roles: [] }, mayWrite: true };

async function show(messages: Message[], pending: OutboxEntry[] = [], reads: Partial<Reader> = {}) {
  const desk = {
    reader: { ...reader, ...reads },
    edit: vi.fn(),
    reply: vi.fn(),
    toggle: vi.fn(),
    react: vi.fn(),
  };
  useOutbox.setState({ entries: pending });
  const nothing = () => {};
  render(
    <MessageList
      label="Messages de #général"
      rows={rowsOf({ messages, pending, userId: camille, readUpTo: null })}
      userId={camille}
      myself={{ firstName: 'Camille', lastName: 'B', avatar: null }}
      colourOf={() => undefined}
      names={new Map()}
      editingKey={null}
      loadingOlder={false}
      hasOlder={false}
      hasNewer={false}
      jump={null}
      onJumped={nothing}
      onOlder={nothing}
      onNewer={nothing}
      onLatest={nothing}
      onDay={nothing}
      onSeen={nothing}
      onLeave={nothing}
      desk={desk}
    />,
    { wrapper: UiHost },
  );
  await screen.findAllByRole('article');
  return desk;
}

const article = (text: string) => {
  const found = screen.getAllByRole('article').find(one => one.textContent?.includes(text));
  if (!found) throw new Error(`No message says ${text}`);
  return found;
};
/** What the menu of a message offers, beside the emoji used last. */
function offered(text: string): (string | null)[] {
  fireEvent.contextMenu(article(text), { clientX: 30, clientY: 30 });
  const items = screen.getAllByRole('menuitem').filter(item => !/^Réagir avec/.test(item.ariaLabel ?? ''));
  return items.map(item => item.textContent);
}
const now = new Date();
const today = (hours: number, minutes: number, seconds = 0) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate(), hours, minutes, seconds).toISOString();

describe('the list of messages', () => {
  it('is a log that shows the author and the hour once for messages of one minute', async () => {
    await show([message(karim, today(9, 12, 1), 'un'), message(karim, today(9, 12, 30), 'deux')]);
    expect(screen.getByRole('log').getAttribute('aria-label')).toBe('Messages de #général');
    expect(within(article('un')).getByText('Karim')).toBeTruthy();
    expect(within(article('deux')).queryByText('Karim')).toBeNull();
    expect(article('deux').getAttribute('aria-label')).toBe('Karim, 09:12\u00a0: deux');
    expect(screen.getByText("Aujourd'hui")).toBeTruthy();
  });

  it('marks what was modified, and names a sender without first name by their id', async () => {
    const nameless = { _id: karim, firstName: '', lastName: '', avatar: null };
    await show([message(karim, today(9, 12), 'un', { updated: true, sender: nameless })]);
    expect(within(article('un')).getByText('(modifié)')).toBeTruthy();
    expect(within(article('un')).getByText('018f0')).toBeTruthy();
  });

  it('says of whom and of what has gone that it has, in the language of the interface', async () => {
    const gone = { _id: karim, firstName: 'Utilisateur supprimé', lastName: '', avatar: null };
    const messages = [message(karim, today(9, 12), '', { sender: gone })];
    await show(messages);
    expect(within(article('Message effacé')).getByText('Utilisateur supprimé')).toBeTruthy();
    cleanup();
    await setLanguage('en');
    await show(messages);
    expect(within(article('Message erased')).getByText('Deleted user')).toBeTruthy();
    await setLanguage('fr');
  });

  it('shows a spoiler when it is clicked, and hides it again', async () => {
    await show([message(karim, today(9, 12), 'la fin\u00a0: ||il meurt||')]);
    const spoiler = screen.getByRole('button', { name: 'Contenu masqué, afficher' });
    fireEvent.click(spoiler);
    expect(spoiler.getAttribute('aria-expanded')).toBe('true');
    fireEvent.keyDown(spoiler, { key: 'Enter' });
    expect(spoiler.getAttribute('aria-expanded')).toBe('false');
  });

  it('offers in its menu to edit and delete one’s own messages only, and to report those of others', async () => {
    await show([message(karim, today(9, 12), 'le sien'), message(camille, today(9, 13), 'le mien')]);
    expect(offered('le sien')).toEqual([
      'Réagir',
      'Répondre',
      'Épingler',
      'Copier le texte',
      'Copier le lien',
      'Marquer comme non lu à partir d’ici',
      'Signaler',
    ]);
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
    expect(offered('le mien')).toEqual([
      'Réagir',
      'Répondre',
      'Modifier',
      'Épingler',
      'Copier le texte',
      'Copier le lien',
      'Supprimer',
    ]);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Supprimer' }));
    expect(screen.queryByRole('menu')).toBeNull();
    expect(await screen.findByRole('alertdialog', { name: 'Supprimer ce message\u202f?' })).toBeTruthy();
  });

  it('offers to delete what others wrote to who runs the workspace, and names whose it is', async () => {
    await show([message(karim, today(9, 12), 'le sien')], [], { member: { ...reader.member, isOwner: true } });
    expect(offered('le sien')).toContain('Supprimer');
    expect(offered('le sien')).not.toContain('Modifier');
    fireEvent.click(screen.getByRole('menuitem', { name: 'Supprimer' }));
    expect(await screen.findByRole('alertdialog', { name: 'Supprimer le message de Karim\u202f?' })).toBeTruthy();
  });

  it('offers no answer where one may not write, and to unpin what is pinned', async () => {
    await show([message(karim, today(9, 12), 'le sien', { pinned: true })], [], { mayWrite: false });
    expect(offered('le sien')).toEqual([
      'Réagir',
      'Désépingler',
      'Copier le texte',
      'Copier le lien',
      'Marquer comme non lu à partir d’ici',
      'Signaler',
    ]);
    expect(within(article('le sien')).getByRole('img', { name: 'Épinglé' })).toBeTruthy();
  });

  it('has beside the message under the pointer the three emoji used last, what is done most, and the menu', async () => {
    noteEmoji(camille, '🎉');
    noteEmoji(camille, ':tilleul:');
    const desk = await show([message(karim, today(9, 12), 'le sien')]);
    fireEvent.pointerMove(article('le sien'), { pointerType: 'mouse', clientX: 5, clientY: 5 });
    const bar = within(screen.getByRole('toolbar', { name: 'Actions sur le message' }));
    expect(bar.getAllByRole('button').map(button => button.getAttribute('aria-label'))).toEqual([
      'Réagir avec :tilleul:',
      'Réagir avec 🎉',
      'Réagir avec 👍',
      'Réagir',
      'Répondre',
      'Épingler',
      'Autres actions',
    ]);
    fireEvent.click(bar.getByRole('button', { name: 'Réagir avec 🎉' }));
    expect(desk.toggle.mock.calls.map(([row, emoji]) => [row.content, emoji])).toEqual([['le sien', '🎉']]);
    fireEvent.click(bar.getByRole('button', { name: 'Réagir' }));
    expect(desk.react.mock.calls.map(([row]) => row.content)).toEqual(['le sien']);
    fireEvent.click(bar.getByRole('button', { name: 'Autres actions' }));
    expect(within(screen.getByRole('menu')).getByRole('menuitem', { name: 'Copier le lien' })).toBeTruthy();
  });

  it('is acted on by keys: R answers, + reacts, and what is under it is one Tab away', async () => {
    const reactions = [{ reaction: '👍', usersId: [camille, karim] }];
    const desk = await show([message(karim, today(9, 12), 'le sien', { reactions })]);
    act(() => screen.getByRole('log').focus());
    fireEvent.keyDown(article('le sien'), { key: 'r' });
    fireEvent.keyDown(article('le sien'), { key: '+' });
    expect([desk.reply.mock.calls.length, desk.react.mock.calls.length]).toEqual([1, 1]);
    const group = within(article('le sien')).getByRole('group', { name: 'Réactions' });
    expect(
      within(group)
        .getAllByRole('button')
        .map(button => button.tabIndex),
    ).toEqual([0, 0]);
    const chip = within(group).getByRole('button', { name: '👍\u00a0: 2 personnes', pressed: true });
    fireEvent.click(chip);
    expect(desk.toggle.mock.calls.map(([row, emoji]) => [row.content, emoji])).toEqual([['le sien', '👍']]);
  });

  it('hides the menu 100 ms after the pointer has left both the message and the menu', async () => {
    await show([message(camille, today(9, 12), 'le mien')]);
    vi.useFakeTimers();
    const mouse = { pointerType: 'mouse' };
    fireEvent.contextMenu(article('le mien'), { clientX: 30, clientY: 30 });
    fireEvent.pointerLeave(article('le mien'), mouse);
    act(() => vi.advanceTimersByTime(90));
    fireEvent.pointerEnter(screen.getByRole('menu'), mouse);
    act(() => vi.advanceTimersByTime(500));
    expect(screen.queryByRole('menu')).not.toBeNull();
    fireEvent.pointerLeave(screen.getByRole('menu'), mouse);
    act(() => vi.advanceTimersByTime(99));
    expect(screen.queryByRole('menu')).not.toBeNull();
    act(() => vi.advanceTimersByTime(1));
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('has one tab stop, from which E edits and Delete deletes one’s own messages only', async () => {
    const desk = await show([message(karim, today(9, 12), 'le sien'), message(camille, today(9, 13), 'le mien')]);
    const stops = () => [screen.getByRole('log'), ...screen.getAllByRole('article')].map(one => one.tabIndex);
    expect(stops()).toEqual([0, -1, -1]);
    act(() => screen.getByRole('log').focus());
    expect(document.activeElement).toBe(article('le mien'));
    expect(stops()).toEqual([-1, -1, 0]);
    fireEvent.keyDown(article('le mien'), { key: 'e' });
    expect(desk.edit.mock.calls.map(([row]) => row.content)).toEqual(['le mien']);
    act(() => article('le sien').focus());
    fireEvent.keyDown(article('le sien'), { key: 'e' });
    fireEvent.keyDown(article('le sien'), { key: 'Delete' });
    expect(desk.edit).toHaveBeenCalledOnce();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    act(() => article('le mien').focus());
    fireEvent.keyDown(article('le mien'), { key: 'Delete' });
    expect(await screen.findByRole('alertdialog')).toBeTruthy();
  });

  it('shows what is on its way greyed, and what was refused with its reason and three ways out', async () => {
    const entry = { userId: camille, place: { channelId: 'c' }, time: today(9, 12) };
    const desk = await show(
      [],
      [
        { ...entry, nonce: 'n1', content: 'part', state: 'waiting' },
        { ...entry, nonce: 'n2', content: 'bloqué', state: 'failed', reason: 'Interdit.' },
      ],
    );
    expect(article('part').dataset.state).toBe('waiting');
    const failed = within(article('bloqué'));
    expect(failed.getByRole('alert').textContent).toContain('Message non envoyé – Interdit.');
    const press = (name: string) => fireEvent.click(failed.getByRole('button', { name }));
    press('Modifier');
    expect(desk.edit.mock.calls.map(([row]) => row.content)).toEqual(['bloqué']);
    press('Réessayer');
    expect(useOutbox.getState().entries.map(({ state }) => state)).toEqual(['waiting', 'waiting']);
    press('Supprimer');
    expect(useOutbox.getState().entries.map(({ content }) => content)).toEqual(['part']);
  });
});

// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { noteEmoji } from '../../../../workspaces/emoji/open/recent.ts';
import { article, camille, eachInList, karim, message, offered, reader, show, today } from '../test/list.tsx';

eachInList();

const thread = {
  ...{ replies: 2, lastAt: null, people: [], unread: 0, following: false, read: 0, seq: 2 },
};

describe('Actions on a message', () => {
  it('Actions on a message edit and delete own messages only, and report those of others', async () => {
    await show([message(karim, today(9, 12), 'le sien'), message(camille, today(9, 13), 'le mien')]);
    expect(offered('le sien')).toEqual([
      'Réagir',
      'Répondre',
      'Répondre dans un fil',
      'Épingler',
      'Copier le texte',
      'Copier le lien',
      'Me le rappeler',
      'Marquer comme non lu à partir d’ici',
      'Signaler',
    ]);
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
    expect(offered('le mien')).toEqual([
      'Réagir',
      'Répondre',
      'Répondre dans un fil',
      'Modifier',
      'Épingler',
      'Copier le texte',
      'Copier le lien',
      'Me le rappeler',
      'Supprimer',
    ]);
    // What destroys looks so.
    const look = (name: string) => screen.getByRole('menuitem', { name }).className;
    expect(['Copier le lien', 'Supprimer'].map(name => look(name) === look('Modifier'))).toEqual([true, false]);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Supprimer' }));
    expect(screen.queryByRole('menu')).toBeNull();
    expect(await screen.findByRole('alertdialog', { name: 'Supprimer ce message\u202f?' })).toBeTruthy();
  });

  it('Actions on a message let a workspace’s owner delete others’ messages, naming their author', async () => {
    await show([message(karim, today(9, 12), 'le sien')], [], { member: { ...reader.member, isOwner: true } });
    expect(offered('le sien')).toContain('Supprimer');
    expect(offered('le sien')).not.toContain('Modifier');
    fireEvent.click(screen.getByRole('menuitem', { name: 'Supprimer' }));
    const sure = await screen.findByRole('alertdialog', { name: 'Supprimer le message de Karim\u202f?' });
    expect(sure.textContent).toContain('Il disparaîtra pour tout le monde.');
  });

  it('Actions on a message offer no answer where the user may not write, and unpin a pinned message', async () => {
    await show([message(karim, today(9, 12), 'le sien', { pinned: true })], [], { canWrite: false });
    expect(offered('le sien')).toEqual([
      'Réagir',
      'Désépingler',
      'Copier le texte',
      'Copier le lien',
      'Me le rappeler',
      'Marquer comme non lu à partir d’ici',
      'Signaler',
    ]);
    expect(within(article('le sien')).getByRole('img', { name: 'Épinglé' })).toBeTruthy();
  });

  it('Actions on a reply are neither a thread nor a pin; its root is marked as unread in its own place alone', async () => {
    const reply = { channelId: null, threadId: 'root', parent: { channelId: 'c', conversationId: null } };
    await show(
      [message(karim, today(9, 12), 'la racine', { thread }), message(karim, today(9, 13), 'sa réponse', reply)],
      [],
      { isThread: true },
    );
    const unread = 'Marquer comme non lu à partir d’ici';
    expect(offered('la racine')).not.toContain(unread);
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
    const actions = offered('sa réponse');
    expect(actions).toContain(unread);
    expect(actions.filter(action => /^(Épingler|Répondre dans un fil)$/.test(action ?? ''))).toEqual([]);
  });

  it('Actions on a message lead to its thread where one may only read, if it has one', async () => {
    const copyOf = { _id: 'reply', threadId: 'root' };
    const messages = [
      message(karim, today(9, 12), 'avec fil', { thread }),
      message(karim, today(9, 13), 'sans fil'),
      message(karim, today(9, 14), 'du fil', { copyOf }),
    ];
    await show(messages, [], { canWrite: false });
    expect(offered('avec fil')).toContain('Répondre dans un fil');
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
    expect(offered('sans fil')).not.toContain('Répondre dans un fil');
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
    expect(offered('du fil')).toContain('Répondre dans un fil');
  });

  it('Actions on a message stay in the window where the pointer is at its edge', async () => {
    await show([message(karim, today(9, 12), 'le sien')]);
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 300, 40));
    const at = (clientX: number, clientY: number) => {
      fireEvent.contextMenu(article('le sien'), { clientX, clientY });
      const { left, top } = screen.getByRole('menu').style;
      fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
      return [left, top];
    };
    expect(at(window.innerWidth - 5, window.innerHeight - 5)).toEqual([
      `${window.innerWidth - 308}px`,
      `${window.innerHeight - 48}px`,
    ]);
    expect(at(100, 100)).toEqual(['100px', '106px']);
  });

  it('Actions on a message give the focus back to what had it when their menu goes by itself', async () => {
    await show([message(karim, today(9, 12), 'le sien')]);
    act(() => article('le sien').focus());
    fireEvent.contextMenu(article('le sien'), { clientX: 0, clientY: 0 });
    expect(screen.getByRole('menu').contains(document.activeElement)).toBe(true);
    fireEvent.blur(window);
    expect([screen.queryByRole('menu'), document.activeElement]).toEqual([null, article('le sien')]);
  });

  it('Actions on a message show in the hover bar three recent emoji, the main actions, and the menu, before which it goes', async () => {
    noteEmoji(camille, '🎉');
    noteEmoji(camille, ':tilleul:');
    // Emoji of another workspace: not offered.
    noteEmoji(camille, ':sapin:');
    const theirs = message(karim, today(9, 12), 'le sien');
    const desk = await show([theirs]);
    fireEvent.pointerMove(article('le sien'), { pointerType: 'mouse', clientX: 5, clientY: 5 });
    const bar = within(screen.getByRole('toolbar', { name: 'Actions sur le message' }));
    expect(bar.getAllByRole('button').map(button => button.getAttribute('aria-label'))).toEqual([
      'Réagir avec :tilleul:',
      'Réagir avec 🎉',
      'Réagir avec 👍',
      'Réagir',
      'Répondre',
      'Répondre dans un fil',
      'Épingler',
      'Autres actions',
    ]);
    // By keys, its actions are reached otherwise.
    expect(new Set(bar.getAllByRole('button').map(({ tabIndex }) => tabIndex))).toEqual(new Set([-1]));
    expect(bar.getByRole('button', { name: 'Autres actions' }).getAttribute('aria-haspopup')).toBe('menu');
    fireEvent.click(bar.getByRole('button', { name: 'Réagir avec 🎉' }));
    expect(desk.toggle.mock.calls.map(([row, emoji]) => [row.content, emoji])).toEqual([['le sien', '🎉']]);
    // The emoji stay under the pointer, though the pressed emoji is the most recent now.
    noteEmoji(camille, '🎉');
    desk.shows([{ ...theirs, reactions: [{ reaction: '🎉', usersId: [camille] }] }]);
    expect(bar.getAllByRole('button')[0]?.getAttribute('aria-label')).toBe('Réagir avec :tilleul:');
    fireEvent.click(bar.getByRole('button', { name: 'Réagir' }));
    expect(desk.react.mock.calls.map(([row]) => row.content)).toEqual(['le sien']);
    fireEvent.click(bar.getByRole('button', { name: 'Autres actions' }));
    expect(within(screen.getByRole('menu')).getByRole('menuitem', { name: 'Copier le lien' })).toBeTruthy();
    expect(screen.queryByRole('toolbar')).toBeNull();
  });

  it('Actions on a message have keys: R opens a thread, Q answers, + reacts, and Tab reaches the row’s controls', async () => {
    const reactions = [{ reaction: '👍', usersId: [camille, karim] }];
    const desk = await show([message(karim, today(9, 12), 'le sien', { reactions })]);
    act(() => screen.getByRole('log').focus());
    for (const key of ['r', 'q']) fireEvent.keyDown(article('le sien'), { key });
    fireEvent.keyDown(article('le sien'), { key: '+' });
    expect([desk.openThread, desk.reply, desk.react].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
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

  it('Actions on a message are a sheet on a phone, six recent emoji first', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(width < 640px)' }));
    const isOwner = { member: { ...reader.member, isOwner: true } };
    const desk = await show([message(karim, today(9, 12), 'le sien')], [], isOwner);
    fireEvent.contextMenu(article('le sien'), { clientX: 40, clientY: 40 });
    const menu = await screen.findByRole('menu', { name: 'Actions sur le message' });
    const names = within(menu)
      .getAllByRole('menuitem')
      .map(item => item.getAttribute('aria-label') ?? item.textContent);
    expect(names.slice(0, 8)).toEqual([
      ...['👍', '❤️', '😂', '🎉', '🙏', '👏'].map(emoji => `Réagir avec ${emoji}`),
      'Réagir',
      'Répondre',
    ]);
    const look = (name: string) => within(menu).getByRole('menuitem', { name }).className;
    expect(['Copier le lien', 'Supprimer'].map(name => look(name) === look('Répondre'))).toEqual([true, false]);
    // The scrim keeps the pointer from the message: the sheet stays.
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fireEvent.pointerLeave(screen.getByRole('log'), { pointerType: 'mouse' });
    await act(() => vi.advanceTimersByTimeAsync(150));
    vi.useRealTimers();
    expect(screen.getByRole('menu')).toBe(menu);
    const answer = within(menu).getByRole('menuitem', { name: 'Répondre' });
    fireEvent.pointerDown(answer);
    fireEvent.click(answer);
    await waitFor(() => expect(desk.reply.mock.calls.map(([row]) => row.content)).toEqual(['le sien']));
    expect(screen.queryByRole('menu')).toBeNull();
    fireEvent.contextMenu(article('le sien'), { clientX: 40, clientY: 40 });
    const heart = await screen.findByRole('menuitem', { name: 'Réagir avec ❤️' });
    fireEvent.pointerDown(heart);
    fireEvent.click(heart);
    expect(desk.toggle.mock.calls.map(([row, emoji]) => [row.content, emoji])).toEqual([['le sien', '❤️']]);
    vi.unstubAllGlobals();
  });

  it('Actions on a message are signs, each named by its tip, where one hovers, and words where one does not', async () => {
    await show([message(karim, today(9, 12), 'le sien')]);
    const link = () => {
      fireEvent.contextMenu(article('le sien'), { clientX: 30, clientY: 30 });
      const { dataset } = screen.getByRole('menuitem', { name: 'Copier le lien' });
      const isNamed = screen.getByRole('menu').dataset.named;
      fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
      return [dataset.tip, isNamed];
    };
    expect(link()).toEqual([undefined, 'true']);
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(hover: hover)' }));
    expect(link()).toEqual(['Copier le lien', undefined]);
  });

  it('Actions on a message are walked through by arrows, and leave the focus to their message', async () => {
    const desk = await show([message(camille, today(9, 12), 'le mien')]);
    const row = article('le mien');
    const open = () => {
      act(() => row.focus());
      // By the menu key, which has no position.
      fireEvent.contextMenu(row, { clientX: 0, clientY: 0 });
    };
    const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
    const name = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
    open();
    expect(name()).toBe('Réagir avec 👍');
    expect(screen.getByRole('menu').getAttribute('aria-orientation')).toBe('horizontal');
    press('ArrowLeft');
    expect(name()).toBe('Supprimer');
    press('ArrowRight');
    press('ArrowDown');
    expect(name()).toBe('Réagir avec ❤️');
    press('ArrowUp');
    expect(name()).toBe('Réagir avec 👍');
    for (const key of ['Escape', 'Tab']) {
      expect(press(key)).toBe(false);
      expect([screen.queryByRole('menu'), document.activeElement]).toEqual([null, row]);
      open();
    }
    fireEvent.click(screen.getByRole('menuitem', { name: 'Réagir avec 👍' }));
    expect(desk.toggle.mock.calls.map(([of, emoji]) => [of.content, emoji])).toEqual([['le mien', '👍']]);
    expect([screen.queryByRole('menu'), document.activeElement]).toEqual([null, row]);
    open();
    fireEvent.click(screen.getByRole('menuitem', { name: 'Réagir' }));
    expect(desk.react.mock.calls.map(([, anchor]) => anchor)).toEqual([row]);
  });

  it('Actions on a message go by a press beside them, and when the window is left', async () => {
    await show([message(camille, today(9, 12), 'le mien')]);
    const menu = () => screen.queryByRole('menu');
    offered('le mien');
    fireEvent.pointerDown(screen.getByRole('menuitem', { name: 'Copier le lien' }));
    expect(menu()).not.toBeNull();
    fireEvent.pointerDown(document.body);
    expect(menu()).toBeNull();
    offered('le mien');
    fireEvent.blur(window);
    expect(menu()).toBeNull();
  });

  it('Actions on a deleted message are those of its thread alone, and none in the thread itself', async () => {
    const gone = { deleted: true as const, thread };
    const desk = await show([message(karim, today(9, 12), '', gone)]);
    const row = article('Message supprimé');
    expect(row.getAttribute('aria-label')).toBe('Message supprimé, 09:12\u00a0: 2 réponses');
    expect(offered('Message supprimé')).toEqual(['Répondre dans un fil']);
    fireEvent.click(within(row).getByRole('button', { name: 'fil d’un message supprimé, 2 réponses' }));
    expect(desk.openThread.mock.calls.map(([id]) => id)).toEqual([row.dataset.row]);
    cleanup();
    await show([message(karim, today(9, 12), '', gone)], [], { isThread: true });
    fireEvent.contextMenu(article('Message supprimé'), { clientX: 30, clientY: 30 });
    expect(screen.queryByRole('menu')).toBeNull();
    expect(screen.queryByRole('button', { name: /^fil/ })).toBeNull();
  });

  it('Actions on a deleted message offer no reaction in the sheet of a phone either', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(width < 640px)' }));
    const desk = await show([message(karim, today(9, 12), '', { deleted: true, thread })]);
    fireEvent.contextMenu(article('Message supprimé'), { clientX: 40, clientY: 40 });
    const items = within(await screen.findByRole('menu')).getAllByRole('menuitem');
    expect(items.map(item => item.getAttribute('aria-label') ?? item.textContent)).toEqual(['Répondre dans un fil']);
    fireEvent.pointerDown(items[0] as HTMLElement);
    fireEvent.click(items[0] as HTMLElement);
    await waitFor(() => expect(desk.openThread).toHaveBeenCalledOnce());
  });

  it('A reply that its place shows too leads to itself in its thread, by its line and by R', async () => {
    const copyOf = { _id: 'reply', threadId: 'root' };
    const replyTo = { _id: 'm', sender: null, excerpt: '', files: 0, calls: null };
    const quoting = message(karim, today(9, 14), 'en citant', { copyOf, replyTo });
    const desk = await show([message(karim, today(9, 12), 'aussi ici', { copyOf }), quoting]);
    // The quoted message is in its thread.
    expect(within(article('en citant')).queryByText('Message supprimé')).toBeNull();
    const line = within(article('aussi ici')).getByRole('button', { name: 'a répondu dans un fil' });
    expect(line.tabIndex).toBe(-1);
    fireEvent.click(line);
    act(() => article('aussi ici').focus());
    expect(line.tabIndex).toBe(0);
    fireEvent.keyDown(article('aussi ici'), { key: 'r' });
    expect(desk.openThread.mock.calls).toEqual([
      ['root', 'reply'],
      ['root', 'reply'],
    ]);
  });

  it('Actions on a message hide their menu 100 ms after the pointer has left message and menu', async () => {
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

  it('Actions on a message are neither kept nor closed by a finger that comes into their menu or leaves it', async () => {
    await show([message(camille, today(9, 12), 'le mien')]);
    vi.useFakeTimers();
    const finger = { pointerType: 'touch' };
    fireEvent.contextMenu(article('le mien'), { clientX: 30, clientY: 30 });
    const menu = screen.getByRole('menu');
    // It is the menu of the page, and has none of the browser's.
    expect(fireEvent.contextMenu(menu)).toBe(false);
    fireEvent.pointerLeave(menu, finger);
    act(() => vi.advanceTimersByTime(500));
    expect(screen.queryByRole('menu')).toBe(menu);
    fireEvent.pointerLeave(menu, { pointerType: 'mouse' });
    fireEvent.pointerEnter(menu, finger);
    act(() => vi.advanceTimersByTime(500));
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('Actions on a message keep their menu while new messages move the list, and close it on scroll', async () => {
    await show([message(camille, today(9, 12), 'le mien'), message(karim, today(9, 13), 'le sien')]);
    vi.useFakeTimers();
    const mouse = { pointerType: 'mouse', clientX: 30, clientY: 30 };
    fireEvent.pointerMove(article('le mien'), mouse);
    fireEvent.contextMenu(article('le mien'), mouse);
    // The list moves under the resting pointer.
    fireEvent.pointerOver(article('le sien'), mouse);
    act(() => vi.advanceTimersByTime(500));
    expect(screen.queryByRole('menu')).not.toBeNull();
    fireEvent.scroll(screen.getByRole('log'), { target: { scrollTop: 40 } });
    expect(screen.queryByRole('menu')).toBeNull();

    fireEvent.contextMenu(article('le mien'), mouse);
    fireEvent.pointerMove(article('le sien'), { ...mouse, clientY: 60 });
    act(() => vi.advanceTimersByTime(100));
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('Actions on a message are reached from one tab stop, where E edits and Delete deletes own messages only', async () => {
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
});

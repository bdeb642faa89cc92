// @vitest-environment jsdom
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../../../../platform/words/i18n.ts';
import { useOutbox } from '../../outbox/open/outbox.ts';
import { article, camille, eachInList, karim, message, show, today } from './test/list.tsx';

eachInList();

describe('The message list', () => {
  it('The message list is a log that shows author and time once per minute', async () => {
    const time = today(9, 12, 1);
    const sender = { _id: karim, firstName: 'Karim', lastName: 'B', avatar: '/files/karim.png' };
    const [first, second] = [message(karim, time, 'un', { sender }), message(karim, today(9, 12, 30), 'deux')];
    await show([first, second, message(camille, time, 'trois')]);
    expect(screen.getByRole('log').getAttribute('aria-label')).toBe('Messages de #général');
    expect(screen.getByRole('log').getAttribute('aria-relevant')).toBe('additions');
    // With their picture, and in the colour of their role.
    expect(article('un').querySelector('img')?.getAttribute('src')).toBe('/files/karim.png');
    expect(within(article('un')).getByText('Karim').style.color).toBe('rgb(29, 78, 137)');
    expect(within(article('trois')).getByText('Camille').style.color).toBe('');
    expect(within(article('un')).getByText('Karim')).toBeTruthy();
    expect(within(article('deux')).queryByText('Karim')).toBeNull();
    expect(article('deux').getAttribute('aria-label')).toBe('Karim, 09:12\u00a0: deux');
    const at = article('un').querySelector('time');
    expect([at?.dateTime, at?.title]).toEqual([time, '22 novembre 2026 à 09:12']);
    expect(screen.getByText("Aujourd'hui")).toBeTruthy();
  });

  it('The message list begins with the place’s face, name, maker and action, once nothing older exists', async () => {
    const run = vi.fn();
    const action = { label: 'Inviter des personnes', icon: null, run };
    const facts = { face: <i>#</i>, name: 'général', made: 'Salon public, créé le 3 mars 2026', action };
    await show([message(karim, today(9, 12), 'un')], [], {}, { facts, hasOlder: true });
    expect(screen.queryByRole('heading', { name: 'général' })).toBeNull();
    cleanup();
    await show([message(karim, today(9, 12), 'un')], [], {}, { facts });
    const heading = screen.getByRole('heading', { name: 'général' });
    expect(heading.parentElement?.textContent).toBe('#généralSalon public, créé le 3 mars 2026Inviter des personnes');
    expect(heading.compareDocumentPosition(article('un')) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    const invite = screen.getByRole('button', { name: 'Inviter des personnes' });
    expect([heading.title, heading.dir, invite.tabIndex]).toEqual(['général', 'auto', -1]);
    act(() => article('un').focus());
    expect(invite.tabIndex).toBe(0);
    fireEvent.click(invite);
    // The action gets its button, to open beside it.
    expect(run.mock.calls).toEqual([[invite]]);
  });

  it('The message list passes the focus of a deleted message to the next one, and of the last one to the one before', async () => {
    const [one, two, three, four] = ['un', 'deux', 'trois', 'quatre'].map((content, n) =>
      message(karim, today(9, 12 + n), content),
    ) as [Message, Message, Message, Message];
    const { shows } = await show([one, two, three, four]);
    act(() => article('deux').focus());
    shows([one, three, four]);
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/trois$/);
    act(() => article('quatre').focus());
    shows([one, three]);
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/trois$/);
  });

  it('The message list marks edited messages, and names a sender without first name by their id', async () => {
    const nameless = { _id: karim, firstName: '', lastName: '', avatar: null };
    await show([message(karim, today(9, 12), 'un', { updated: true, sender: nameless })]);
    expect(within(article('un')).getByText('(modifié)')).toBeTruthy();
    expect(within(article('un')).getByText('018f0')).toBeTruthy();
  });

  it('The message list marks and dates those under another of the same minute too, whose time shows where the mouse is', async () => {
    await show([
      message(karim, today(9, 12, 1), 'un'),
      message(karim, today(9, 12, 30), 'deux', { updated: true, pinned: true }),
    ]);
    expect([article('un'), article('deux')].map(({ dataset }) => dataset.marked)).toEqual([undefined, 'true']);
    const second = within(article('deux'));
    expect(second.getByText('(modifié)').contains(second.getByRole('img', { name: 'Épinglé' }))).toBe(true);
    expect(second.queryByText('09:12')).toBeNull();
    fireEvent.pointerMove(article('deux'), { pointerType: 'mouse', clientX: 5, clientY: 5 });
    expect(second.getByText('09:12')).toBeTruthy();
    fireEvent.pointerLeave(screen.getByRole('log'), { pointerType: 'mouse' });
    expect(second.queryByText('09:12')).toBeNull();
    act(() => article('deux').focus());
    expect(second.getByText('09:12')).toBeTruthy();
    // So it does while its menu is open, wherever the focus was.
    act(() => article('un').focus());
    expect([second.queryByText('09:12'), article('deux').dataset.hovered]).toEqual([null, undefined]);
    fireEvent.contextMenu(article('deux'), { clientX: 5, clientY: 6 });
    expect([second.getByText('09:12').isConnected, article('deux').dataset.hovered]).toEqual([true, 'true']);
  });

  it('The message list names deleted users and contents in the interface’s language', async () => {
    const gone = { _id: karim, firstName: 'Utilisateur supprimé', lastName: '', avatar: null };
    const messages = [message(karim, today(9, 12), '', { sender: gone })];
    await show(messages);
    expect(within(article('Message effacé')).getByText('Utilisateur supprimé')).toBeTruthy();
    expect(article('Message effacé').getAttribute('aria-label')).toMatch(/: Message effacé$/);
    cleanup();
    await setLanguage('en');
    await show(messages);
    expect(within(article('Message erased')).getByText('Deleted user')).toBeTruthy();
    await setLanguage('fr');
  });

  it('The message list reveals a spoiler on click, and hides it again', async () => {
    await show([message(karim, today(9, 12), 'la fin\u00a0: ||il meurt||')]);
    const spoiler = screen.getByRole('button', { name: 'Contenu masqué, afficher' });
    fireEvent.click(spoiler);
    expect(spoiler.getAttribute('aria-expanded')).toBe('true');
    fireEvent.keyDown(spoiler, { key: 'Enter' });
    expect(spoiler.getAttribute('aria-expanded')).toBe('false');
  });

  it('The message list greys pending messages, and shows failed ones with the reason and three actions', async () => {
    const entry = { userId: camille, place: { channelId: 'c' }, time: today(9, 12) };
    const desk = await show(
      [],
      [
        { ...entry, nonce: 'n1', content: 'part', state: 'waiting' },
        { ...entry, nonce: 'n2', content: 'bloqué', state: 'failed', reason: 'Interdit.' },
      ],
    );
    expect(article('part').dataset.state).toBe('waiting');
    // A message on its way has no actions, neither in a menu nor by keys.
    fireEvent.contextMenu(article('part'), { clientX: 30, clientY: 30 });
    expect(screen.queryByRole('menu')).toBeNull();
    act(() => article('part').focus());
    for (const key of ['e', 'Delete']) fireEvent.keyDown(article('part'), { key });
    expect([desk.edit.mock.calls, useOutbox.getState().entries.length]).toEqual([[], 2]);
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

  it('The message list has no bar of actions over a message that is not sent, and gives no reason where there is none', async () => {
    const entry = { userId: camille, place: { channelId: 'c' }, time: today(9, 12), state: 'failed' as const };
    await show([], [{ ...entry, nonce: 'n', content: 'perdu' }]);
    expect(within(article('perdu')).getByText('Message non envoyé')).toBeTruthy();
    fireEvent.pointerMove(article('perdu'), { pointerType: 'mouse', clientX: 5, clientY: 5 });
    expect(article('perdu').dataset.hovered).toBe('true');
    expect(screen.queryByRole('toolbar')).toBeNull();
  });

  it('The message list says what a message holds beside its text: files, replies, that its author is a guest', async () => {
    const file = { _id: 'f', name: 'plan.pdf', type: 'application/pdf', size: 1, url: '/api/file/f/plan.pdf' };
    const fileAttachments = [{ ...file, width: null, height: null, thumbnail: null }];
    const thread = { replies: 1, lastAt: null, people: [], unread: 0, following: false, read: 0, seq: 1 };
    const sender = { _id: karim, firstName: 'Karim', lastName: 'B', avatar: null, guest: true as const };
    await show([
      message(karim, today(9, 12), 'un', { sender, fileAttachments, thread }),
      message(karim, today(9, 13), 'à tous', { mentionsEveryone: true }),
      message(camille, today(9, 14), 'de moi', { mentionsEveryone: true }),
    ]);
    expect(article('un').getAttribute('aria-label')).toBe('Karim (invité), 09:12\u00a0: un, plan.pdf, 1 réponse');
    expect(within(article('un')).getByText('Invité')).toBeTruthy();
    expect(article('à tous').dataset.everyone).toBe('true');
    expect(['un', 'à tous', 'de moi'].map(text => article(text).dataset.called)).toEqual([
      undefined,
      'true',
      undefined,
    ]);
  });

  it('The message list opens the profile of who wrote a message, sent or on its way, beside their name', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ code: 'not_found', message: 'Non.' }, { status: 404 }));
    const entry = { userId: camille, place: { channelId: 'c' }, time: today(9, 14), state: 'waiting' as const };
    await show([message(karim, today(9, 12), 'un')], [{ ...entry, nonce: 'n', content: 'part' }]);
    fireEvent.click(within(article('un')).getByRole('button', { name: 'Karim' }));
    const profile = await screen.findByRole('dialog', { name: 'Profil de Karim B' });
    fireEvent.keyDown(profile, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(within(article('part')).getByRole('button', { name: 'Camille' }));
    expect(await screen.findByRole('dialog', { name: 'Profil de Camille B' })).toBeTruthy();
  });
});

describe('The message list in a window', () => {
  /** Gives the list a height of 400 pixels, and each row that it draws 100. */
  function measured() {
    const heightOf = ({ dataset, style }: HTMLElement) =>
      dataset.row === undefined ? Number.parseFloat(style.height || '0') : 100;
    const children = () => [...(log().firstElementChild?.children ?? [])] as HTMLElement[];
    const heights = (of: HTMLElement[]) => of.reduce((sum, one) => sum + heightOf(one), 0);
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(() => heights(children()));
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function of(this: Element) {
      const at = children().indexOf(this as HTMLElement);
      const top =
        this.getAttribute('role') === 'log' ? 0 : heights(children().slice(0, Math.max(0, at))) - log().scrollTop;
      return { top, bottom: top + (at < 0 ? 0 : heightOf(this as HTMLElement)), left: 0, right: 0 } as DOMRect;
    });
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(hover: hover)' }));
    const scroll = (by: boolean) =>
      function scrolled(this: Element, to: unknown) {
        this.scrollTop = (by ? this.scrollTop : 0) + ((to as ScrollToOptions).top ?? 0);
      } as typeof Element.prototype.scrollBy;
    Object.assign(Element.prototype, { scrollBy: scroll(true), scrollTo: scroll(false) });
  }
  const log = () => document.querySelector('[role=log]') as HTMLElement;
  const scrollTo = (top: number) => {
    log().scrollTop = top;
    fireEvent.scroll(log());
  };
  const toTop = () => scrollTo(0);
  const toEnd = () => screen.queryByRole('button', { name: 'Aller aux derniers messages' });

  it('The message list counts what comes below while one reads further up, and leads there', async () => {
    measured();
    const messages = Array.from({ length: 9 }, (_, n) => message(karim, today(9, n), `message ${n}`));
    const { shows, onOlder, onLeave } = await show(messages);
    expect([log().getAttribute('aria-live'), toEnd()]).toEqual(['polite', null]);
    // Older messages are requested before their place is in view.
    expect(onOlder).toHaveBeenCalled();
    onOlder.mockClear();
    toTop();
    expect([log().getAttribute('aria-live'), onOlder.mock.calls.length > 0]).toEqual(['off', true]);
    expect(toEnd()).not.toBeNull();
    const more = [message(karim, today(9, 13), 'encore un'), message(karim, today(9, 14), 'le dernier')];
    shows([...messages, ...more.slice(0, 1)]);
    expect(screen.getByRole('button', { name: '1 nouveau message' }).dataset.quiet).toBeUndefined();
    shows([...messages, ...more]);
    fireEvent.click(screen.getByRole('button', { name: '2 nouveaux messages' }));
    // By a key: the reader goes on reading.
    expect([document.activeElement, onLeave.mock.calls.length]).toEqual([article('le dernier'), 0]);
    expect([log().getAttribute('aria-live'), toEnd()]).toEqual(['polite', null]);
    toTop();
    expect(toEnd()?.dataset.quiet).toBe('true');
    fireEvent.click(toEnd() as HTMLElement, { detail: 1 });
    // By the mouse: the author goes on writing.
    expect(onLeave).toHaveBeenCalledOnce();
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    toTop();
    fireEvent.click(toEnd() as HTMLElement, { detail: 1 });
    // By a finger: the reader goes on reading, and no keyboard opens.
    expect([onLeave.mock.calls.length, document.activeElement]).toEqual([1, article('le dernier')]);
  });

  it('The message list asks for no older and no newer messages while none of their place is near', async () => {
    measured();
    const messages = Array.from({ length: 30 }, (_, n) => message(karim, today(8, n), `message ${n}`));
    const { onOlder, onNewer } = await show(messages, [], {}, { hasOlder: true, hasNewer: true });
    onNewer.mockClear();
    // In the middle: a thousand pixels above, and more below.
    scrollTo(1_000);
    scrollTo(1_100);
    expect([onOlder.mock.calls, onNewer.mock.calls]).toEqual([[], []]);
    toTop();
    expect([onOlder.mock.calls.length > 0, onNewer.mock.calls]).toEqual([true, []]);
  });

  const nine = () => Array.from({ length: 9 }, (_, n) => message(karim, today(9, n), `message ${n}`));

  it('The message list goes to its end when one sends something, however far up one reads', async () => {
    measured();
    const messages = nine();
    const { shows } = await show(messages);
    // Within a hundred pixels of the end, the reader is at the end.
    scrollTo(400);
    expect(toEnd()).toBeNull();
    scrollTo(399);
    expect(toEnd()).not.toBeNull();
    toTop();
    const entry = { userId: camille, place: { channelId: 'c' }, time: today(10, 0), state: 'waiting' as const };
    shows(messages, { pending: [{ ...entry, nonce: 'n', content: 'le mien' }] });
    expect([toEnd(), log().getAttribute('aria-live')]).toEqual([null, 'polite']);
    article('le mien');
  });

  it('The message list goes to the message that it is led to, a third down and with the focus, and to its end', async () => {
    measured();
    const messages = nine();
    const { shows, onJumped } = await show(messages);
    shows(messages, { jump: { to: 'message', id: messages[2]?._id ?? '' } });
    // Two rows of 100 pixels above, less a third of 400.
    expect([log().scrollTop, document.activeElement]).toEqual([67, article('message 2')]);
    expect(onJumped).toHaveBeenCalledOnce();
    shows(messages, { jump: { to: 'end' } });
    expect([log().scrollTop, toEnd(), onJumped.mock.calls.length]).toEqual([500, null, 2]);
    // One that is gone leads nowhere, and is waited for no longer.
    shows(messages, { jump: { to: 'message', id: 'gone' } });
    expect([log().scrollTop, onJumped.mock.calls.length]).toEqual([500, 3]);
  });

  it('The message list that has missed messages begins at the first of them, and follows those that come while it is looked at', async () => {
    measured();
    const messages = nine();
    const { shows } = await show(messages);
    const more = (from: number) =>
      Array.from({ length: 9 }, (_, n) => message(karim, today(10, from + n), `suite ${from + n}`));
    const watched = [...messages, ...more(0)];
    shows(watched);
    expect(toEnd()).toBeNull();
    const last = watched.at(-1)?.position ?? 0;
    shows([...watched, ...more(9)], { readUpTo: last, jump: { to: 'news' } });
    expect(toEnd()).not.toBeNull();
    expect(screen.getByText('Nouveaux messages')).toBeTruthy();
    // A third of 400 pixels down, with its line above it.
    const { top } = article('suite 9').getBoundingClientRect();
    expect([top > 100, top < 200]).toEqual([true, true]);
  });

  it('The message list that has missed messages begins at the first of them where that one was in view already', async () => {
    measured();
    const [messages, last] = [nine(), message(karim, today(9, 30), 'la dernière')];
    const { shows } = await show(messages);
    const watched = [...messages, last];
    shows(watched);
    expect(toEnd()).toBeNull();
    const more = Array.from({ length: 9 }, (_, n) => message(karim, today(10, n), `suite ${n}`));
    shows([...watched, ...more], { readUpTo: last.position - 1, jump: { to: 'news' } });
    expect(toEnd()).not.toBeNull();
    const { top } = article('la dernière').getBoundingClientRect();
    expect([top > 100, top < 200]).toEqual([true, true]);
  });

  it('The message list of a page that was hidden shows the first of what came meanwhile, unless one was reading further up', async () => {
    measured();
    const messages = nine();
    await show(messages, [], {}, { readUpTo: messages[1]?.position ?? 0 });
    const back = () => act(() => void document.dispatchEvent(new Event('visibilitychange')));
    const opened = log().scrollTop;
    expect(opened).toBeLessThan(200);
    act(() => article('message 2').focus());
    fireEvent.keyDown(article('message 2'), { key: 'End' });
    expect(log().scrollTop).toBe(500);
    const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    back();
    expect(log().scrollTop).toBe(500);
    seen.mockReturnValue('visible');
    back();
    expect(log().scrollTop).toBe(opened);
    toTop();
    back();
    expect(log().scrollTop).toBe(0);
  });

  it('The message list takes the arrows up from what is in view, where the focus has been scrolled out of it', async () => {
    measured();
    await show(nine());
    const press = (key: string) => {
      fireEvent.keyDown(document.activeElement as Element, { key });
      return document.activeElement;
    };
    act(() => article('message 8').focus());
    toTop();
    expect(press('ArrowDown')).toBe(article('message 0'));
    expect(press('End')).toBe(article('message 8'));
    toTop();
    expect(press('ArrowUp')).toBe(article('message 3'));
  });

  it('The message list gives its focus to the message that had it last where that is in view, and else to the last one there', async () => {
    measured();
    await show(nine());
    act(() => article('message 6').focus());
    act(() => log().focus());
    expect(document.activeElement).toBe(article('message 6'));
    toTop();
    act(() => log().focus());
    expect(document.activeElement).toBe(article('message 3'));
  });

  it('The message list scrolls to the message that an arrow goes to, and to the one whose day is asked for', async () => {
    measured();
    await show(nine());
    const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
    act(() => article('message 5').focus());
    expect(log().scrollTop).toBe(500);
    press('ArrowUp');
    expect([log().scrollTop, document.activeElement]).toEqual([400, article('message 4')]);
    act(() => article('message 8').focus());
    toTop();
    press('d');
    expect(log().scrollTop).toBe(500);
    fireEvent.keyDown(await screen.findByRole('dialog', { name: 'Aller à une date' }), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('The message list goes by a page with PageUp and PageDown, and the focus with it', async () => {
    measured();
    await show(nine());
    act(() => article('message 8').focus());
    const press = (key: string) => {
      fireEvent.keyDown(document.activeElement as Element, { key });
      return [log().scrollTop, document.activeElement];
    };
    // Of 400 pixels, 60 stay in view.
    expect(press('PageUp')).toEqual([160, article('message 2')]);
    expect(press('PageDown')).toEqual([500, article('message 8')]);
  });

  it('The message list whose newer messages are not loaded leads to the latest ones, and asks for those below', async () => {
    measured();
    const [one, two] = [message(karim, today(9, 12), 'un'), message(karim, today(9, 13), 'deux')];
    const { onLatest, onNewer, shows } = await show([one], [], {}, { hasNewer: true });
    expect(onNewer).toHaveBeenCalled();
    fireEvent.click(toEnd() as HTMLElement);
    expect(onLatest).toHaveBeenCalledOnce();
    // Messages loaded below were there before.
    shows([one, two]);
    article('deux');
    expect([toEnd() !== null, screen.queryByRole('button', { name: '1 nouveau message' })]).toEqual([true, null]);
  });
});

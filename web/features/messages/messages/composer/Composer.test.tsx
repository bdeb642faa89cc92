// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import { typingTimes } from '@palabre/common/contract/messages/typing-event.ts';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { holdSocket } from '../../../../platform/server/connection.ts';
import { endSession, login } from '../../../../platform/session/session.ts';
import { blobOf, keepBlob } from '../../files/open/blobs.ts';
import { changeFiles, useWriting } from '../../outbox/open/writing.ts';
import { stopTyping } from '../typing/typing.ts';
import { button, eachInPlace, edit, placeId, sent, server, show, userId } from './test/world.tsx';

eachInPlace();

let drawn = 0;

/** Component around a composer that marks the edited message, as the list does. */
function Around() {
  drawn += 1;
  return useWriting(placeId, writing => writing.editing);
}

describe('The composer', () => {
  it('The composer sends with Enter and clears itself; Shift+Enter breaks the line', async () => {
    const { user, field, onSent } = show();
    expect(field.placeholder).toBe('Envoyer un message dans #général');
    expect([field.rows, field.getAttribute('enterkeyhint')]).toEqual([2, 'send']);
    expect(screen.getByText('Entrée pour envoyer, Maj + Entrée pour aller à la ligne')).toBeTruthy();
    // In the direction of its text; kept on the device, it holds no newer version of the page back.
    expect([field.dir, field.dataset.kept]).toEqual(['auto', 'true']);
    await user.type(field, 'un{Shift>}{Enter}{/Shift}deux{Enter}');
    expect(field.value).toBe('');
    expect(onSent).toHaveBeenCalledOnce();
    await waitFor(() => expect(sent()).toEqual([['POST', 'un\ndeux']]));
  });

  it('The composer breaks the line with Enter on touch screens, or goes on with a list, and the button sends', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' }));
    const { user, field, onSent } = show();
    expect(field.getAttribute('enterkeyhint')).toBe('enter');
    await user.type(field, 'un{Enter}deux');
    expect(field.value).toBe('un\ndeux');
    expect(onSent).not.toHaveBeenCalled();
    await user.click(button('Envoyer'));
    expect(field.value).toBe('');
    await user.type(field, 'au clavier{Control>}{Enter}{/Control}');
    await waitFor(() => expect(sent().map(([, content]) => content)).toEqual(['un\ndeux', 'au clavier']));
    await user.type(field, '- un{Enter}');
    expect(field.value).toBe('- un\n- ');
  });

  it('The composer does not send a blank text', async () => {
    const { user, field, onSent } = show();
    await user.type(field, '   {Shift>}{Enter}{/Shift} {Enter}');
    expect(onSent).not.toHaveBeenCalled();
    expect(button('Envoyer').disabled).toBe(true);
  });

  it('The composer leaves Enter to the input method while it composes a character', () => {
    const { field, onSent } = show();
    fireEvent.change(field, { target: { value: 'にほ' } });
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    // Safari tells of a composition by its key code alone.
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
    expect(onSent).not.toHaveBeenCalled();
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(onSent).toHaveBeenCalledOnce();
  });

  it('The composer counts characters near the limit, and sends nothing beyond it', async () => {
    const { user, field, onSent } = show();
    fireEvent.change(field, { target: { value: 'a'.repeat(9_999) } });
    expect(screen.getByText('Il reste 1 caractère').dataset.over).toBeUndefined();
    expect(field.getAttribute('aria-invalid')).toBeNull();
    for (const [length, count] of [
      [9_500, 0],
      [9_501, 1],
    ] as const) {
      fireEvent.change(field, { target: { value: 'a'.repeat(length) } });
      expect(screen.queryAllByText('Il reste 499 caractères')).toHaveLength(count);
      expect(screen.queryAllByText(/^Il reste/)).toHaveLength(count);
    }
    fireEvent.change(field, { target: { value: 'a'.repeat(10_001) } });
    const over = screen.getByText('1 caractère de trop');
    expect([over.getAttribute('role'), over.dataset.over]).toEqual(['status', 'true']);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await user.type(field, '{Enter}');
    expect(onSent).not.toHaveBeenCalled();
  });

  it('The composer is disabled with the reason for a user who may not write, except for edits of own messages', async () => {
    const why = 'Vous pouvez lire ce salon, mais pas y écrire.';
    const { user, field } = show(why);
    expect([field.disabled, field.hidden]).toEqual([true, true]);
    expect(screen.getByText(why)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Envoyer' })).toBeNull();
    const looks = () => [field.parentElement?.dataset.disabled, field.parentElement?.dataset.editing];
    expect(looks()).toEqual(['true', undefined]);
    edit();
    await waitFor(() => expect(field.disabled).toBe(false));
    expect(looks()).toEqual([undefined, 'true']);
    await user.type(field, '!{Enter}');
    await waitFor(() => expect(field.disabled).toBe(true));
    expect(sent()).toEqual([['PUT', 'ancien!']]);
  });

  it('The composer tells once that the user writes, and again at the first key a moment after a message is sent', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const settle = () => vi.setSystemTime(Date.now() + typingTimes.settled * 1_000);
    const { user, field } = show();
    await user.type(field, 'un{Enter}');
    settle();
    const emit = vi.fn();
    holdSocket({ volatile: { emit } } as unknown as Parameters<typeof holdSocket>[0]);
    await user.type(field, 'deux');
    expect(emit.mock.calls).toEqual([['typing', { channelId: placeId }]]);
    await user.type(field, '{Enter}');
    settle();
    await user.type(field, 'trois');
    expect(emit).toHaveBeenCalledTimes(2);
    stopTyping();
    settle();
    edit();
    await waitFor(() => expect(field.value).toBe('ancien'));
    await user.type(field, ' texte');
    expect(emit).toHaveBeenCalledTimes(2);
    holdSocket(null);
    vi.useRealTimers();
  });

  it('The composer goes on with a list at a line break, and leaves it at its empty item', async () => {
    const { user, field, onSent } = show();
    await user.type(field, '- un{Shift>}{Enter}{/Shift}deux{Shift>}{Enter}{/Shift}');
    expect(field.value).toBe('- un\n- deux\n- ');
    await user.keyboard('{Shift>}{Enter}{/Shift}');
    expect(field.value).toBe('- un\n- deux\n');
    expect(onSent).not.toHaveBeenCalled();
  });

  it('The composer is as high as its text, in browsers that do not see to that, and no higher once the text is shorter', () => {
    const { field } = show();
    // As high as it is made, unless that follows its text.
    vi.spyOn(field, 'scrollHeight', 'get').mockImplementation(() =>
      field.style.height === 'auto' ? 20 * field.value.split('\n').length : Number.parseFloat(field.style.height),
    );
    for (const [value, height] of [
      ['un\ndeux\ntrois', '60px'],
      ['un', '20px'],
    ]) {
      fireEvent.change(field, { target: { value } });
      expect([field.style.height, field.parentElement?.style.height]).toEqual([height, '']);
    }
  });

  it('The composer has the focus as its place opens, unless it went elsewhere meanwhile or there is only a finger', async () => {
    const frames: FrameRequestCallback[] = [];
    const painted = () => {
      for (const frame of frames.splice(0)) frame(0);
      vi.advanceTimersByTime(1);
    };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.stubGlobal('requestAnimationFrame', (call: FrameRequestCallback) => frames.push(call));
    let hovers = true;
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(hover: hover)' && hovers }));
    const { field, unmount } = show();
    expect(document.activeElement).toBe(document.body);
    const focused = vi.spyOn(field, 'focus');
    painted();
    expect(document.activeElement).toBe(field);
    // The page stays where it is.
    expect(focused.mock.calls).toEqual([[{ preventScroll: true }]]);
    unmount();
    const { getByLabelText } = render(<input aria-label="Recherche" />);
    show();
    getByLabelText('Recherche').focus();
    painted();
    expect(document.activeElement).toBe(getByLabelText('Recherche'));
    cleanup();
    // An open menu's button would close the menu by losing the focus; `main` holds the focus of its last page.
    const { getByText } = render(
      <main id="content" tabIndex={-1}>
        <button type="button" aria-expanded="true">
          Menu
        </button>
      </main>,
    );
    getByText('Menu').focus();
    const beside = show();
    painted();
    expect(document.activeElement).toBe(getByText('Menu'));
    beside.unmount();
    const after = show();
    getByText('Menu').parentElement?.focus();
    painted();
    expect(document.activeElement).toBe(after.field);
    cleanup();
    // So does a field in an open layer.
    const layer = render(
      <div data-layer data-state="open">
        <input aria-label="Au-dessus" />
      </div>,
    );
    layer.getByLabelText('Au-dessus').focus();
    show();
    painted();
    expect(document.activeElement).toBe(layer.getByLabelText('Au-dessus'));
    cleanup();
    hovers = false;
    show();
    painted();
    expect(document.activeElement).toBe(document.body);
  });

  it('The composer asks for each reply anew whether the place of its thread shows it too, and not for an edit', async () => {
    const { user, field } = show(null, undefined, undefined, '#général');
    const also = () => screen.queryByRole<HTMLInputElement>('checkbox', { name: 'Envoyer aussi dans #général' });
    await user.click(also() as HTMLElement);
    await user.type(field, 'un{Enter}deux{Enter}');
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(server.mock.calls.map(([, , body]) => 'alsoInPlace' in body)).toEqual([true, false]);
    edit();
    await waitFor(() => expect(field.value).toBe('ancien'));
    expect(also()).toBeNull();
  });

  it('The composer re-renders nothing but itself on a key', async () => {
    drawn = 0;
    render(<Around />);
    const { user, field } = show();
    await user.type(field, 'beaucoup de lettres');
    expect(drawn).toBe(1);
    edit();
    await waitFor(() => expect(drawn).toBe(2));
  });
});

describe('The composer’s formatting', () => {
  it('The composer’s formatting wraps the selection by button or key, and removes it again', async () => {
    const { user, field } = show();
    await user.type(field, 'un mot');
    field.setSelectionRange(3, 6);
    await user.click(button('Masqué'));
    expect(field.value).toBe('un ||mot||');
    expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('mot');
    await user.keyboard('{Control>}b{/Control}');
    expect(field.value).toBe('un ||**mot**||');
    await user.keyboard('{Control>}b{/Control}');
    await user.click(button('Masqué'));
    expect(field.value).toBe('un mot');
    await user.keyboard('{Control>}i{/Control}{Control>}u{/Control}');
    expect(field.value).toBe('un *<u>mot</u>*');
    await user.click(button('Barré'));
    expect(field.value).toBe('un *<u>~~mot~~</u>*');
    expect(button('Italique')).toBeDefined();
  });

  it('The composer’s formatting bar is one tab stop, moved in by arrows', async () => {
    const { user, field } = show();
    await user.type(field, 'a');
    for (const next of ['Joindre des fichiers', 'Gras']) {
      await user.tab();
      expect(document.activeElement).toBe(button(next));
    }
    await user.keyboard('{ArrowRight}{ArrowRight}');
    await waitFor(() => expect(document.activeElement).toBe(button('Souligné')));
    for (const next of ['Ajouter un emoji', 'Ajouter un GIF', 'Envoyer']) {
      await user.tab();
      expect(document.activeElement).toBe(button(next));
    }
    for (let back = 0; back < 5; back += 1) await user.tab({ shift: true });
    expect(document.activeElement).toBe(field);
  });

  it('The composer’s formatting links the selection with Ctrl+K, which it leaves to the search without one', async () => {
    const { user, field } = show();
    await user.type(field, 'voir le plan');
    expect(fireEvent.keyDown(field, { key: 'k', ctrlKey: true })).toBe(true);
    expect(field.value).toBe('voir le plan');
    field.setSelectionRange(5, 12);
    expect(fireEvent.keyDown(field, { key: 'k', ctrlKey: true })).toBe(false);
    expect(field.value).toBe('voir [le plan]()');
    expect(field.selectionStart).toBe(15);
  });

  it('The composer’s formatting links the selection when an address is pasted on it', async () => {
    const { user, field } = show();
    await user.type(field, 'voir le plan');
    field.setSelectionRange(5, 12);
    await user.paste('https://exemple.fr/plan');
    expect(field.value).toBe('voir [le plan](https://exemple.fr/plan)');
    await user.paste(' et https://exemple.fr');
    expect(field.value).toBe('voir [le plan](https://exemple.fr/plan) et https://exemple.fr');
  });
});

/** Makes a readable file: jsdom's own files cannot be read. */
const readable = (name: string) =>
  Object.assign(new File(['x'], name, { type: 'image/png' }), {
    slice: () => ({ arrayBuffer: async () => new ArrayBuffer(1) }),
  });

describe('Files in the composer', () => {
  it('A picture is attached when it is pasted alone, and left out when it comes with a text', async () => {
    const { field } = show();
    const files = [readable('tableau.png')];
    const paste = (text: string) => fireEvent.paste(field, { clipboardData: { files, getData: () => text } });
    // The browser inserts the text itself, unless the event is prevented.
    expect(paste('A1\tB1')).toBe(true);
    expect(paste('')).toBe(false);
    expect(await screen.findAllByText(/tableau/)).toHaveLength(1);
  });

  it('Files chosen while others are still being read count with them against the number that a message holds', async () => {
    const { field } = show();
    const paste = (files: File[]) => fireEvent.paste(field, { clipboardData: { files, getData: () => '' } });
    const names = (kind: string) => Array.from({ length: 6 }, (_, i) => readable(`${kind}-${i}.png`));
    paste(names('plan'));
    paste(names('coupe'));
    const attached = () => screen.queryAllByRole('button', { name: /(plan|coupe)-\d\.png/ });
    await waitFor(() => expect(attached()).toHaveLength(limits.filesPerMessage));
  });

  it('The focus returns to the field once the last attached file is removed by its button, and not before', async () => {
    const file = (id: string) => ({
      ...{ id, name: `${id}.txt`, type: 'text/plain', size: 1 },
      width: null,
      height: null,
    });
    changeFiles(placeId, () => [file('devis'), file('plan')], null);
    await keepBlob('devis', new Blob(['Le devis']));
    const { user, field } = show();
    (await screen.findByRole('button', { name: /devis\.txt/ })).focus();
    // Files alone are a message.
    expect(button('Envoyer').disabled).toBe(false);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('button', { name: /devis\.txt/ })).toBeNull());
    expect(document.activeElement).not.toBe(field);
    // This device keeps it no longer.
    await waitFor(async () => expect(await blobOf('devis')).toBeFalsy());
    screen.getByRole('button', { name: /plan\.txt/ }).focus();
    const focused = vi.spyOn(field, 'focus');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('button', { name: /plan\.txt/ })).toBeNull());
    expect([document.activeElement, button('Envoyer').disabled]).toEqual([field, true]);
    expect(focused.mock.calls).toEqual([[{ preventScroll: true }]]);
    act(() => field.blur());
    act(() => changeFiles(placeId, () => [file('coupe')], null));
    const last = await screen.findByRole('button', { name: /coupe\.txt/ });
    // A finger, which the button gives no focus: nor does it open the keyboard.
    expect(fireEvent.pointerDown(last)).toBe(false);
    fireEvent.click(last);
    await waitFor(() => expect(last.isConnected).toBe(false));
    expect(document.activeElement).toBe(document.body);
  });
});

describe('Drafts', () => {
  const key = `palabre.draft.${userId}.${placeId}`;

  it('Drafts are shared by the tabs: typing and sending show in the other one', async () => {
    const { user, field } = show();
    await user.type(field, 'brouillon');
    const text = localStorage.getItem(key) ?? '';
    expect(text).toContain('brouillon');
    const otherTab = (newValue: string | null) => {
      if (newValue === null) localStorage.removeItem(key);
      else localStorage.setItem(key, newValue);
      window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));
    };
    otherTab(text.replace('brouillon', 'brouillon, plus loin'));
    await waitFor(() => expect(field.value).toBe('brouillon, plus loin'));
    otherTab(null);
    await waitFor(() => expect(field.value).toBe(''));
  });

  it('Drafts survive an expired session for the same user, and are cleared by a logout', async () => {
    const { user, field, unmount } = show();
    await user.type(field, 'brouillon');
    unmount();
    endSession('expired');
    login('other', { _id: 'leonie', firstName: 'Léonie' });
    expect(show().field.value).toBe('');
    cleanup();
    endSession('logout');
    login('token', { _id: userId, firstName: 'Camille' });
    expect(show().field.value).toBe('brouillon');
    cleanup();
    endSession('logout');
    expect(localStorage.getItem(key)).toBeNull();
    login('token', { _id: userId, firstName: 'Camille' });
    expect(show().field.value).toBe('');
  });

  it('The composer edits the user’s last message with ↑, in an empty field only', async () => {
    const { user, field, onEditLast } = show();
    await user.type(field, 'a{ArrowUp}');
    expect(onEditLast).not.toHaveBeenCalled();
    await user.type(field, '{Backspace}{ArrowUp}');
    expect(onEditLast).toHaveBeenCalledOnce();
    edit();
    await waitFor(() => expect(field.value).toBe('ancien'));
    await user.clear(field);
    await user.keyboard('{ArrowUp}');
    expect(onEditLast).toHaveBeenCalledOnce();
  });
});

// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CompletionWorld } from './completion/world.ts';
import { eachInPlace, sent, show } from './test/world.tsx';
import { CompletionList } from './useCompletion.ts';

eachInPlace();

const person = (_id: string, firstName: string, lastName: string) => ({ _id, firstName, lastName, avatar: null });
const world: CompletionWorld = {
  people: [person('karim', 'Karim', 'Benali'), person('karine', 'Karine', 'Diaz'), person('lea', 'Léa', 'Morel')],
  roles: [{ _id: 'role', name: 'Karting' }],
};

const list = () => screen.queryByRole('listbox');
const proposed = () => screen.queryAllByRole('option').map(option => option.textContent);
const chosen = () => screen.getByRole('option', { selected: true }).textContent;

/** The composer, in which something was typed that brings proposals. */
async function typing(text: string) {
  const shown = show(null, undefined, world);
  await shown.user.type(shown.field, text);
  await waitFor(() => expect(list()).not.toBeNull());
  return shown;
}

// It comes with the first sign that is typed; how long that takes is no part of what is tried here.
beforeEach(() => CompletionList.fetch());
afterEach(() => vi.useRealTimers());

describe('what is proposed while a name is typed', () => {
  it('is chosen with the arrows and Enter, which sends nothing, and is stored by what it stands for', async () => {
    const { user, field, onSent } = await typing('Merci @');
    await user.keyboard('{ArrowDown}');
    expect(chosen()).toContain('Karine Diaz');
    expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id);
    await user.keyboard('{Enter}');
    expect(field.value).toBe('Merci @Karine Diaz ');
    expect(onSent).not.toHaveBeenCalled();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()).toEqual([['POST', 'Merci <@karine> ']]);
  });

  it('is gone with Escape, and does not come back for that sign however much is typed; Enter then sends', async () => {
    const { user, field, onSent } = await typing('@kar');
    await user.keyboard('{Escape}');
    expect(list()).toBeNull();
    expect(field.value).toBe('@kar');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.input(field, { target: { value: '@kari' } });
    // More than it takes to be proposed.
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    vi.useRealTimers();
    expect(proposed()).toEqual([]);
    await user.keyboard('{Enter}');
    expect(onSent).toHaveBeenCalledOnce();
  });

  it('comes again for another sign behind the one that was left with Escape', async () => {
    const { user } = await typing('@kar');
    await user.keyboard('{Escape} @l');
    await waitFor(() => expect(proposed()).toHaveLength(1));
    expect(proposed()).toEqual(['LMLéa Morel']);
  });

  it('is gone with its sign, and where the caret is no longer behind it', async () => {
    const { user, field } = await typing('@k');
    field.setSelectionRange(0, 0);
    await user.keyboard('{ArrowLeft}');
    await waitFor(() => expect(list()).toBeNull());
    await user.keyboard('{End}{Backspace}{Backspace}');
    expect(list()).toBeNull();
  });

  it('moves around its ends, is taken with Tab, and leaves a key that is held with another to the field', async () => {
    const { user, field } = await typing('@');
    await user.keyboard('{ArrowUp}');
    expect(chosen()).toContain('Karting');
    await user.keyboard('{ArrowDown}');
    expect(chosen()).toContain('Karim');
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    expect(chosen()).toContain('Karim');
    await user.keyboard('{Tab}');
    expect(field.value).toBe('@Karim Benali ');
  });

  it('stays on the one that the arrows chose when the same proposals come anew', async () => {
    const { field } = await typing('@');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.input(field, { target: { value: '@kar' } });
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    expect(chosen()).toContain('Karine');
    // More than it takes to be proposed.
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    vi.useRealTimers();
    expect(chosen()).toContain('Karine');
  });
});

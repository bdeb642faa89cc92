// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { tellingCaches } from '../../../../../platform/server/query-client.ts';
import { speak } from '../../../../../platform/words/translator.ts';
import { useAlerts } from '../../../../../ui/alerts/alerts.ts';
import { eachInPlace, edit, sent, show, userId, waiting } from '../test/world.tsx';
import { findOptions } from './find.ts';
import { CompletionList } from './useCompletion.ts';
import type { CompletionWorld } from './world.ts';

eachInPlace();

const person = (_id: string, firstName: string, lastName: string) => ({ _id, firstName, lastName, avatar: null });
const world: CompletionWorld = {
  people: [person('karim', 'Karim', 'Benali'), person('karine', 'Karine', 'Diaz'), person('lea', 'Léa', 'Morel')],
  roles: [{ _id: 'role', name: 'Karting' }],
};

const list = () => screen.queryByRole('listbox');
const proposed = () => screen.queryAllByRole('option').map(option => option.textContent);
const chosen = () => screen.getByRole('option', { selected: true }).textContent;

/** Renders the composer and types a text that opens the completion list. */
async function typing(text: string) {
  const shown = show(null, undefined, world);
  await shown.user.type(shown.field, text);
  await waitFor(() => expect(list()).not.toBeNull());
  return shown;
}

// Preloads the list's code, whose loading time is not under test.
beforeEach(() => CompletionList.fetch());
afterEach(() => vi.useRealTimers());

describe('The completion list', () => {
  it('The completion list chooses by arrows and Enter, which does not send, and stores the option’s id', async () => {
    const { user, field, onSent } = await typing('Merci @');
    await user.keyboard('{ArrowDown}');
    expect(chosen()).toContain('Karine Diaz');
    // It is seen too, alone.
    const looks = screen.getAllByRole('option').map(({ className }) => className);
    expect([looks[1] === looks[0], looks[2] === looks[0]]).toEqual([false, true]);
    expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id);
    expect(screen.getByRole('listbox', { name: 'Propositions' }).id).toBe(field.getAttribute('aria-controls'));
    expect(field.getAttribute('aria-autocomplete')).toBe('list');
    await user.keyboard('{Enter}');
    expect(field.value).toBe('Merci @Karine Diaz ');
    expect(field.hasAttribute('aria-controls')).toBe(false);
    expect(onSent).not.toHaveBeenCalled();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()).toEqual([['POST', 'Merci <@karine> ']]);
  });

  it('The completion list shows people by their pictures', async () => {
    const people = [{ ...person('lea', 'Léa', 'Morel'), avatar: '/api/lea' }];
    const { user, field } = show(null, undefined, { ...world, people });
    await user.type(field, '@l');
    const [lea] = await screen.findAllByRole('option');
    expect(lea?.querySelector('img')?.getAttribute('src')).toBe('/api/lea');
  });

  it('The completion list is in English for who reads English', async () => {
    speak('en');
    onTestFinished(() => speak('fr'));
    const { user, field } = show(null, undefined, { ...world, mayCallAll: true });
    await user.type(field, '@every');
    expect(await screen.findByRole('listbox', { name: 'Suggestions' })).toBeDefined();
    await waitFor(() => expect(proposed()).toEqual([expect.stringMatching(/everyoneEveryone here$/)]));
  });

  it('The completion list closes on Escape and stays closed for that sign; Enter then sends', async () => {
    const { user, field, onSent } = await typing('@kar');
    await user.keyboard('{Escape}');
    expect(list()).toBeNull();
    expect(field.value).toBe('@kar');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.input(field, { target: { value: '@kari' } });
    // Longer than the debounce.
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    vi.useRealTimers();
    expect(proposed()).toEqual([]);
    await user.keyboard('{Enter}');
    expect(onSent).toHaveBeenCalledOnce();
  });

  it('The completion list takes the first Escape of an edit, which the second one gives up', async () => {
    const { user, field } = show(null, undefined, world);
    edit();
    await waitFor(() => expect(field.value).toBe('ancien'));
    await user.type(field, ' @kar');
    await waitFor(() => expect(list()).not.toBeNull());
    await user.keyboard('{Escape}');
    expect([list(), field.value]).toEqual([null, 'ancien @kar']);
    await user.keyboard('{Escape}');
    expect(field.value).toBe('');
  });

  it('The completion list opens again for a sign after the one closed by Escape', async () => {
    const { user } = await typing('@kar');
    await user.keyboard('{Escape} @l');
    await waitFor(() => expect(proposed()).toHaveLength(1));
    expect(proposed()).toEqual(['LMLéa Morel']);
  });

  it('The completion list closes when its sign is deleted or selected, or the caret leaves it', async () => {
    const { user, field } = await typing('@k');
    field.setSelectionRange(1, 2);
    fireEvent.keyUp(field, { key: 'ArrowLeft', shiftKey: true });
    await waitFor(() => expect(list()).toBeNull());
    field.setSelectionRange(2, 2);
    fireEvent.keyUp(field, { key: 'End' });
    await waitFor(() => expect(list()).not.toBeNull());
    field.setSelectionRange(0, 0);
    await user.keyboard('{ArrowLeft}');
    await waitFor(() => expect(list()).toBeNull());
    await user.keyboard('{End}{Backspace}{Backspace}');
    expect(list()).toBeNull();
  });

  it('The completion list wraps around, chooses by Tab, and leaves modified keys to the field', async () => {
    const inSight: Element[] = [];
    Element.prototype.scrollIntoView = function (this: Element) {
      inSight.push(this);
    };
    onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'scrollIntoView'));
    const { user, field } = await typing('@');
    await user.keyboard('{ArrowUp}');
    expect(chosen()).toBe('@KartingRôle');
    expect(inSight.at(-1)).toBe(screen.getByRole('option', { selected: true }));
    await user.keyboard('{ArrowDown}');
    expect(chosen()).toContain('Karim');
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    expect(chosen()).toContain('Karim');
    await user.keyboard('{Tab}');
    expect(field.value).toBe('@Karim Benali ');
  });

  it('The completion list keeps the option chosen by arrows when the same options load again', async () => {
    const { field } = await typing('@');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.input(field, { target: { value: '@kar' } });
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    expect(chosen()).toContain('Karine');
    // Longer than the debounce.
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    vi.useRealTimers();
    expect(chosen()).toContain('Karine');
  });

  it('The completion list begins at its first option again once more is typed, whatever the arrows chose before', async () => {
    const { field } = await typing('@kar');
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    expect(chosen()).toContain('Karine');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.input(field, { target: { value: '@kari' } });
    // Longer than the debounce.
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    vi.useRealTimers();
    expect(proposed()).toHaveLength(2);
    expect(chosen()).toContain('Karim');
  });

  it('The completion list asks for the people of what was typed once one stops typing', async () => {
    const searched: (string | null)[] = [];
    const limits = new Set<string | null>();
    vi.stubGlobal('fetch', async (address: string) => {
      const { pathname, searchParams } = new URL(address, location.origin);
      if (pathname.endsWith('/members')) {
        searched.push(searchParams.get('search'));
        limits.add(searchParams.get('limit'));
      }
      return Response.json({ users: [person('karine', 'Karine', 'Diaz')], online: 0, total: 1 });
    });
    const { field } = show(null, undefined, { workspaceId: 'atelier', channelId: 'général' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (const value of ['@k', '@ka', '@kar']) {
      fireEvent.input(field, { target: { value } });
      await act(() => vi.advanceTimersByTimeAsync(50));
    }
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    vi.useRealTimers();
    await waitFor(() => expect(proposed()).toEqual(['KDKarine Diaz']));
    expect(searched).toEqual([null, 'kar']);
    // Its pages have the size of the members panel's pages: one cache serves both.
    expect([...limits]).toEqual(['100']);
  });

  it('The completion list keeps the options of what is typed when the answer of an earlier name comes late', async () => {
    const asked: string[] = [];
    let answerLate = () => {};
    const late = new Promise<void>(done => {
      answerLate = done;
    });
    vi.stubGlobal('fetch', async (address: string) => {
      const query = new URL(address, location.origin).searchParams;
      const search = query.get('search') ?? '';
      asked.push(`${search} ${query.has('channelId') ? 'here' : 'anywhere'}`);
      if (search === 'k') await late;
      const users = search === 'k' ? [person('kevin', 'Kévin', 'Roy')] : [person('karine', 'Karine', 'Diaz')];
      return Response.json({ users, online: 0, total: 200 });
    });
    const { user, field } = show(null, undefined, { workspaceId: 'atelier', channelId: 'general' });
    await user.type(field, '@k');
    await waitFor(() => expect(asked).toContain('k here'));
    await user.type(field, 'a');
    await waitFor(() => expect(proposed()).toEqual(['KDKarine Diaz']));
    answerLate();
    await waitFor(() => expect(asked).toContain('k anywhere'));
    await user.keyboard('{Enter}');
    expect(field.value).toBe('@Karine Diaz ');
  });

  it('The completion list tells namesakes and guests apart, writes the second mention by its id, and leaves out oneself', async () => {
    const karims = [
      { ...person('k1', 'Karim', 'Benali'), jobTitle: 'Métreur' },
      { ...person('k2', 'Karim', 'Benali'), email: 'karim@exemple.fr', guest: true as const },
    ];
    const { user, field } = show(null, undefined, { people: [person(userId, 'Karim', 'Moi'), ...karims] });
    await user.type(field, '@kar');
    await waitFor(() =>
      expect(proposed()).toEqual(['KBKarim BenaliMétreur', 'KBKarim BenaliInvité · karim@exemple.fr']),
    );
    await user.keyboard('{Enter}@kar');
    await waitFor(() => expect(proposed()).toHaveLength(2));
    await user.keyboard('{ArrowDown}{Enter}');
    expect(field.value).toBe('@Karim Benali <@k2> ');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent()).toEqual([['POST', '<@k1> <@k2> ']]));
  });

  it('The completion list chooses what the pointer is on, and closes when the field is left', async () => {
    const { user, field } = await typing('@');
    const [, second] = screen.getAllByRole('option') as [HTMLElement, HTMLElement];
    fireEvent.pointerMove(second);
    expect(chosen()).toContain('Karine');
    // The field keeps the focus.
    expect(fireEvent.pointerDown(second)).toBe(false);
    fireEvent.click(second);
    expect(field.value).toBe('@Karine Diaz ');
    await user.keyboard('@');
    await waitFor(() => expect(list()).not.toBeNull());
    act(() => field.blur());
    expect(list()).toBeNull();
    expect(field.getAttribute('aria-activedescendant')).toBeNull();
  });

  it('The completion list goes with the text that the button sends', async () => {
    const { onSent } = await typing('@kar');
    fireEvent.click(screen.getByRole('button', { name: 'Envoyer' }));
    expect([onSent.mock.calls.length, list()]).toEqual([1, null]);
  });

  it('The completion list that nothing comes for says so in no alert', async () => {
    const client = new QueryClient(tellingCaches());
    for (const sign of ['@', '#'] as const) {
      const found = findOptions(
        client,
        { sign, query: 'k', from: 0 },
        { workspaceId: 'atelier', channelId: 'general' },
      );
      await expect(found).rejects.toMatchObject({ status: 404 });
    }
    expect(useAlerts.getState().alerts).toEqual([]);
  });

  it('The completion list with nothing to propose leaves its keys to the field', async () => {
    const { user, field } = show(null, undefined, world);
    edit();
    await waitFor(() => expect(field.value).toBe('ancien'));
    await user.type(field, ' @zzz');
    await waitFor(() => expect(proposed()).toEqual([]));
    await user.keyboard('{Escape}');
    expect(field.value).toBe('');
  });

  it('The completion list proposes channels after #, everyone to who may call all, and those outside a small channel last', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (address: string) => {
      const { pathname, searchParams: query } = new URL(address, location.origin);
      if (pathname.endsWith('/channels')) return Response.json({ channels: [{ _id: 'g', title: 'général' }] });
      if (!pathname.endsWith('/members')) return Response.json({ code: 'not_found', message: 'Non.' }, { status: 404 });
      asked.push(`${query.get('search') ?? ''} ${query.has('channelId') ? 'here' : 'anywhere'}`);
      const users = [person('tom', 'Tom', 'Diaz'), ...(query.has('channelId') ? [] : [person('toa', 'Toa', 'Roy')])];
      return Response.json({ users, online: 0, total: users.length });
    });
    const atelier = { workspaceId: 'atelier', channelId: 'general', mayCallAll: true };
    const { user, field } = show(null, undefined, atelier);
    await user.type(field, '#gé');
    await waitFor(() => expect(proposed()).toEqual(['#général']));
    await user.keyboard('{Enter}');
    fireEvent.input(field, { target: { value: '#général @to' } });
    await waitFor(() => expect(proposed().slice(0, 2)).toEqual(['TDTom Diaz', 'TRToa Roy']));
    expect(proposed()[2]).toMatch(/^@tous/);
    expect(asked).toEqual([' here', 'to anywhere']);
    await user.keyboard('{ArrowUp}{Enter}{Enter}');
    expect(waiting()).toEqual(['<#g> <@everyone> ']);
  });
});

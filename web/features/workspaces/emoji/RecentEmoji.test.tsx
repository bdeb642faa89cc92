// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../../../platform/words/i18n.ts';
import { endSession, login } from '../../../platform/session/session.ts';
import { noteEmoji, recentEmoji } from './open/recent.ts';
import { RecentEmoji } from './RecentEmoji.tsx';

beforeEach(() => {
  localStorage.clear();
  login('a.b.c', { _id: 'camille' });
});
afterEach(() => {
  cleanup();
  endSession('logout');
});

const own = [{ _id: 'e', name: 'tilleul', url: '/api/file/tilleul.png', workspaceId: 'atelier', createdBy: null }];
const onChoose = vi.fn();
const database = { getEmojiByUnicodeOrName: async () => null } as never;
const element = () => <RecentEmoji database={database} own={own as never} onPoint={() => {}} onChoose={onChoose} />;
const shown = () => screen.getAllByRole('button').map(button => button.getAttribute('aria-label'));

test('The recent emoji come latest first, each once, without those of other workspaces', async () => {
  const elsewhere = [1, 2, 3, 4, 5, 6, 7].map(n => `:riviere_${n}:`);
  for (const emoji of ['🚀', ...elsewhere, ':tilleul:', '🚀', ':riviere:']) noteEmoji('camille', emoji);
  noteEmoji('karim', '🎺');
  render(element());
  expect(shown().slice(0, 3)).toEqual(['🚀', ':tilleul:', '👍']);
  // Other emoji take the places of hidden emoji.
  expect(shown()).toHaveLength(8);
  expect(shown().filter(emoji => emoji?.startsWith(':riviere'))).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: ':tilleul:' }));
  expect(onChoose).toHaveBeenCalledWith(':tilleul:');
});

test('The recent emoji keep their places while the picker is open', () => {
  const { rerender } = render(element());
  const before = shown();
  noteEmoji('camille', '🚀');
  rerender(element());
  expect(shown()).toEqual(before);
});

test('The recent emoji of a workspace come once these are known, with the names that they have by then', async () => {
  noteEmoji('camille', ':tilleul:');
  const named = { getEmojiByUnicodeOrName: async (one: string) => ({ annotation: `nom de ${one}` }) } as never;
  const onPoint = vi.fn();
  const props = { database: named, onPoint, onChoose };
  const { rerender } = render(<RecentEmoji {...props} own={[]} />);
  expect(shown()).not.toContain(':tilleul:');
  rerender(<RecentEmoji {...props} own={own as never} />);
  expect(shown()[0]).toBe(':tilleul:');
  await waitFor(() => {
    fireEvent.pointerEnter(screen.getByRole('button', { name: ':tilleul:' }));
    expect(onPoint.mock.lastCall?.[0].name).toBe('nom de :tilleul:');
  });
});

test('The recent emoji are one tab stop, and tell their names and signs as one points at them or comes to them', async () => {
  noteEmoji('camille', ':tilleul:');
  const named = { getEmojiByUnicodeOrName: async (one: string) => (one === '👍' ? { annotation: 'pouce' } : null) };
  const onPoint = vi.fn();
  render(<RecentEmoji database={named as never} own={own as never} onPoint={onPoint} onChoose={onChoose} />);
  const [first, second] = screen.getAllByRole('button') as [HTMLElement, HTMLElement];
  expect(first.querySelector('img')?.getAttribute('src')).toBe('/api/file/tilleul.png');
  expect(screen.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)).toEqual([first]);
  await waitFor(() => {
    fireEvent.pointerEnter(second);
    expect(onPoint).toHaveBeenLastCalledWith({ name: 'pouce', sign: '👍' });
  });
  fireEvent.pointerLeave(second);
  expect(onPoint).toHaveBeenLastCalledWith(null);
  first.focus();
  expect(onPoint.mock.lastCall?.[0].name).toBe(':tilleul:');
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(second);
  expect(onPoint).toHaveBeenLastCalledWith({ name: 'pouce', sign: '👍' });
});

test('So many recent emoji are kept at most, each user’s own, before the fourteen that everybody has', () => {
  for (let n = 0; n < 30; n++) noteEmoji('camille', String.fromCodePoint(0x1f400 + n));
  const kept = (userId: string) => recentEmoji(userId, 100, new Set<string>());
  expect(kept('camille').slice(0, 2)).toEqual([29, 28].map(n => String.fromCodePoint(0x1f400 + n)));
  expect(kept('camille')).toContain(String.fromCodePoint(0x1f400 + 6));
  expect(kept('camille')).not.toContain(String.fromCodePoint(0x1f400 + 5));
  const first = ['👍', '❤️', '😂', '🎉', '🙏', '👏', '😊', '🔥', '😍', '😭', '😢', '😉', '🙌', '😘'];
  expect(kept('karim')).toEqual(first);
  expect(recentEmoji('karim', 3, new Set<string>())).toHaveLength(3);
  // An emoji used again and again takes one place.
  noteEmoji('karim', '🎺');
  for (let n = 0; n < 30; n++) noteEmoji('karim', '🚀');
  expect(kept('karim').slice(0, 3)).toEqual(['🚀', '🎺', '👍']);
});

// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../../../platform/words/i18n.ts';
import { endSession, login } from '../../../platform/session/session.ts';
import { noteEmoji } from './open/recent.ts';
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
  // Others take the places of those that are not shown.
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

// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { openEmojiPicker } from './open/open-emoji-picker.ts';

const pickEmoji = vi.hoisted(() => vi.fn(async (..._beside: [Element, DOMRect, string | undefined]) => '🎺'));
vi.mock('./EmojiPicker.tsx', () => ({ pickEmoji }));

test('The picker of emoji stands beside what was pressed, though that goes before its code has come', async () => {
  const pressed = document.body.appendChild(document.createElement('button'));
  // A button removed from the page has no place.
  pressed.getBoundingClientRect = () => new DOMRect(pressed.isConnected ? 40 : 0, 0, 20, 20);
  const chosen = openEmojiPicker(pressed, { workspaceId: 'atelier' });
  pressed.remove();
  expect(await chosen).toBe('🎺');
  const [anchor, place, workspaceId] = pickEmoji.mock.calls[0] ?? [];
  expect([anchor, place?.x, workspaceId]).toEqual([pressed, 40, 'atelier']);
});

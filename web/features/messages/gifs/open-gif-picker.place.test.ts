// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { openGifPicker } from './open/open-gif-picker.ts';

const pickGif = vi.hoisted(() => vi.fn(async (..._beside: [Element, DOMRect]) => '![](/api/gif/media?demo=ok-1)'));
vi.mock('./GifPicker.tsx', () => ({ pickGif }));

it('A GIF picker stands beside what was pressed, though that goes before its code has come', async () => {
  const pressed = document.body.appendChild(document.createElement('button'));
  // A button removed from the page has no place.
  pressed.getBoundingClientRect = () => new DOMRect(pressed.isConnected ? 40 : 0, 0, 20, 20);
  const chosen = openGifPicker(pressed);
  pressed.remove();
  expect(await chosen).toBe('![](/api/gif/media?demo=ok-1)');
  const [anchor, place] = pickGif.mock.calls[0] ?? [];
  expect([anchor, place?.x]).toEqual([pressed, 40]);
});

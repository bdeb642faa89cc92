// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { useAlerts } from '../../../ui/alerts/alerts.ts';
import { openEmojiPicker } from './open/open-emoji-picker.ts';

// The picker's chunk can't be fetched, although the server answers and the page was just reloaded.
vi.mock('./EmojiPicker.tsx', () => Promise.reject(new TypeError('Failed to fetch')));
afterEach(() => {
  useAlerts.setState({ alerts: [] });
  sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('A picker of emoji whose code cannot be fetched says so, and chooses none', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('fetch', async () => new Response('ok'));
  sessionStorage.setItem('palabre.reloaded', String(Date.now()));
  expect(await openEmojiPicker(document.body)).toBeNull();
  expect(useAlerts.getState().alerts.map(({ message }) => message)).toEqual(['Could not load emoji.']);
  expect(logged.mock.calls.map(([what]) => what)).toContain('The emoji picker could not be fetched');
});

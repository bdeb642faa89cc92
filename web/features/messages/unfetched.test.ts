// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../platform/words/i18n.ts';
import { useConnection } from '../../platform/server/connection.ts';
import { useAlerts } from '../../ui/alerts/alerts.ts';
import { openGifPicker } from './gifs/open/open-gif-picker.ts';
import { beginReminder, beginSchedule } from './scheduled/open/begin.ts';

vi.mock('./gifs/GifPicker.tsx', () => {
  throw new Error('No network');
});
vi.mock('./scheduled/schedule.ts', () => {
  throw new Error('No network');
});

beforeEach(() => {
  useConnection.setState({ state: 'offline' });
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  useConnection.setState({ state: 'idle' });
  useAlerts.setState({ alerts: [] });
  vi.restoreAllMocks();
});

const said = () => useAlerts.getState().alerts.map(({ type, message }) => [type, message]);

it('A picker of GIFs or of times whose code cannot be fetched says so, and chooses nothing', async () => {
  expect(await openGifPicker(document.body)).toBeNull();
  expect(said()).toEqual([['error', 'Error loading gifs :(']]);
  const onScheduled = vi.fn();
  const read = async () => ({ content: 'Demain.', files: [], reply: null });
  const draft = { place: { channelId: 'general' }, alsoInPlace: false, read, onScheduled };
  expect(await beginSchedule(draft, document.body)).toBe(false);
  expect([said().length, onScheduled.mock.calls]).toEqual([2, []]);
  await beginReminder('m1', document.body);
  expect(said().map(([type]) => type)).toEqual(['error', 'error', 'error']);
});

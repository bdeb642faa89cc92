// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { useConnection } from '../../../platform/server/connection.ts';
import { useAlerts } from '../../../ui/alerts/alerts.ts';
import { openGifPicker } from './open/open-gif-picker.ts';

vi.mock('./GifPicker.tsx', () => {
  throw new Error('No network');
});

afterEach(() => {
  useConnection.setState({ state: 'idle' });
  useAlerts.setState({ alerts: [] });
  vi.restoreAllMocks();
});

it('A GIF picker whose code cannot be fetched says so, and chooses nothing', async () => {
  useConnection.setState({ state: 'offline' });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await openGifPicker(document.body)).toBeNull();
  expect(useAlerts.getState().alerts.map(({ message }) => message)).toEqual(['Error loading gifs :(']);
});

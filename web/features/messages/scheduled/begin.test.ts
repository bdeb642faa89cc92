// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import '../../../platform/words/i18n.ts';
import { useConnection } from '../../../platform/server/connection.ts';
import { useAlerts } from '../../../ui/alerts/alerts.ts';
import { beginReminder, beginSchedule } from './open/begin.ts';

vi.mock('./schedule.ts', () => {
  throw new Error('No network');
});

afterEach(() => {
  useConnection.setState({ state: 'idle' });
  useAlerts.setState({ alerts: [] });
  vi.restoreAllMocks();
});

it('A picker of times whose code cannot be fetched says so, and schedules nothing', async () => {
  useConnection.setState({ state: 'offline' });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const onScheduled = vi.fn();
  const read = async () => ({ content: 'Demain.', files: [], reply: null });
  const draft = { place: { channelId: 'general' }, alsoInPlace: false, read, onScheduled };
  expect(await beginSchedule(draft, document.body)).toBe(false);
  await beginReminder('m1', document.body);
  expect(useAlerts.getState().alerts.map(({ type }) => type)).toEqual(['error', 'error']);
  expect(onScheduled).not.toHaveBeenCalled();
});

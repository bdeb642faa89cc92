// @vitest-environment jsdom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import '../../../platform/words/i18n.ts';
import { useAlerts } from '../../../ui/alerts/alerts.ts';
import { beginMarking } from './open/begin-marking.ts';

// The code that marks can't be fetched.
vi.mock('./open/marking.ts', () => Promise.reject(new TypeError('Failed to fetch')));

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('ok'));
  // The page was just reloaded, without success.
  sessionStorage.setItem('palabre.reloaded', String(Date.now()));
  onTestFinished(() => void vi.unstubAllGlobals());
});

test('What was to be marked as read or unread, and whose code cannot be fetched, is told as failed', async () => {
  const run = vi.fn();
  beginMarking(run);
  await vi.waitFor(() => expect(useAlerts.getState().alerts.map(({ type }) => type)).toEqual(['error']));
  expect(run).not.toHaveBeenCalled();
});

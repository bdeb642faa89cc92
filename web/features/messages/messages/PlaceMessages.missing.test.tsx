// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { queryClient } from '../../../platform/server/query-client.ts';
import { json } from '../../../test/settings-world.tsx';
import { loadMarkdown } from '../text/open/MessageText.tsx';
import { forgetPlaces } from '../timeline/open/timelines.ts';
import { camille, field, file, message, show } from './test/place.tsx';

const { recover } = vi.hoisted(() => ({ recover: vi.fn(() => Promise.resolve(true)) }));
vi.mock('../../../platform/device/newer-version.ts', async original => ({ ...(await original<object>()), recover }));
// Their files have gone from the server with an upgrade.
vi.mock('../files/open/MessageFiles.tsx', () => Promise.reject(new TypeError('Failed to fetch')));
vi.mock('../files/open/DropOverlay.tsx', () => Promise.reject(new TypeError('Failed to fetch')));
vi.mock('../scheduled/open/ScheduledLine.tsx', () => Promise.reject(new TypeError('Failed to fetch')));
vi.mock('../../people/availability/open/OffDutyLine.tsx', () => Promise.reject(new TypeError('Failed to fetch')));
vi.mock('./composer/completion/CompletionList.tsx', () => Promise.reject(new TypeError('Failed to fetch')));

beforeAll(async () => void (await loadMarkdown()));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  cleanup();
  forgetPlaces();
  queryClient.clear();
});

test('A place is not opened anew for parts that nobody asked for, whose code cannot be fetched: files are named, the rest is left out', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const fileAttachments = [{ ...file, width: null, height: null, thumbnail: null }];
  show([message(1, camille, 'le plan', { fileAttachments })], {}, { 'GET /healthz': () => json(200, {}) });
  /** Waits while time goes by. */
  const soon = (look: () => void) =>
    vi.waitFor(async () => {
      await act(() => vi.advanceTimersByTimeAsync(500));
      look();
    });
  await soon(() => expect(screen.getByText('le plan')).toBeDefined());
  fireEvent.input(field(), { target: { value: '@' } });
  const drag = new MouseEvent('dragover', { bubbles: true, cancelable: true });
  fireEvent(document.body, Object.assign(drag, { dataTransfer: { types: ['Files'], files: [] } }));
  const missing = () => logged.mock.calls.filter(([what]) => what === 'A part of the page could not be fetched');
  await soon(() => expect(missing().length + recover.mock.calls.length).toBe(5));
  expect(recover).not.toHaveBeenCalled();
  expect(screen.getByRole('link', { name: 'plan.pdf' })).toBeDefined();
  expect([field().value, screen.queryByRole('listbox')]).toEqual(['@', null]);
});

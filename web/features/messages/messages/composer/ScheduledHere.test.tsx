// @vitest-environment jsdom
import type { Scheduled } from '@palabre/common/contract/messages/scheduled.ts';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { camille, json, open, serve } from '../../../../test/settings-world.tsx';
import { ScheduledHere } from './ScheduledHere.tsx';

beforeAll(() => import('../../scheduled/open/ScheduledLine.tsx'));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const scheduled = (id: string, channelId: string): Scheduled => ({
  ...{ _id: id, remindsOf: null, channelId, conversationId: null, workspaceId: 'atelier', threadOf: null, nonce: id },
  ...{ alsoInPlace: false, replyTo: null, content: 'Demain.', fileAttachments: [], zone: 'UTC', version: 1 },
  ...{ localTime: '2100-01-04T09:00', at: '2100-01-04T09:00:00.000Z', state: 'waiting', failure: null },
});

it('What is scheduled in a place is said above its field, and asked for once the page has had its turn', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const listed = [scheduled('un', 'general'), scheduled('deux', 'annonces')];
  const calls = serve(camille, { 'GET /scheduled': () => json(200, { scheduled: listed }) });
  open([{ path: '*', element: <ScheduledHere place={{ channelId: 'general' }} /> }], '/');
  await act(() => vi.advanceTimersByTimeAsync(1_900));
  expect(calls.map(({ asked }) => asked)).not.toContain('GET /scheduled');
  await vi.waitFor(async () => {
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(screen.getByText('1 message programmé ici')).toBeDefined();
  });
});

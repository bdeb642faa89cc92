// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { applyConnectionEvent, holdSocket } from '../../../platform/server/connection.ts';
import { useSession } from '../../../platform/session/session.ts';
import { camille } from '../../../test/settings-world.tsx';
import { setStatus, useShownStatus, useWaitingStatus } from './open/presence.ts';

afterEach(() => {
  holdSocket(null);
  applyConnectionEvent('stop');
  useSession.setState({ user: null });
  cleanup();
});

test('The user is not shown as offline while the page connects, and is once the connection is lost', () => {
  useSession.setState({ user: camille });
  const { result } = renderHook(useShownStatus);
  const shown = () => [result.current(camille._id, 'offline'), result.current('karim', 'offline')];
  act(() => applyConnectionEvent('start'));
  expect(shown()).toEqual([null, 'offline']);
  act(() => applyConnectionEvent('connected'));
  expect(shown()).toEqual(['offline', 'offline']);
  act(() => applyConnectionEvent('unreachable'));
  expect(shown()).toEqual(['offline', null]);
  expect(result.current(camille._id, 'online')).toBe('offline');
});

test('A status chosen without a connection is sent once the connection is back', async () => {
  useSession.setState({ user: camille });
  await setStatus('away');
  expect(useWaitingStatus.getState().status).toBe('away');
  const emitWithAck = vi.fn(async () => ({ status: 'away' }));
  const socket = { connected: true, timeout: () => ({ emitWithAck }) };
  holdSocket(socket as unknown as Parameters<typeof holdSocket>[0]);
  for (const event of ['start', 'connected', 'caughtUp'] as const) applyConnectionEvent(event);
  expect(emitWithAck.mock.calls).toEqual([['setStatus', 'away']]);
  await vi.waitFor(() => expect(useWaitingStatus.getState().status).toBeNull());
});

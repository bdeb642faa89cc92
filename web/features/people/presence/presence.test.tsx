// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { applyConnectionEvent, holdSocket } from '../../../platform/server/connection.ts';
import { endSession, useSession } from '../../../platform/session/session.ts';
import { camille } from '../../../test/settings-world.tsx';
import { alerts, useAlerts } from '../../../ui/alerts/alerts.ts';
import { setStatus, useShownStatus, useWaitingStatus } from './open/presence.ts';

const said = () => useAlerts.getState().alerts.map(({ message }) => message);

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
  expect(result.current(camille._id, 'away')).toBe('away');
  act(() => applyConnectionEvent('connected'));
  expect(shown()).toEqual(['offline', 'offline']);
  act(() => applyConnectionEvent('unreachable'));
  expect(shown()).toEqual(['offline', null]);
  expect(result.current(camille._id, 'online')).toBe('offline');
});

test('A status chosen without a connection is sent once the connection is back', async () => {
  useSession.setState({ user: camille });
  alerts.clear();
  await setStatus('away');
  expect(useWaitingStatus.getState().status).toBe('away');
  expect(said()).toEqual([expect.stringContaining('il sera pris en compte au retour de la connexion')]);
  const emitWithAck = vi.fn(async () => ({ status: 'away' }));
  const socket = { connected: true, timeout: () => ({ emitWithAck }) };
  holdSocket(socket as unknown as Parameters<typeof holdSocket>[0]);
  for (const event of ['start', 'connected', 'caughtUp'] as const) applyConnectionEvent(event);
  expect(emitWithAck.mock.calls).toEqual([['setStatus', 'away']]);
  await vi.waitFor(() => expect(useWaitingStatus.getState().status).toBeNull());
  expect(said()).toHaveLength(1);
  // With a connection it is sent at once, and there is nothing to say.
  await setStatus('online');
  expect(emitWithAck.mock.lastCall).toEqual(['setStatus', 'online']);
  expect([said().length, useWaitingStatus.getState().status]).toEqual([1, null]);
  // So is a status chosen while an existing connection is lost.
  socket.connected = false;
  applyConnectionEvent('unreachable');
  await setStatus('away');
  expect([emitWithAck.mock.calls.length, useWaitingStatus.getState().status]).toEqual([2, 'away']);
  socket.connected = true;
  for (const event of ['connected', 'caughtUp'] as const) applyConnectionEvent(event);
  expect(emitWithAck.mock.calls.slice(2)).toEqual([['setStatus', 'away']]);
  await vi.waitFor(() => expect(useWaitingStatus.getState().status).toBeNull());
});

const connect = (emitWithAck: () => Promise<unknown>) => {
  const timeout = vi.fn(() => ({ emitWithAck }));
  holdSocket({ connected: true, timeout } as unknown as Parameters<typeof holdSocket>[0]);
  for (const event of ['start', 'connected', 'caughtUp'] as const) applyConnectionEvent(event);
  return timeout;
};

test('A status that the server refuses is told and waits no more, chosen now or before the connection', async () => {
  useSession.setState({ user: camille });
  alerts.clear();
  await setStatus('away');
  alerts.clear();
  const refuse = vi.fn(async () => ({ code: 'forbidden', message: 'Pas maintenant.' }));
  connect(refuse);
  await vi.waitFor(() => expect(said()).toEqual(['Pas maintenant.']));
  expect(useWaitingStatus.getState().status).toBeNull();
  alerts.clear();
  await setStatus('online');
  expect([said(), useWaitingStatus.getState().status]).toEqual([['Pas maintenant.'], null]);
  expect(refuse).toHaveBeenCalledTimes(2);
});

test('A status without an answer in five seconds waits for the next connection, and goes with the session', async () => {
  useSession.setState({ user: camille });
  const timeout = connect(() => Promise.reject(new Error('timeout')));
  await setStatus('away');
  expect(timeout).toHaveBeenCalledWith(5_000);
  expect(useWaitingStatus.getState().status).toBe('away');
  applyConnectionEvent('stop');
  const again = connect(() => Promise.reject(new Error('timeout')));
  await vi.waitFor(() => expect(again).toHaveBeenCalled());
  // The response has been handled by then.
  await new Promise(done => setTimeout(done));
  expect(useWaitingStatus.getState().status).toBe('away');
  endSession('expired');
  expect(useWaitingStatus.getState().status).toBeNull();
});

test('A status chosen while another is on its way waits for the next connection if it gets no answer, whatever the other got', async () => {
  useSession.setState({ user: camille });
  const answers: [(answer: object) => void, (cause: Error) => void][] = [];
  const emitWithAck = vi.fn(
    (..._said: unknown[]) => new Promise<object>((resolve, reject) => void answers.push([resolve, reject])),
  );
  connect(emitWithAck);
  const chosen = [setStatus('away'), setStatus('online')];
  answers[1]?.[1](new Error('timeout'));
  answers[0]?.[0]({ status: 'away' });
  await Promise.all(chosen);
  expect(useWaitingStatus.getState().status).toBe('online');
  for (const event of ['lost', 'connected', 'caughtUp'] as const) applyConnectionEvent(event);
  expect(emitWithAck.mock.lastCall).toEqual(['setStatus', 'online']);
  answers[2]?.[0]({ status: 'online' });
  await vi.waitFor(() => expect(useWaitingStatus.getState().status).toBeNull());
});

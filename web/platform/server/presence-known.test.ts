// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { applyConnectionEvent, type ConnectionEvent, useIsAway, usePresenceKnown } from './connection.ts';

afterEach(() => {
  cleanup();
  applyConnectionEvent('stop');
});

test('Who is there is asked for once the page is connected, or has failed to be; the server is away while it is known to be', () => {
  const { result } = renderHook(() => [usePresenceKnown(), useIsAway()]);
  const after = (event: ConnectionEvent) => {
    act(() => applyConnectionEvent(event));
    return result.current;
  };
  expect(after('start')).toEqual([false, false]);
  expect(after('connected')).toEqual([true, false]);
  expect(after('caughtUp')).toEqual([true, false]);
  // A reconnection after a loss changes nothing of the shown presence.
  expect(after('lost')).toEqual([true, false]);
  expect(after('offline')).toEqual([true, true]);
  expect(after('unreachable')).toEqual([true, true]);
  expect(after('connected')).toEqual([true, false]);
  act(() => applyConnectionEvent('stop'));
  act(() => applyConnectionEvent('start'));
  expect(after('unreachable')).toEqual([true, true]);
});

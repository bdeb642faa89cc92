// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { endSession, login } from '../../../platform/session/session.ts';
import { useOwnDuty, useWatchDuty } from './open/own-duty.ts';

// The code that watches the hours can't be fetched.
vi.mock('./watch-duty.ts', () => Promise.reject(new TypeError('Failed to fetch')));

test('Hours whose code cannot be fetched are not watched, which is logged, and nothing is thrown', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  vi.useFakeTimers();
  login('a.b.c', { _id: 'camille' });
  onTestFinished(() => {
    cleanup();
    endSession('logout');
    vi.useRealTimers();
    logged.mockRestore();
  });
  renderHook(useWatchDuty);
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  const said = 'The hours of the user are not watched';
  await vi.waitFor(() => expect(logged.mock.calls.map(([what]) => what)).toEqual([said]));
  expect(useOwnDuty.getState().isOff).toBe(false);
});

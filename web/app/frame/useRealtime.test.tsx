// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useConnection } from '../../platform/server/connection.ts';
import { useRealtime } from './useRealtime.ts';

const { startRealtime } = vi.hoisted(() => ({ startRealtime: vi.fn() }));
vi.mock('../live/realtime.ts', () => ({ startRealtime }));

const { fails } = vi.hoisted(() => ({ fails: { left: 2 } }));
vi.mock('../../platform/address/lazy-part.ts', () => ({
  pressed: async (load: () => Promise<unknown>) => {
    if (fails.left-- > 0) throw new TypeError('Failed to fetch');
    return load();
  },
}));

test('A page whose realtime code cannot be fetched says so, and fetches it again until it is connected, once', async () => {
  vi.useFakeTimers();
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  for (let n = 0; n < 2; n += 1) renderHook(useRealtime);
  await vi.advanceTimersByTimeAsync(500);
  expect(useConnection.getState().state).toBe('offline');
  expect(logged.mock.lastCall?.[0]).toBe('What connects the page cannot be fetched');
  network.mockReturnValue(true);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(fails.left).toBe(0);
  expect(useConnection.getState().state).toBe('unreachable');
  expect(startRealtime).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(3_500);
  vi.useRealTimers();
  await vi.waitFor(() => expect(startRealtime).toHaveBeenCalledOnce());
});

// @vitest-environment jsdom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { installWorker } from './worker.ts';

const register = vi.fn(async (..._given: unknown[]) => ({}));
beforeEach(() => {
  register.mockClear();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubEnv('DEV', false);
  vi.stubGlobal('navigator', { serviceWorker: { register } });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
});

test('The service worker is installed once the page has fetched its own files, and is looked for anew each time', async () => {
  installWorker();
  await vi.advanceTimersByTimeAsync(4_999);
  expect(register).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(register.mock.calls).toEqual([['/sw.js', { updateViaCache: 'none' }]]);
});

test('A service worker that cannot be installed is logged, and breaks nothing', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  register.mockRejectedValueOnce(new DOMException('Denied', 'SecurityError'));
  installWorker();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(logged).toHaveBeenCalledOnce();
});

test('No service worker is installed in development, nor on plain http, where browsers have none', () => {
  vi.stubEnv('DEV', true);
  installWorker();
  vi.stubEnv('DEV', false);
  vi.stubGlobal('navigator', {});
  installWorker();
  expect(vi.getTimerCount()).toBe(0);
});

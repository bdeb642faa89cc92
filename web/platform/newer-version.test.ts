// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { reloadForNewerVersion } from './newer-version.ts';

it('A part of the page that is gone after an upgrade reloads the page, once', () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  reloadForNewerVersion();
  const missing = () => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
  expect(missing()).toBe(false);
  expect(missing()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
});

// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { reloadForNewerVersion } from './newer-version.ts';

const reload = vi.fn();
const fetched = vi.fn();
vi.stubGlobal('location', { reload });
vi.stubGlobal('fetch', fetched);
reloadForNewerVersion();
const missing = () => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));

beforeEach(() => {
  sessionStorage.clear();
  vi.clearAllMocks();
});

it('A part of the page that is gone after an upgrade reloads the page, once', async () => {
  fetched.mockResolvedValue({ ok: true });
  missing();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  missing();
  expect(fetched).toHaveBeenCalledTimes(1);
});

it('A part of the page that could not be fetched because the server is away does not', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  missing();
  await vi.waitFor(() => expect(fetched.mock.settledResults[0]?.type).toBe('rejected'));
  expect(reload).not.toHaveBeenCalled();
});

// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';

const page = { reload: vi.fn(), assign: vi.fn() };
const fetched = vi.fn();
vi.stubGlobal('location', page);
vi.stubGlobal('fetch', fetched);

let going: string | null = null;
const missing = () => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));

beforeEach(async () => {
  sessionStorage.clear();
  vi.clearAllMocks();
  vi.resetModules();
  going = null;
  const listen = vi.spyOn(window, 'addEventListener');
  const { reloadForNewerVersion } = await import('./newer-version.ts');
  reloadForNewerVersion(() => going);
  const heard = listen.mock.calls.at(-1)?.[1] as EventListener;
  listen.mockRestore();
  return () => window.removeEventListener('vite:preloadError', heard);
});

it('A part of the page that is gone after an upgrade reloads the page, once', async () => {
  fetched.mockResolvedValue({ ok: true });
  missing();
  await vi.waitFor(() => expect(page.reload).toHaveBeenCalledTimes(1));
  missing();
  expect(fetched).toHaveBeenCalledTimes(1);
});

it('Whoever was on the way somewhere is led there by the reload', async () => {
  fetched.mockResolvedValue({ ok: true });
  going = '/settings/workspace/atelier';
  missing();
  await vi.waitFor(() => expect(page.assign).toHaveBeenCalledExactlyOnceWith('/settings/workspace/atelier'));
  expect(page.reload).not.toHaveBeenCalled();
});

it('A page that was just loaded again is not once more', async () => {
  sessionStorage.setItem('palabre.reloaded', String(Date.now()));
  const { recover } = await import('./newer-version.ts');
  expect(await recover()).toBe(false);
  expect(fetched).not.toHaveBeenCalled();
});

it('A part of the page that could not be fetched because the server is away does not', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  missing();
  await vi.waitFor(() => expect(fetched.mock.settledResults[0]?.type).toBe('rejected'));
  expect(page.reload).not.toHaveBeenCalled();
});

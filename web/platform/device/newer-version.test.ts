// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';

const page = { reload: vi.fn(), assign: vi.fn() };
const fetched = vi.fn();
vi.stubGlobal('location', page);
vi.stubGlobal('fetch', fetched);

let going: string | null = null;
let recover: () => Promise<boolean>;

beforeEach(async () => {
  sessionStorage.clear();
  document.body.replaceChildren();
  vi.clearAllMocks();
  vi.resetModules();
  going = null;
  fetched.mockResolvedValue({ ok: true });
  const module = await import('./newer-version.ts');
  module.prepareToRecover(() => going);
  recover = module.recover;
});

function typed(text: string, attributes: Record<string, string> = {}, kind: 'input' | 'textarea' = 'input'): void {
  const field = document.createElement(kind);
  for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value);
  document.body.append(field);
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

it('recover reloads the page once, when a chunk is gone after an upgrade', async () => {
  expect(await Promise.all([recover(), recover()])).toEqual([true, true]);
  expect(page.reload).toHaveBeenCalledTimes(1);
  expect(fetched).toHaveBeenCalledTimes(1);
  // It asks the server itself, and no cache on the way.
  expect(fetched).toHaveBeenCalledWith('/healthz', { cache: 'no-store' });
});

it('recover does not reload again the page that it has reloaded, before a minute has passed', async () => {
  const at = Date.now();
  expect(await recover()).toBe(true);
  const next = async (elapsedMs: number) => {
    vi.resetModules();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(at + elapsedMs);
    const { recover: again } = await import('./newer-version.ts');
    const does = await again();
    clock.mockRestore();
    return does;
  };
  expect([await next(59_000), await next(62_000)]).toEqual([false, true]);
  expect(page.reload).toHaveBeenCalledTimes(2);
});

it('recover goes to the address that the person was navigating to', async () => {
  going = '/settings/workspace/atelier';
  // The person has confirmed that this is lost.
  typed('Camille');
  expect(await recover()).toBe(true);
  expect(page.assign).toHaveBeenCalledExactlyOnceWith('/settings/workspace/atelier');
  expect(page.reload).not.toHaveBeenCalled();
});

it('recover does not reload a page that was just reloaded', async () => {
  sessionStorage.setItem('palabre.reloaded', String(Date.now()));
  expect(await recover()).toBe(false);
  expect(fetched).not.toHaveBeenCalled();
});

it('recover does not reload while the server is unreachable', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce({ ok: false });
  expect([await recover(), await recover()]).toEqual([false, false]);
  expect(page.reload).not.toHaveBeenCalled();
});

it('recover does not reload while a form holds typed text', async () => {
  typed('Camille');
  expect(await recover()).toBe(false);
  expect(page.reload).not.toHaveBeenCalled();
  document.body.replaceChildren();
  typed('Bonjour', {}, 'textarea');
  expect(await recover()).toBe(false);
  document.body.replaceChildren();
  typed('');
  expect(await recover()).toBe(true);
});

it('recover reloads despite text in a search field or in a field within data-kept', async () => {
  typed('général', { type: 'search' });
  typed('Un brouillon', { 'data-kept': '' });
  expect(await recover()).toBe(true);
});

it('recover reloads despite text that the page itself has put into a field', async () => {
  document.body.innerHTML = '<input value="Camille"><textarea>Bonjour</textarea>';
  expect(await recover()).toBe(true);
});

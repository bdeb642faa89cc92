// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { holdForSearch, useSearch } from './search.store.ts';

afterEach(() => {
  useSearch.getState().setOpen(null);
  vi.useRealTimers();
});

/** Presses a key; tells whether the search took it from the focused element. */
function takes(key: string, held: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, cancelable: true, ...held });
  holdForSearch(event);
  return event.defaultPrevented;
}

test('A search whose code does not come gives the keys back to the page after three seconds', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  useSearch.getState().setOpen('search');
  expect(takes('a')).toBe(true);
  vi.setSystemTime(Date.now() + 3_001);
  expect(takes('b')).toBe(false);
  expect(useSearch.getState().typed).toBe('a');
});

test('A search that is loading is closed by Escape, and leaves shortcuts to the page', () => {
  useSearch.getState().setOpen('search');
  expect(takes('k', { ctrlKey: true })).toBe(false);
  const heard = vi.fn();
  document.addEventListener('keydown', heard);
  const event = new KeyboardEvent('keydown', { key: 'x', cancelable: true, bubbles: true });
  window.addEventListener('keydown', holdForSearch, { capture: true, once: true });
  document.body.dispatchEvent(event);
  expect(heard).not.toHaveBeenCalled();
  document.removeEventListener('keydown', heard);
  expect(takes('Escape')).toBe(true);
  expect(useSearch.getState().open).toBeNull();
  useSearch.getState().setOpen('search');
  expect(useSearch.getState().typed).toBe('');
});

// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The system's preference, which the test changes. */
let system: { matches: boolean; tell: () => void };
let useTheme: typeof import('./theme.ts')['useTheme'];

beforeEach(async () => {
  localStorage.clear();
  system = { matches: false, tell: () => {} };
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return system.matches;
    },
    addEventListener: (_name: string, tell: () => void) => {
      system.tell = tell;
    },
  }));
  vi.resetModules();
  ({ useTheme } = await import('./theme.ts'));
});
afterEach(() => void vi.unstubAllGlobals());

const shown = () => document.documentElement.dataset.theme;
const elsewhere = (key: string, newValue: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }));

test('A theme chosen in another tab is shown in this one', () => {
  expect(shown()).toBe('light');
  elsewhere('palabre.theme', 'dark');
  expect([shown(), useTheme.getState().choice]).toEqual(['dark', 'dark']);
  elsewhere('palabre.sound', 'light');
  expect(shown()).toBe('dark');
  elsewhere('palabre.theme', null);
  expect([shown(), useTheme.getState().choice]).toEqual(['light', 'light']);
});

test('The system’s theme is followed while it is the choice, and only then', () => {
  const turn = (dark: boolean) => {
    system.matches = dark;
    system.tell();
  };
  turn(true);
  expect(shown()).toBe('light');
  useTheme.getState().setTheme('system');
  expect(shown()).toBe('dark');
  turn(false);
  expect([shown(), useTheme.getState().theme]).toEqual(['light', 'light']);
});

test('A theme is shown where the device refuses to keep it, for as long as the page lasts', async () => {
  const refuse = () => {
    throw new DOMException('Denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', new Proxy({}, { get: refuse }));
  vi.resetModules();
  const { useTheme: here } = await import('./theme.ts');
  expect(here.getState().choice).toBe('light');
  here.getState().setTheme('dark');
  expect([shown(), here.getState().choice]).toEqual(['dark', 'dark']);
});

test('A chosen theme is kept on the device, shown at once, and given to the browser’s own bar', async () => {
  document.head.innerHTML = '<meta name="theme-color" content="#17392f">';
  const colour = () => document.querySelector('meta')?.content;
  useTheme.getState().setTheme('dark');
  expect([shown(), useTheme.getState().theme, localStorage.getItem('palabre.theme')]).toEqual(['dark', 'dark', 'dark']);
  expect(colour()).toBe('#0b1512');
  vi.resetModules();
  expect((await import('./theme.ts')).useTheme.getState().choice).toBe('dark');
  useTheme.getState().setTheme('light');
  expect([shown(), colour()]).toEqual(['light', '#17392f']);
});

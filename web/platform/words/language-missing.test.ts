// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest';
import { currentLanguage, setLanguage } from './i18n.ts';

// The English texts can't be fetched.
vi.mock('../../locales/en/index.ts', () => Promise.reject(new TypeError('Failed to fetch')));

test('A language whose texts cannot be fetched is not chosen, here or in another tab: the page stays in the one it has', async () => {
  vi.stubGlobal('fetch', async () => new Response('ok'));
  // The page was just reloaded, without success.
  sessionStorage.setItem('palabre.reloaded', String(Date.now()));
  onTestFinished(() => void vi.unstubAllGlobals());
  await expect(setLanguage('en')).rejects.toThrow();
  const kept = () => localStorage.getItem('palabre.language');
  expect([currentLanguage(), document.documentElement.lang, kept()]).toEqual(['fr', '', null]);
  localStorage.setItem('palabre.language', 'en');
  window.dispatchEvent(new StorageEvent('storage', { key: 'palabre.language' }));
  // All that follows from it.
  await new Promise(done => setTimeout(done));
  expect(currentLanguage()).toBe('fr');
});

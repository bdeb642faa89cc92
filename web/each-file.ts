import { pageWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { afterAll, vi } from 'vitest';

/*
 * Runs before each test file. Files share a process and its jsdom page, so that React and other packages are loaded once.
 * The page is therefore cleaned after each file, and the modules of our own are reset before the next.
 */
vi.resetModules();
// Only with a page: imported without a DOM, React would stay without one for the next files.
if (typeof document !== 'undefined')
  (await import('@testing-library/react')).configure({ asyncUtilTimeout: pageWaitTimeoutMs });

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  if (typeof document === 'undefined') return;
  Reflect.deleteProperty(navigator, 'clipboard');
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
});

import { pagePatienceMs } from '@palabre/common/test/patience.ts';
import { afterAll, vi } from 'vitest';

/*
 * Runs before each test file. Files share a process and its page, so that React and what else is not ours is read once:
 * what one leaves there is taken away, and the next one's modules begin anew.
 */
vi.resetModules();
// Without a page, React would remember that there is none.
if (typeof document !== 'undefined')
  (await import('@testing-library/react')).configure({ asyncUtilTimeout: pagePatienceMs });

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

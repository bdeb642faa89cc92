// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { followVisibleHeight } from './visible-height.ts';

afterEach(() => vi.unstubAllGlobals());

test('The page takes the visible height under an iPhone’s keyboard and is scrolled back; without the keyboard, or zoomed in, its height is not set', () => {
  const seen = Object.assign(new EventTarget(), { scale: 1, height: window.innerHeight, offsetTop: 0 });
  const scrolled = vi.fn();
  vi.stubGlobal('visualViewport', seen);
  vi.stubGlobal('scrollTo', scrolled);
  const height = () => document.documentElement.style.getPropertyValue('--visible-height');
  const become = (change: Partial<typeof seen>) => {
    Object.assign(seen, change).dispatchEvent(new Event('resize'));
  };
  followVisibleHeight();
  become({ height: 420, offsetTop: 180 });
  expect(height()).toBe('420px');
  expect(scrolled).toHaveBeenCalledExactlyOnceWith(0, 0);
  become({ height: window.innerHeight, offsetTop: 0 });
  expect(height()).toBe('');
  become({ height: window.innerHeight / 2, scale: 2 });
  expect(height()).toBe('');
});

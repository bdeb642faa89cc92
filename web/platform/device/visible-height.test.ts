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
  const become = (change: Partial<typeof seen>, how = 'resize') => {
    Object.assign(seen, change).dispatchEvent(new Event(how));
  };
  followVisibleHeight();
  become({ height: 420, offsetTop: 180 });
  expect(height()).toBe('420px');
  expect(document.documentElement.hasAttribute('data-covered')).toBe(true);
  expect(scrolled).toHaveBeenCalledExactlyOnceWith(0, 0);
  // The keyboard scrolls the page on, for the field being written in.
  become({ offsetTop: 60 }, 'scroll');
  expect(scrolled).toHaveBeenCalledTimes(2);
  become({ offsetTop: 0 }, 'scroll');
  expect(scrolled).toHaveBeenCalledTimes(2);
  become({ height: window.innerHeight, offsetTop: 0 });
  expect(height()).toBe('');
  expect(document.documentElement.hasAttribute('data-covered')).toBe(false);
  // One who zooms in looks at a part of the page of their choice.
  become({ height: window.innerHeight / 2, offsetTop: 90, scale: 2 });
  expect(height()).toBe('');
  expect(scrolled).toHaveBeenCalledTimes(2);
});

test('A browser that cannot tell what is visible keeps the page as it is', () => {
  vi.stubGlobal('visualViewport', undefined);
  expect(followVisibleHeight).not.toThrow();
});

test('A field of a dialog is scrolled into view when the keyboard opens; one of the page stays where it is', () => {
  const seen = Object.assign(new EventTarget(), { scale: 1, height: window.innerHeight, offsetTop: 0 });
  vi.stubGlobal('visualViewport', seen);
  document.body.innerHTML = '<input id="message"><div data-layer><input id="name"></div>';
  const brought: string[] = [];
  Element.prototype.scrollIntoView = function bring(this: Element, how) {
    brought.push(`${this.id} ${JSON.stringify(how)}`);
  };
  followVisibleHeight();
  for (const id of ['message', 'name']) {
    document.getElementById(id)?.focus();
    Object.assign(seen, { height: 420 }).dispatchEvent(new Event('resize'));
  }
  expect(brought).toEqual(['name {"block":"nearest"}']);
});

// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('An element is near as it comes towards the view and as long as it holds the focus; where all are, none is watched', async () => {
  const seen = new Map<Element, (isIntersecting: boolean) => void>();
  let margin = '';
  class Observer {
    constructor(
      private readonly tell: (entries: object[]) => void,
      { rootMargin }: { rootMargin: string },
    ) {
      margin = rootMargin;
    }
    observe(target: Element) {
      seen.set(target, isIntersecting => act(() => this.tell([{ target, isIntersecting }])));
    }
    unobserve(target: Element) {
      seen.delete(target);
    }
  }
  // The page has one observer for all elements, made as the code is loaded.
  vi.stubGlobal('IntersectionObserver', Observer);
  vi.resetModules();
  const { useNear } = await import('./near.ts');
  const row = document.body.appendChild(document.createElement('div'));
  const link = row.appendChild(Object.assign(document.createElement('a'), { href: '#ici' }));
  const { result, rerender } = renderHook(({ always }) => useNear({ current: row }, always), {
    initialProps: { always: false },
  });
  const become = (near: boolean) => {
    seen.get(row)?.(near);
    return result.current;
  };
  expect([result.current, become(true), become(false)]).toEqual([false, true, false]);
  expect(margin).toBe('600px');
  become(true);
  link.focus();
  expect(become(false)).toBe(true);
  link.blur();
  expect(become(false)).toBe(false);
  rerender({ always: true });
  expect([result.current, seen.size]).toEqual([true, 0]);
  row.remove();
});

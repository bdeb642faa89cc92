// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('An element is near as it comes towards the view and as long as it holds the focus; where all are, none is watched', async () => {
  const seen = new Map<Element, (isIntersecting: boolean) => void>();
  class Observer {
    constructor(private readonly tell: (entries: object[]) => void) {}
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
  function Row({ always }: { always: boolean }) {
    const row = useRef<HTMLDivElement>(null);
    const near = useNear(row, always);
    return <div ref={row}>{near ? <a href="#ici">proche</a> : 'loin'}</div>;
  }
  const { container, rerender } = render(<Row always={false} />);
  const row = container.firstElementChild as HTMLElement;
  const become = (near: boolean) => seen.get(row)?.(near);
  expect(row.textContent).toBe('loin');
  become(true);
  expect(row.textContent).toBe('proche');
  row.querySelector('a')?.focus();
  become(false);
  expect(row.textContent).toBe('proche');
  act(() => row.querySelector('a')?.blur());
  become(false);
  expect(row.textContent).toBe('loin');
  rerender(<Row always />);
  expect([row.textContent, seen.size]).toEqual(['proche', 0]);
});

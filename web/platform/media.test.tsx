// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useNarrow, usePhone, useRoomy, useTight, useWide } from './media.ts';

afterEach(() => void vi.unstubAllGlobals());

test('The layout changes as the window does, at each of its widths, until nobody asks any more', () => {
  const heard = new Set<() => void>();
  let width = 639;
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return width < Number(/^\(width < (\d+)px\)$/.exec(query)?.[1]);
    },
    addEventListener: (_name: string, tell: () => void) => heard.add(tell),
    removeEventListener: (_name: string, tell: () => void) => heard.delete(tell),
  }));
  const { result, unmount } = renderHook(() => ({
    phone: usePhone(),
    narrow: useNarrow(),
    tight: useTight(),
    wide: useWide(),
    roomy: useRoomy(),
  }));
  const at = (next: number) => {
    width = next;
    act(() => {
      for (const tell of heard) tell();
    });
    return Object.entries(result.current).flatMap(([name, is]) => (is ? [name] : []));
  };
  expect(at(639)).toEqual(['phone', 'narrow', 'tight']);
  expect(at(640)).toEqual(['narrow', 'tight']);
  expect(at(900)).toEqual(['tight']);
  expect(at(1_100)).toEqual([]);
  expect(at(1_200)).toEqual(['wide']);
  expect(at(1_600)).toEqual(['wide', 'roomy']);
  unmount();
  expect(heard.size).toBe(0);
});

// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import type { MouseEvent, PointerEvent } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useRowPointer } from './useRowPointer.ts';

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<div data-row="m1"><p>Bonjour</p><a href="/x">lien</a></div>';
});
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
  document.body.replaceChildren();
  vi.useRealTimers();
});

const within = (selector: string) => document.querySelector(selector) as HTMLElement;
const touch = (fields: Partial<PointerEvent> = {}) =>
  ({
    ...{ pointerType: 'touch', target: within('p'), clientX: 10, clientY: 20, movementX: 0, movementY: 0 },
    ...fields,
  }) as PointerEvent;
const show = () => renderHook(() => useRowPointer(() => true)).result;

test('A long press opens the menu of its message; a finger that moves, lifts or leaves before opens none', () => {
  const pointer = show();
  const { onPointerDown, onPointerMove, onPointerUp, onPointerLeave, onPointerCancel } = pointer.current.handlers;
  const press = (then: () => void) =>
    act(() => {
      onPointerDown(touch());
      vi.advanceTimersByTime(300);
      then();
      vi.advanceTimersByTime(600);
    });
  for (const end of [
    () => onPointerMove(touch({ movementX: -3, movementY: 3 })),
    onPointerUp,
    onPointerCancel,
    () => onPointerLeave(touch()),
  ]) {
    press(end);
    expect(pointer.current.menu).toBeNull();
  }
  // A finger trembles.
  press(() => onPointerMove(touch({ movementX: 2, movementY: 2 })));
  expect(pointer.current.menu).toEqual({ key: 'm1', at: { x: 10, y: 20 } });
});

test('A right click opens the menu of its message where it is, and leaves the browser’s own to a link', () => {
  const pointer = show();
  const click = (selector: string) => {
    const prevented = vi.fn();
    const event = { target: within(selector), clientX: 5, clientY: 6, nativeEvent: {}, preventDefault: prevented };
    act(() => pointer.current.handlers.onContextMenu(event as unknown as MouseEvent));
    return prevented.mock.calls.length > 0;
  };
  expect([click('a'), pointer.current.menu]).toEqual([false, null]);
  expect([click('p'), pointer.current.menu]).toEqual([true, { key: 'm1', at: { x: 5, y: 6 } }]);
});

test('A right click in a selection is left to the browser, but not the one that selects; the menu key opens within the message', () => {
  const pointer = show();
  let selected = '';
  vi.spyOn(window, 'getSelection').mockImplementation(
    () => ({ toString: () => selected, containsNode: () => true }) as unknown as Selection,
  );
  const click = (then: string, at = { clientX: 5, clientY: 6 }) => {
    const prevented = vi.fn();
    const event = { target: within('p'), ...at, nativeEvent: {}, preventDefault: prevented };
    act(() => {
      pointer.current.handlers.onPointerDown(touch({ pointerType: 'mouse' }));
      selected = then;
      pointer.current.handlers.onContextMenu(event as unknown as MouseEvent);
    });
    return prevented.mock.calls.length > 0;
  };
  selected = 'Bon';
  expect([click('Bon'), pointer.current.menu]).toEqual([false, null]);
  selected = '';
  expect([click('Bonjour'), pointer.current.menu?.at]).toEqual([true, { x: 5, y: 6 }]);
  act(() => pointer.current.closeMenu());
  selected = '';
  expect([click('', { clientX: 0, clientY: 0 }), pointer.current.menu?.at]).toEqual([true, { x: 60, y: 24 }]);
});

test('The mouse is on the message that it moves over, and on none that scrolls under it or that it leaves', () => {
  const pointer = show();
  const move = (clientX: number, pointerType: PointerEvent['pointerType'] = 'mouse') =>
    act(() => pointer.current.handlers.onPointerMove(touch({ pointerType, clientX })));
  move(1, 'touch');
  expect(pointer.current.hovered).toBeNull();
  move(1);
  expect(pointer.current.hovered).toBe('m1');
  act(() => pointer.current.handlers.onPointerLeave(touch({ pointerType: 'mouse' })));
  expect(pointer.current.hovered).toBeNull();
  move(1);
  expect(pointer.current.hovered).toBeNull();
  move(2);
  expect(pointer.current.hovered).toBe('m1');
});

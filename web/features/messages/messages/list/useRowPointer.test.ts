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
  const click = (selector: string, clientX = 5, clientY = 6) => {
    const prevented = vi.fn();
    const event = { target: within(selector), clientX, clientY, nativeEvent: {}, preventDefault: prevented };
    act(() => pointer.current.handlers.onContextMenu(event as unknown as MouseEvent));
    return prevented.mock.calls.length > 0;
  };
  expect([click('a'), pointer.current.menu]).toEqual([false, null]);
  expect([click('p'), pointer.current.menu]).toEqual([true, { key: 'm1', at: { x: 5, y: 6 } }]);
  // At the very edge of the screen too.
  expect([click('p', 0, 6), pointer.current.menu?.at]).toEqual([true, { x: 0, y: 6 }]);
  expect([click('p', 5, 0), pointer.current.menu?.at]).toEqual([true, { x: 5, y: 0 }]);
});

test('A right click or the menu key in a selection is left to the browser, but not the one that selects, or with a selection elsewhere; the key opens within the message', () => {
  const pointer = show();
  let selected = '';
  let isHere = true;
  vi.spyOn(window, 'getSelection').mockImplementation(
    () => ({ toString: () => selected, containsNode: () => isHere }) as unknown as Selection,
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
  expect([click('Bon', { clientX: 0, clientY: 0 }), pointer.current.menu]).toEqual([false, null]);
  isHere = false;
  expect([click('Bon'), pointer.current.menu?.at]).toEqual([true, { x: 5, y: 6 }]);
  act(() => pointer.current.closeMenu());
  isHere = true;
  selected = '';
  expect([click('Bonjour'), pointer.current.menu?.at]).toEqual([true, { x: 5, y: 6 }]);
  act(() => pointer.current.closeMenu());
  selected = '';
  expect([click('', { clientX: 0, clientY: 0 }), pointer.current.menu?.at]).toEqual([true, { x: 60, y: 24 }]);
});

test('The mouse is on the message that it moves over, and on none that scrolls under it or that it leaves', () => {
  const pointer = show();
  const move = (clientX: number, pointerType: PointerEvent['pointerType'] = 'mouse', clientY = 20) =>
    act(() => pointer.current.handlers.onPointerMove(touch({ pointerType, clientX, clientY })));
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
  act(() => pointer.current.handlers.onPointerLeave(touch({ pointerType: 'mouse' })));
  move(2, 'mouse', 21);
  expect(pointer.current.hovered).toBe('m1');
});

/** Tells whether the browser gets the click that comes as a finger is lifted; the next press is a new one. */
function isClicked(): boolean {
  const click = new MouseEvent('click', { bubbles: true, cancelable: true });
  document.body.dispatchEvent(click);
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  return !click.defaultPrevented;
}

test('A finger that has opened a menu leaves it open as it lifts or slides away, and presses nothing in it', () => {
  const pointer = show();
  const { onPointerDown, onPointerUp, onPointerOver, onPointerLeave } = pointer.current.handlers;
  act(() => {
    onPointerDown(touch());
    vi.advanceTimersByTime(600);
  });
  expect([pointer.current.menu?.key, isClicked(), isClicked()]).toEqual(['m1', false, true]);
  act(() => {
    onPointerUp();
    pointer.current.handlers.onPointerLeave(touch());
    onPointerLeave(touch());
    vi.advanceTimersByTime(600);
  });
  expect(pointer.current.menu?.key).toBe('m1');
  // Nor does a finger on the message keep a menu that the mouse has left.
  act(() => {
    pointer.current.handlers.onPointerLeave(touch({ pointerType: 'mouse' }));
    pointer.current.handlers.onPointerOver(touch());
    onPointerOver(touch());
    vi.advanceTimersByTime(600);
  });
  expect(pointer.current.menu).toBeNull();
});

test('A mouse held down opens no menu, and neither does a finger whose list is gone, nor one that has opened it otherwise', () => {
  const { result: pointer, unmount } = renderHook(() => useRowPointer(() => true));
  const { onPointerDown, onContextMenu } = pointer.current.handlers;
  const context = (pointerType: string) =>
    act(() => {
      const event = { target: within('p'), clientX: 5, clientY: 6, nativeEvent: { pointerType }, preventDefault() {} };
      onContextMenu(event as unknown as MouseEvent);
    });
  act(() => {
    onPointerDown(touch({ pointerType: 'mouse' }));
    vi.advanceTimersByTime(600);
  });
  expect(pointer.current.menu).toBeNull();
  context('mouse');
  expect([pointer.current.menu?.key, isClicked()]).toEqual(['m1', true]);
  act(() => pointer.current.closeMenu());
  // Some browsers tell of a long press themselves.
  act(() => onPointerDown(touch()));
  context('touch');
  expect([pointer.current.menu?.key, isClicked()]).toEqual(['m1', false]);
  act(() => {
    pointer.current.closeMenu();
    vi.advanceTimersByTime(600);
  });
  expect(pointer.current.menu).toBeNull();
  act(() => onPointerDown(touch()));
  unmount();
  vi.advanceTimersByTime(600);
  expect(isClicked()).toBe(true);
});

test('The menu stays where the mouse comes back to its message within a tenth of a second, however it has moved meanwhile, and hides after', () => {
  document.body.insertAdjacentHTML('beforeend', '<div data-row="m2"><b>Autre</b></div>');
  const pointer = show();
  act(() => pointer.current.openMenu('m1', { x: 1, y: 1 }));
  const move = (selector: string, clientX: number) =>
    act(() => {
      pointer.current.handlers.onPointerMove(touch({ pointerType: 'mouse', target: within(selector), clientX }));
      vi.advanceTimersByTime(40);
    });
  move('b', 1);
  move('b', 2);
  move('p', 3);
  act(() => vi.advanceTimersByTime(600));
  expect(pointer.current.menu?.key).toBe('m1');
  act(() => {
    pointer.current.handlers.onPointerLeave(touch({ pointerType: 'mouse' }));
    vi.advanceTimersByTime(99);
  });
  expect(pointer.current.menu?.key).toBe('m1');
  act(() => vi.advanceTimersByTime(1));
  expect(pointer.current.menu).toBeNull();
});

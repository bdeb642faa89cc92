import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { ignoreLift, isTouch } from '../../../../ui/motion/lift.ts';
import { isSheet } from '../../../../ui/overlays/is-sheet.ts';

/** Delay before the menu closes once the pointer has left message and menu. */
const menuDelayMs = 100;
/** Duration of the press that opens the menu on touch screens. */
const longPressMs = 500;

interface OpenMenu {
  key: string;
  at: { x: number; y: number };
}

const rowAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;

/** Tells whether the selection is in this message: the user then needs the browser's own menu. */
function holdsSelection(row: HTMLElement): boolean {
  const selection = window.getSelection();
  return Boolean(selection?.toString()) && selection?.containsNode(row, true) === true;
}

/** Tracks the hovered message, and the message whose menu is open. */
export function useRowPointer(hasMenu: (key: string) => boolean) {
  const [hovered, setHovered] = useState<string | null>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pressing = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Last pointer position: rows that scroll past a resting pointer are not hovered. */
  const pointed = useRef({ x: -1, y: -1 });
  /** Whether there was a selection before the press: macOS selects the word under a right click. */
  const selected = useRef(false);
  useEffect(
    () => () => {
      clearTimeout(leaving.current);
      clearTimeout(pressing.current);
    },
    [],
  );

  const closeMenu = useCallback(() => {
    clearTimeout(leaving.current);
    leaving.current = undefined;
    setMenu(null);
  }, []);
  /** Keeps the menu open while the pointer is on the menu or its message; else closes it after a delay. */
  const hold = useCallback(
    (inside: boolean) => {
      // A sheet covers the message, so that every pointer leaves it.
      if (!inside && isSheet()) return;
      if (!inside) leaving.current ??= setTimeout(closeMenu, menuDelayMs);
      else {
        clearTimeout(leaving.current);
        leaving.current = undefined;
      }
    },
    [closeMenu],
  );
  const openMenu = useCallback((key: string, at: OpenMenu['at']) => setMenu({ key, at }), []);
  const open = (row: HTMLElement, at: OpenMenu['at']) => {
    const { row: key = '' } = row.dataset;
    if (hasMenu(key)) setMenu({ key, at });
  };
  const stopPress = () => clearTimeout(pressing.current);

  return {
    hovered,
    menu,
    openMenu,
    closeMenu,
    hold,
    handlers: {
      onPointerMove: (event: PointerEvent) => {
        if (event.pointerType !== 'mouse') {
          if (Math.abs(event.movementX) + Math.abs(event.movementY) > 4) stopPress();
          return;
        }
        const { x, y } = pointed.current;
        pointed.current = { x: event.clientX, y: event.clientY };
        if (x === event.clientX && y === event.clientY) return;
        const { row = null } = rowAt(event.target)?.dataset ?? {};
        setHovered(row);
        if (menu) hold(row === menu.key);
      },
      onPointerOver: (event: PointerEvent) => {
        // The menu may open under a resting pointer, then move away from it.
        if (event.pointerType === 'mouse' && menu && rowAt(event.target)?.dataset.row === menu.key) hold(true);
      },
      onPointerLeave: (event: PointerEvent) => {
        stopPress();
        if (event.pointerType !== 'mouse') return;
        setHovered(null);
        if (menu) hold(false);
      },
      onPointerDown: (event: PointerEvent) => {
        const row = rowAt(event.target);
        if (row) selected.current = holdsSelection(row);
        if (event.pointerType === 'mouse' || !row) return;
        const at = { x: event.clientX, y: event.clientY };
        pressing.current = setTimeout(() => {
          ignoreLift();
          open(row, at);
        }, longPressMs);
      },
      onPointerUp: stopPress,
      onPointerCancel: stopPress,
      onContextMenu: (event: MouseEvent) => {
        const row = rowAt(event.target);
        if (!row || (event.target instanceof Element && event.target.closest('a'))) return;
        // The menu key has no pointer position.
        const keyed = event.clientX === 0 && event.clientY === 0;
        if (keyed ? holdsSelection(row) : selected.current) return;
        event.preventDefault();
        stopPress();
        if (isTouch(event.nativeEvent)) ignoreLift();
        const box = row.getBoundingClientRect();
        open(row, keyed ? { x: box.left + 60, y: box.top + 24 } : { x: event.clientX, y: event.clientY });
      },
    },
  };
}

import { Suspense, useLayoutEffect, useMemo } from 'react';
import { ignoreLift } from '../motion/lift.ts';
import { isSheet } from './is-sheet.ts';
import { later, useThere } from './later.ts';
import type { MenuEntry } from './Menu.tsx';

/** Content of a menu, fetched after the page. */
export const MenuContent = later(async () => (await import('./overlays.ts')).MenuContent);

/** Whether the last input was a key; a menu that opens by key focuses its first item. */
let byKey = false;
document.addEventListener('keydown', () => (byKey = true), { capture: true, passive: true });
document.addEventListener('pointerdown', () => (byKey = false), { capture: true, passive: true });
export const openedByKey = (): boolean => byKey;

interface MenuAtProps {
  /** Point of the window. */
  at: { x: number; y: number };
  /** Name of the menu, for screen readers. */
  label?: string;
  items: readonly MenuEntry[] | (() => readonly MenuEntry[]);
  width?: number;
  onClose: () => void;
}

/** Menu at a point, for a right click or a long press. */
export function MenuAt({ at, label, items, width, onClose }: MenuAtProps) {
  const anchor = useMemo(() => ({ current: { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) } }), [at]);
  // The sheet may open under the pointer, whose lift must choose nothing.
  useLayoutEffect(() => {
    if (isSheet() && !byKey) ignoreLift();
  }, []);
  if (!useThere(MenuContent, at, onClose)) return null;
  return (
    <Suspense>
      <MenuContent
        anchor={anchor}
        label={label}
        items={typeof items === 'function' ? items() : items}
        side="right"
        align="start"
        offset={2}
        width={width}
        byKey={byKey}
        onClose={onClose}
      />
    </Suspense>
  );
}

import * as Slot from 'radix-ui/slot';
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { isDoubleClick } from '../motion/double-click.ts';
import { ignoreLift, isTouch } from '../motion/lift.ts';
import { isSheet } from './is-sheet.ts';
import { afterFirstMs, useFetchedLater, useThere } from './later.ts';
import { MenuAt, MenuContent, openedByKey } from './MenuAt.tsx';

/** An item of a menu. */
export interface MenuItem {
  /** Key of the item, if several items have the same label. */
  id?: string;
  label: string;
  onSelect?: () => void;
  icon?: ReactNode;
  /** Second line, fainter. */
  text?: string;
  shortcut?: string;
  /** Count shown with the item, if not zero; `label` says it in words. */
  badge?: { count: number; label: string };
  danger?: boolean;
  disabled?: boolean;
  /** For an item of a choice: whether it is chosen. */
  checked?: boolean;
  /** Submenu. */
  items?: readonly MenuEntry[];
}

/**
 * Entry of a menu: an item, a separator, a heading, a row of items shown as icons only, or nothing (so that `condition
 * && item` can be written).
 */
export type MenuEntry =
  | MenuItem
  | 'separator'
  | { heading: string }
  | { row: readonly MenuItem[] }
  | false
  | null
  | undefined;

interface MenuProps {
  /** Button that opens the menu. */
  children: ReactNode;
  /** A function is called when the menu opens. */
  items: readonly MenuEntry[] | (() => readonly MenuEntry[]);
  /** Content above the items. */
  header?: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  align?: 'start' | 'center' | 'end';
  /** Width in pixels; the content's by default. */
  width?: number;
}

/** Menu of a button. Closed, it is only the button; its content's code is fetched after the page. */
export function Menu({ children, items, header, side = 'bottom', align = 'start', width }: MenuProps) {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLElement>(null);
  const id = useId();
  useFetchedLater(MenuContent, afterFirstMs);
  const shown = useThere(MenuContent, open, () => setOpen(false));
  const press = (event: PointerEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey) return;
    // Otherwise the button would take focus from the menu.
    event.preventDefault();
    // The sheet may open under the pointer, whose lift must choose nothing.
    if (isSheet()) ignoreLift();
    if (!isDoubleClick()) setOpen(!open);
  };
  const type = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !['Enter', ' ', 'ArrowDown'].includes(event.key)) return;
    event.preventDefault();
    setOpen(!open || event.key === 'ArrowDown');
  };
  return (
    <>
      <Slot.Root
        ref={trigger}
        id={`${id}button`}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        data-state={open ? 'open' : 'closed'}
        onPointerDown={press}
        onKeyDown={type}
      >
        {children}
      </Slot.Root>
      {shown && trigger.current && (
        <Suspense>
          <MenuContent
            id={id}
            anchor={trigger as typeof trigger & { current: HTMLElement }}
            trigger={trigger}
            items={typeof items === 'function' ? items() : items}
            header={header}
            side={side}
            align={align}
            offset={6}
            width={width}
            byKey={openedByKey()}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

interface ContextMenuProps {
  /** Element that the menu belongs to; it must forward its props and ref. */
  children: ReactNode;
  /** A function is called when the menu opens. */
  items: readonly MenuEntry[] | (() => readonly MenuEntry[]);
  disabled?: boolean;
  width?: number;
  onOpenChange?: (open: boolean) => void;
}

/** Duration of a long press. */
const longPressMs = 700;

const byTouch = ({ pointerType }: PointerEvent) => pointerType !== 'mouse';

/** Context menu of an element: opens on right click, menu key, or long press on a touch screen. */
export function ContextMenu({ children, items, disabled, width, onOpenChange }: ContextMenuProps) {
  const [point, setPoint] = useState<{ x: number; y: number } | null>(null);
  const resting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(resting.current), []);
  const change = (next: typeof point) => {
    setPoint(next);
    onOpenChange?.(next !== null);
  };
  const still = (event: PointerEvent) => {
    if (byTouch(event)) clearTimeout(resting.current);
  };
  const handlers = {
    onContextMenu(event: MouseEvent) {
      if (event.defaultPrevented) return;
      clearTimeout(resting.current);
      event.preventDefault();
      if (isTouch(event.nativeEvent)) ignoreLift();
      change({ x: event.clientX, y: event.clientY });
    },
    onPointerDown(event: PointerEvent) {
      if (event.defaultPrevented || !byTouch(event)) return;
      clearTimeout(resting.current);
      const { clientX: x, clientY: y } = event;
      resting.current = setTimeout(() => {
        ignoreLift();
        change({ x, y });
      }, longPressMs);
    },
    onPointerMove: still,
    onPointerCancel: still,
    onPointerUp: still,
  };
  return (
    <>
      <Slot.Root
        data-state={point ? 'open' : 'closed'}
        style={{ WebkitTouchCallout: 'none' }}
        {...(disabled ? {} : handlers)}
      >
        {children}
      </Slot.Root>
      {point && <MenuAt at={point} items={items} width={width} onClose={() => change(null)} />}
    </>
  );
}

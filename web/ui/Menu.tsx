import { Check, ChevronRight } from 'lucide-react';
import { ContextMenu as Context, DropdownMenu as Dropdown } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Kbd } from './Kbd.tsx';
import { Layer } from './layers.ts';
import s from './Menu.module.css';

export interface MenuItem {
  label: string;
  onSelect?: () => void;
  icon?: ReactNode;
  /** A second line, fainter. */
  text?: string;
  shortcut?: string;
  danger?: boolean;
  disabled?: boolean;
  /** Given: the item is one of a choice, and this one is it or is not. */
  checked?: boolean;
  /** A menu of its own. */
  items?: readonly MenuEntry[];
}

/** An item, a line between items, a heading, or nothing (so that `condition && item` can be written). */
export type MenuEntry = MenuItem | 'separator' | { heading: string } | false | null | undefined;

type Family = typeof Dropdown | typeof Context;

function ItemContent({ item }: { item: MenuItem }) {
  return (
    <>
      {item.icon && <span className={s.icon}>{item.icon}</span>}
      <span className={s.texts}>
        <span className={s.label}>{item.label}</span>
        {item.text && <span className={s.text}>{item.text}</span>}
      </span>
      {item.shortcut && (
        <span className={s.shortcut}>
          <Kbd keys={item.shortcut} />
        </span>
      )}
      {item.checked && <Check className={s.end} />}
      {item.items && <ChevronRight className={s.end} />}
    </>
  );
}

function Entries({ of, items }: { of: Family; items: readonly MenuEntry[] }) {
  return items.map((entry, index) => {
    if (!entry) return null;
    // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name of its own, its place is its identity.
    if (entry === 'separator') return <of.Separator key={index} className={s.separator} />;
    if ('heading' in entry) {
      return (
        <of.Label key={entry.heading} className={s.heading}>
          {entry.heading}
        </of.Label>
      );
    }
    const look = cx(s.item, entry.danger && s.danger);
    if (entry.items) {
      return (
        <of.Sub key={entry.label}>
          <of.SubTrigger className={look} disabled={entry.disabled}>
            <ItemContent item={entry} />
          </of.SubTrigger>
          <of.Portal>
            <of.SubContent className={cx(s.menu, s.sheet)} sideOffset={2} alignOffset={-6} collisionPadding={8}>
              <Entries of={of} items={entry.items} />
            </of.SubContent>
          </of.Portal>
        </of.Sub>
      );
    }
    if (entry.checked !== undefined) {
      return (
        <of.CheckboxItem
          key={entry.label}
          className={look}
          checked={entry.checked}
          disabled={entry.disabled}
          onSelect={entry.onSelect}
        >
          <ItemContent item={entry} />
        </of.CheckboxItem>
      );
    }
    return (
      <of.Item key={entry.label} className={look} disabled={entry.disabled} onSelect={entry.onSelect}>
        <ItemContent item={entry} />
      </of.Item>
    );
  });
}

interface MenuProps {
  /** The button that opens it. */
  children: ReactNode;
  items: readonly MenuEntry[];
  /** Above the items: whose menu it is. */
  header?: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  align?: 'start' | 'center' | 'end';
  /** Pixels; as wide as its content by default. */
  width?: number;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** A button's menu. */
export function Menu({
  children,
  items,
  header,
  side = 'bottom',
  align = 'start',
  width,
  open,
  onOpenChange,
}: MenuProps) {
  return (
    <Dropdown.Root open={open} onOpenChange={onOpenChange}>
      <Dropdown.Trigger asChild>{children}</Dropdown.Trigger>
      <Dropdown.Portal>
        <Dropdown.Content
          className={s.menu}
          data-layer
          style={{ width }}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          loop
        >
          <Layer />
          {header && <div className={s.header}>{header}</div>}
          <Entries of={Dropdown} items={items} />
        </Dropdown.Content>
      </Dropdown.Portal>
    </Dropdown.Root>
  );
}

interface ContextMenuProps {
  /** The one element it belongs to; it must pass on its props and ref. */
  children: ReactNode;
  /** As a function, it is asked for when the menu opens. */
  items: readonly MenuEntry[] | (() => readonly MenuEntry[]);
  disabled?: boolean;
  width?: number;
  onOpenChange?: (open: boolean) => void;
}

function LazyEntries({ items }: { items: () => readonly MenuEntry[] }) {
  return <Entries of={Context} items={items()} />;
}

/** The menu of a right click, of the menu key, and of a long press on a touch screen. */
export function ContextMenu({ children, items, disabled, width, onOpenChange }: ContextMenuProps) {
  return (
    <Context.Root onOpenChange={onOpenChange}>
      <Context.Trigger asChild disabled={disabled}>
        {children}
      </Context.Trigger>
      <Context.Portal>
        <Context.Content className={cx(s.menu, s.sheet)} data-layer style={{ width }} collisionPadding={8} loop>
          <Layer />
          {typeof items === 'function' ? <LazyEntries items={items} /> : <Entries of={Context} items={items} />}
        </Context.Content>
      </Context.Portal>
    </Context.Root>
  );
}

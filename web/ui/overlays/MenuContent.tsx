import * as Radix from '@radix-ui/react-menu';
import Check from 'lucide-react/icons/check';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import { Badge } from '../marks/Badge.tsx';
import { Kbd } from '../marks/Kbd.tsx';
import { Layer } from './layers.ts';
import s from './Menu.module.css';
import type { MenuEntry, MenuItem } from './Menu.tsx';

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
      {item.badge && <Badge {...item.badge} />}
      {item.checked && <Check className={s.end} />}
      {item.items && <ChevronRight className={s.end} />}
    </>
  );
}

function SubMenu({ item, look }: { item: MenuItem; look: string }) {
  const [open, setOpen] = useState(false);
  return (
    <Radix.Sub open={open} onOpenChange={setOpen}>
      <Radix.SubTrigger className={look} disabled={item.disabled}>
        <ItemContent item={item} />
      </Radix.SubTrigger>
      <Radix.Portal>
        <Radix.SubContent className={cx(s.menu, s.sheet)} sideOffset={2} alignOffset={-6} collisionPadding={8}>
          <Entries items={item.items ?? []} />
        </Radix.SubContent>
      </Radix.Portal>
    </Radix.Sub>
  );
}

/** Removes separators at the ends and next to each other, and entries that are absent. */
function tidy(items: readonly MenuEntry[]): MenuEntry[] {
  const there = items.filter(Boolean);
  return there.filter((entry, index) => {
    const next = there[index + 1];
    return entry !== 'separator' || (index > 0 && next && next !== 'separator');
  });
}

function Entries({ items }: { items: readonly MenuEntry[] }) {
  return tidy(items).map((entry, index) => {
    if (!entry) return null;
    // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name of its own, its place is its identity.
    if (entry === 'separator') return <Radix.Separator key={index} className={s.separator} />;
    if ('heading' in entry) {
      return (
        <Radix.Label key={entry.heading} className={s.heading}>
          {entry.heading}
        </Radix.Label>
      );
    }
    const look = cx(s.item, entry.danger && s.danger);
    if (entry.items) return <SubMenu key={entry.id ?? entry.label} item={entry} look={look} />;
    const { disabled, onSelect } = entry;
    if (entry.checked !== undefined) {
      return (
        <Radix.CheckboxItem
          key={entry.id ?? entry.label}
          className={look}
          checked={entry.checked}
          disabled={disabled}
          onSelect={onSelect}
        >
          <ItemContent item={entry} />
        </Radix.CheckboxItem>
      );
    }
    return (
      <Radix.Item key={entry.id ?? entry.label} className={look} disabled={disabled} onSelect={onSelect}>
        <ItemContent item={entry} />
      </Radix.Item>
    );
  });
}

const firstItem = '[role^="menuitem"]:not([data-disabled])';

interface MenuContentProps {
  /** Element or point that the menu is positioned at. */
  anchor: RefObject<{ getBoundingClientRect(): DOMRect }>;
  /** Button that opened the menu; it names the menu and gets focus back. */
  trigger?: RefObject<HTMLElement | null>;
  id?: string;
  items: readonly MenuEntry[];
  header?: ReactNode;
  side: 'top' | 'right' | 'bottom' | 'left';
  align: 'start' | 'center' | 'end';
  offset: number;
  width: number | undefined;
  className?: string;
  /** Whether a key opened the menu; its first item is then focused. */
  byKey: boolean;
  onClose: () => void;
}

/** Content of an open menu. Its code is fetched after the page, or when the menu opens (`Menu.tsx`). */
export function MenuContent(props: MenuContentProps) {
  const { anchor, trigger, id, items, header, side, align, offset, width, className, byKey, onClose } = props;
  const entered = useRef(false);
  const leftByRightClick = useRef(false);
  return (
    <Radix.Root open onOpenChange={open => !open && onClose()}>
      <Radix.Anchor virtualRef={anchor} />
      <Radix.Portal>
        <Radix.Content
          id={id}
          aria-labelledby={trigger?.current?.id || undefined}
          className={cx(s.menu, className)}
          data-layer
          style={{ width }}
          side={side}
          align={align}
          sideOffset={offset}
          collisionPadding={8}
          loop
          onFocus={({ target, currentTarget }) => {
            if (entered.current || target !== currentTarget) return;
            entered.current = true;
            if (byKey) target.querySelector<HTMLElement>(firstItem)?.focus({ preventScroll: true });
          }}
          onInteractOutside={({ detail: { originalEvent } }) => {
            if ('button' in originalEvent && originalEvent.button === 2) leftByRightClick.current = true;
          }}
          onCloseAutoFocus={event => {
            if (!trigger) return;
            event.preventDefault();
            if (!leftByRightClick.current) trigger.current?.focus();
          }}
        >
          <Layer />
          {header && <div className={s.header}>{header}</div>}
          <Entries items={items} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

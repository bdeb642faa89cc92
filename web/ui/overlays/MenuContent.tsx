import * as Radix from '@radix-ui/react-menu';
import Check from 'lucide-react/icons/check';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../platform/words/i18n.ts';
import { cx } from '../cx.ts';
import { Badge } from '../marks/Badge.tsx';
import { Kbd } from '../marks/Kbd.tsx';
import { useOpeningPress } from '../motion/double-click.ts';
import { isSheet } from './is-sheet.ts';
import s from './Menu.module.css';
import type { MenuEntry, MenuItem } from './Menu.tsx';
import { SheetTop, sheet } from './Sheet.tsx';

function ItemContent({ item }: { item: MenuItem }) {
  return (
    <>
      {item.icon && <span className={s.icon}>{item.icon}</span>}
      <span className={s.texts}>
        <span className={s.label} dir="auto">
          {item.label}
        </span>
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
        <Radix.SubContent className={cx(s.menu, s.beside)} sideOffset={2} alignOffset={-6} collisionPadding={8}>
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

interface EntriesProps {
  items: readonly MenuEntry[];
  /** Called for an item with a submenu, which then takes the place of these entries; without it, the submenu opens beside. */
  onEnter?: (item: MenuItem) => void;
}

function Entries({ items, onEnter }: EntriesProps) {
  return tidy(items).map((entry, index) => {
    if (!entry) return null;
    // biome-ignore lint/suspicious/noArrayIndexKey: a separator's only identity is its index.
    if (entry === 'separator') return <Radix.Separator key={index} className={s.separator} />;
    if ('heading' in entry) {
      return (
        <Radix.Label key={entry.heading} className={s.heading} dir="auto">
          {entry.heading}
        </Radix.Label>
      );
    }
    if ('row' in entry) {
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row's only identity is its index.
        <Radix.Group key={index} className={s.row}>
          {entry.row.map(({ id, label, icon, onSelect }) => (
            <Radix.Item key={id ?? label} className={s.sign} aria-label={label} onSelect={onSelect}>
              {icon}
            </Radix.Item>
          ))}
        </Radix.Group>
      );
    }
    const look = cx(s.item, entry.danger && s.danger);
    const key = entry.id ?? entry.label;
    const { disabled, onSelect } = entry;
    if (entry.items && !onEnter) return <SubMenu key={key} item={entry} look={look} />;
    if (entry.items) {
      const enter = (event: Event) => {
        event.preventDefault();
        onEnter?.(entry);
      };
      return (
        <Radix.Item key={key} className={look} disabled={disabled} aria-haspopup="menu" onSelect={enter}>
          <ItemContent item={entry} />
        </Radix.Item>
      );
    }
    if (entry.checked !== undefined) {
      return (
        <Radix.CheckboxItem key={key} className={look} checked={entry.checked} disabled={disabled} onSelect={onSelect}>
          <ItemContent item={entry} />
        </Radix.CheckboxItem>
      );
    }
    return (
      <Radix.Item key={key} className={look} disabled={disabled} onSelect={onSelect}>
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
  /** Name of a menu without a button. */
  label?: string | undefined;
  items: readonly MenuEntry[];
  header?: ReactNode;
  side: 'top' | 'right' | 'bottom' | 'left';
  align: 'start' | 'center' | 'end';
  offset: number;
  width: number | undefined;
  /** Whether a key opened the menu; its first item is then focused. */
  byKey: boolean;
  onClose: () => void;
}

/** Content of an open menu, a sheet on a phone. Its code is fetched after the page, or when the menu opens (`Menu.tsx`). */
export function MenuContent(props: MenuContentProps) {
  const { anchor, trigger, id, label, items, header, side, align, offset, width, byKey, onClose } = props;
  const { t } = useTranslation('ui');
  const content = useRef<HTMLDivElement>(null);
  const entered = useRef(false);
  const leftByRightClick = useRef(false);
  const [isInSheet] = useState(isSheet);
  const { keepOpen, onClickCapture } = useOpeningPress();
  /** Items whose submenus were entered in the sheet, the outermost first. */
  const [path, setPath] = useState<readonly MenuItem[]>([]);
  const within = path.at(-1);
  const moved = useRef(false);
  const move = (next: readonly MenuItem[]) => {
    moved.current = true;
    setPath(next);
  };
  const goBack = (event: Event) => {
    event.preventDefault();
    move(path.slice(0, -1));
  };
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    content.current?.querySelector<HTMLElement>(firstItem)?.focus({ preventScroll: true });
  });
  return (
    <Radix.Root open onOpenChange={open => !open && onClose()}>
      <Radix.Anchor virtualRef={anchor} />
      <Radix.Portal>
        <Radix.Content
          ref={content}
          id={id}
          aria-label={label}
          aria-labelledby={trigger?.current?.id || undefined}
          className={cx(s.menu, !trigger && s.beside, sheet)}
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
          onClickCapture={onClickCapture}
          onEscapeKeyDown={event => within && goBack(event)}
          onInteractOutside={event => {
            const { originalEvent } = event.detail;
            keepOpen(event);
            if ('button' in originalEvent && originalEvent.button === 2) leftByRightClick.current = true;
          }}
          onCloseAutoFocus={event => {
            if (trigger) {
              event.preventDefault();
              if (!leftByRightClick.current) trigger.current?.focus();
            } else if (document.activeElement !== document.body) {
              // The chosen action has focused an element of its own.
              event.preventDefault();
            }
          }}
        >
          <SheetTop onClose={onClose} />
          {within ? (
            <>
              <Radix.Item
                className={cx(s.item, s.back)}
                aria-label={t('back', { name: within.label })}
                onSelect={goBack}
              >
                <span className={s.icon}>
                  <ChevronLeft />
                </span>
                {within.label}
              </Radix.Item>
              <Radix.Separator className={s.separator} />
            </>
          ) : (
            header && <div className={s.header}>{header}</div>
          )}
          <Entries items={within?.items ?? items} onEnter={isInSheet ? item => move([...path, item]) : undefined} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

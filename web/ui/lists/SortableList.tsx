import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import {
  type ComponentProps,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { whenIdle } from '../../platform/device/when-idle.ts';
import { useTight } from '../../platform/media.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { cx } from '../cx.ts';
import { IconButton } from '../fields/IconButton.tsx';
import { VisuallyHidden } from '../marks/VisuallyHidden.tsx';
import { ContextMenu, type MenuEntry } from '../overlays/Menu.tsx';
import { rowLine } from './Row.tsx';
import { quietAction, type RowAction } from './RowActions.tsx';
import s from './SortableList.module.css';
import { SortableRow } from './SortableRow.tsx';

/** Duration of a row's slide to its new place. */
const slideMs = 150;
/** Delay before rows are measured: they are painted by then, and not yet moved. */
const measuredAfterMs = 100;

/** Number of rows up to which all are rendered in full. */
const fewRows = 20;

/** Moves of a row by one place without dragging; absent at the list's ends, or if the row may not move. */
export interface Moves {
  up?: () => void;
  down?: () => void;
}

type Dragging = typeof import('./sortable-drag.ts');
let dragging: Dragging | undefined;

/**
 * Returns the code for dragging rows, which is fetched when the page is idle, since only a drag needs it. Until it is there,
 * the buttons and the menu can move rows.
 */
function useDragging(wanted: boolean): Dragging['makeSortable'] | undefined {
  const [there, setThere] = useState(dragging);
  useEffect(() => {
    if (!wanted || there) return;
    let gone = false;
    const fetch = async () => {
      dragging ??= await import('./sortable-drag.ts');
      if (!gone) setThere(dragging);
    };
    const timer = setTimeout(() => whenIdle(() => void fetch().catch(() => {})));
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [wanted, there]);
  return there?.makeSortable;
}

interface SortableListProps<T> {
  /** Name of the list, for screen readers. */
  label: string;
  items: readonly T[];
  idOf: (item: T) => string;
  nameOf: (item: T) => string;
  /** Number of first items that keep their place. */
  fixed?: number;
  /** Whether the person may not change the order: rows have no handle. */
  disabled?: boolean;
  /** Whether rows have no handle and no buttons: the whole row is dragged, and its menu offers the moves. */
  bare?: boolean;
  /** Menu of a row, on right click, menu key or long press. */
  menu?: (item: T, moves: Moves) => readonly MenuEntry[];
  className?: string;
  /** Further props of the list element, such as key handlers. */
  list?: Pick<ComponentProps<'ul'>, 'onKeyDown' | 'onFocus' | 'onBlur' | 'onClick' | 'onPointerDown'>;
  onMove: (id: string, to: number) => void;
  /** Content of a row, with the moves for the row's own menu, where their buttons have no room. */
  children: (item: T, index: number, moves: readonly RowAction[]) => ReactNode;
}

const rowsOf = (list: HTMLElement | null): [string, HTMLElement][] =>
  [...(list?.children ?? [])].flatMap(row =>
    row instanceof HTMLElement && row.dataset.row ? [[row.dataset.row, row] as [string, HTMLElement]] : [],
  );

/** Animates moved rows, including rows that another person moved. */
function useSlide(list: React.RefObject<HTMLElement | null>, items: readonly unknown[]) {
  const places = useRef(new Map<string, number>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another order moves rows.
  useLayoutEffect(() => {
    const before = places.current;
    const still = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
    const rows = rowsOf(list.current);
    for (const [id, row] of before.size > 0 && !still ? rows : []) {
      const from = before.get(id);
      if (from === undefined || from === row.offsetTop) continue;
      row.animate?.([{ transform: `translateY(${from - row.offsetTop}px)` }, { transform: 'none' }], {
        duration: slideMs,
        easing: 'cubic-bezier(0.2, 0, 0, 1)',
      });
    }
    // Measured after the paint, when it costs nothing; here it would force a layout of the whole page.
    const later = setTimeout(() => {
      places.current = new Map(rows.map(([id, row]) => [id, row.offsetTop]));
    }, measuredAfterMs);
    return () => clearTimeout(later);
  }, [items]);
}

/**
 * List that people order by hand: by dragging, or, with a keyboard or a finger, by two buttons (in a bare row, by its menu).
 * Each move is announced to screen readers, and the pressed button keeps focus.
 */
export function SortableList<T>({
  label,
  items,
  idOf,
  nameOf,
  fixed = 0,
  disabled = false,
  bare = false,
  menu,
  className,
  list: listProps,
  onMove,
  children,
}: SortableListProps<T>) {
  const { t } = useTranslation('ui');
  const list = useRef<HTMLUListElement>(null);
  const asked = useRef<T | undefined>(undefined);
  const [open, setOpen] = useState<string | null>(null);
  const listId = useId();
  const kept = useRef<HTMLElement | null>(null);
  const [said, setSaid] = useState('');
  const tight = useTight();
  useSlide(list, items);
  // An element that moves in the DOM loses focus, so focus is restored.
  useLayoutEffect(() => {
    if (kept.current?.isConnected && document.activeElement !== kept.current) kept.current.focus();
    kept.current = null;
  });

  function move(item: T, to: number) {
    if (to < fixed || to >= items.length) return;
    kept.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    onMove(idOf(item), to);
    setSaid(t('sortable.moved', { name: nameOf(item), position: to + 1, count: items.length }));
  }

  function drop(id: string, to: number) {
    const item = items.find(one => idOf(one) === id);
    if (item) move(item, to);
  }

  const makeSortable = useDragging(!disabled && items.length - fixed > 1);
  const isMovable = (index: number) => !disabled && index >= fixed && items.length - fixed > 1;
  function movesOf(item: T): Moves {
    const index = items.indexOf(item);
    const movable = isMovable(index);
    return {
      ...(movable && index > fixed && { up: () => move(item, index - 1) }),
      ...(movable && index < items.length - 1 && { down: () => move(item, index + 1) }),
    };
  }
  function moveActions(item: T, index: number): RowAction[] {
    if (!isMovable(index)) return [];
    const { up, down } = movesOf(item);
    const action = (way: 'up' | 'down', icon: ReactNode, run: (() => void) | undefined): RowAction => {
      const label = t(`sortable.${way}`, { name: nameOf(item) });
      return { label, name: label, icon, disabled: !run, onSelect: () => run?.() };
    };
    return [action('up', <ArrowUp />, up), action('down', <ArrowDown />, down)];
  }
  const entries = () => (asked.current && menu?.(asked.current, movesOf(asked.current))) ?? [];

  /** Records the row of the event, since all rows share one menu. */
  function note({ target }: SyntheticEvent): void {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    asked.current = items.find(item => idOf(item) === row?.dataset.row);
  }
  const asking = menu && {
    onPointerDownCapture: note,
    onContextMenuCapture(event: SyntheticEvent) {
      note(event);
      if (!entries().some(Boolean)) event.stopPropagation();
    },
  };
  const first = items[0];

  const rows = (
    <ul ref={list} className={cx(s.list, className)} aria-label={label} {...listProps} {...asking}>
      {items.map((item, index) => (
        <SortableRow
          key={idOf(item)}
          id={idOf(item)}
          index={index}
          name={nameOf(item)}
          list={listId}
          movable={isMovable(index)}
          makeSortable={makeSortable}
          grip={!disabled && !bare}
          open={open === idOf(item)}
          whole={bare || items.length <= fewRows}
          className={bare ? undefined : cx(rowLine, s.framed)}
          onDrop={drop}
        >
          {() =>
            bare ? (
              children(item, index, [])
            ) : (
              <>
                {children(item, index, tight ? moveActions(item, index) : [])}
                {isMovable(index) && !tight && <MoveButtons actions={moveActions(item, index)} />}
              </>
            )
          }
        </SortableRow>
      ))}
    </ul>
  );
  return (
    <>
      {menu ? (
        <ContextMenu
          items={entries}
          disabled={first === undefined || !menu(first, {}).some(Boolean)}
          onOpenChange={next => setOpen(next && asked.current ? idOf(asked.current) : null)}
        >
          {rows}
        </ContextMenu>
      ) : (
        rows
      )}
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </>
  );
}

function MoveButtons({ actions }: { actions: readonly RowAction[] }) {
  return (
    <span className={s.moves}>
      {actions.map(({ label, icon, disabled, onSelect }) => (
        <IconButton
          key={label}
          className={quietAction}
          size="sm"
          label={label}
          aria-disabled={disabled}
          onClick={disabled ? undefined : onSelect}
        >
          {icon}
        </IconButton>
      ))}
    </span>
  );
}

import { ChevronDown, ChevronUp, GripVertical } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from './cx.ts';
import { IconButton } from './IconButton.tsx';
import s from './SortableList.module.css';
import type { Edge } from './sortable-drag.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

/** Milliseconds that a row takes to reach its new place (spec 2 §9). */
const animation = 150;

/** How a row moves by one without being dragged; absent where it is at the end, or may not move. */
export interface Moves {
  up?: () => void;
  down?: () => void;
}

interface SortableListProps<T> {
  /** Its name, for screen readers. */
  label: string;
  items: readonly T[];
  idOf: (item: T) => string;
  nameOf: (item: T) => string;
  /** How many of the first items stay where they are, and let nothing before them. */
  fixed?: number;
  /** The order is not theirs to change: no handle at all. */
  disabled?: boolean;
  /** No handle and no buttons: a row is dragged by all of itself, and offers its moves in a menu of its own. */
  bare?: boolean;
  className?: string;
  onMove: (id: string, to: number) => void;
  children: (item: T, index: number, moves: Moves) => ReactNode;
}

/** Lets what has moved slide from where it was, whoever moved it. */
function useSlide(list: React.RefObject<HTMLElement | null>) {
  const places = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    const before = places.current;
    const still = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
    const after = new Map<string, number>();
    for (const row of list.current?.children ?? []) {
      if (!(row instanceof HTMLElement) || !row.dataset.row) continue;
      const { row: id } = row.dataset;
      const from = before.get(id);
      after.set(id, row.offsetTop);
      if (from === undefined || from === row.offsetTop || still) continue;
      row.animate?.([{ transform: `translateY(${from - row.offsetTop}px)` }, { transform: 'none' }], {
        duration: animation,
        easing: 'cubic-bezier(0.2, 0, 0, 1)',
      });
    }
    places.current = after;
  });
}

interface RowProps {
  id: string;
  index: number;
  list: string;
  movable: boolean;
  grip: boolean;
  className: string | undefined;
  onDrop: (id: string, to: number) => void;
  controls: ReactNode;
  children: ReactNode;
}

function Row({ id, index, list, movable, grip, className, onDrop, controls, children }: RowProps) {
  const row = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const [dragged, setDragged] = useState(false);
  const [edge, setEdge] = useState<Edge | null>(null);
  const drop = useRef(onDrop);
  drop.current = onDrop;

  useEffect(() => {
    const element = row.current;
    if (!element || !movable) return;
    let end: (() => void) | null = null;
    let gone = false;
    const start = ({ makeSortable }: typeof import('./sortable-drag.ts')) => {
      if (gone) return;
      end = makeSortable({
        element,
        handle: handle.current,
        list,
        id,
        index,
        onDragging: setDragged,
        onEdge: setEdge,
        onDrop: (moved, to) => drop.current(moved, to),
      });
    };
    // The first page waits for nothing that only a drag needs; without it, the other ways to move a row are left.
    import('./sortable-drag.ts').then(start, () => {});
    return () => {
      gone = true;
      end?.();
    };
  }, [id, index, list, movable]);

  return (
    <li ref={row} className={cx(s.row, className, dragged && s.dragged)} data-row={id} data-edge={edge ?? undefined}>
      {grip && (
        <span ref={handle} className={s.grip} data-movable={movable || undefined} aria-hidden="true">
          <GripVertical />
        </span>
      )}
      {controls === undefined ? children : <div className={s.content}>{children}</div>}
      {controls}
    </li>
  );
}

/**
 * A list whose order people make by hand: by dragging, and by two buttons (or what a bare row offers in their stead) for
 * who uses a keyboard or a finger. Each move is announced, and the focus stays on the button that was pressed.
 */
export function SortableList<T>({
  label,
  items,
  idOf,
  nameOf,
  fixed = 0,
  disabled = false,
  bare = false,
  className,
  onMove,
  children,
}: SortableListProps<T>) {
  const { t } = useTranslation('ui');
  const list = useRef<HTMLUListElement>(null);
  const listId = useId();
  const kept = useRef<HTMLElement | null>(null);
  const [said, setSaid] = useState('');
  useSlide(list);
  // A row that moves in the document loses the focus that was in it.
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

  return (
    <>
      <ul ref={list} className={cx(s.list, className)} aria-label={label}>
        {items.map((item, index) => {
          const movable = !disabled && index >= fixed && items.length - fixed > 1;
          const moves: Moves = {
            ...(movable && index > fixed && { up: () => move(item, index - 1) }),
            ...(movable && index < items.length - 1 && { down: () => move(item, index + 1) }),
          };
          return (
            <Row
              key={idOf(item)}
              id={idOf(item)}
              index={index}
              list={listId}
              movable={movable}
              grip={!disabled && !bare}
              className={bare ? undefined : s.framed}
              onDrop={drop}
              controls={bare ? undefined : movable && <MoveButtons name={nameOf(item)} moves={moves} />}
            >
              {children(item, index, moves)}
            </Row>
          );
        })}
      </ul>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </>
  );
}

function MoveButtons({ name, moves }: { name: string; moves: Moves }) {
  const { t } = useTranslation('ui');
  return (
    <span className={s.moves}>
      <IconButton size="sm" label={t('sortable.up', { name })} aria-disabled={!moves.up} onClick={moves.up}>
        <ChevronUp />
      </IconButton>
      <IconButton size="sm" label={t('sortable.down', { name })} aria-disabled={!moves.down} onClick={moves.down}>
        <ChevronDown />
      </IconButton>
    </span>
  );
}

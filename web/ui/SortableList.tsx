import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine';
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge';
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge';
import { getReorderDestinationIndex } from '@atlaskit/pragmatic-drag-and-drop-hitbox/util/get-reorder-destination-index';
import { ChevronDown, ChevronUp, GripVertical } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from './cx.ts';
import { IconButton } from './IconButton.tsx';
import s from './SortableList.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

/** Milliseconds that a row takes to reach its new place (spec 2 §9). */
const animation = 150;

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
  onMove: (id: string, to: number) => void;
  children: (item: T, index: number) => ReactNode;
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
  handle: boolean;
  onDrop: (id: string, from: number, target: number, edge: 'top' | 'bottom' | null) => void;
  controls: ReactNode;
  children: ReactNode;
}

function Row({ id, index, list, movable, handle, onDrop, controls, children }: RowProps) {
  const row = useRef<HTMLLIElement>(null);
  const grip = useRef<HTMLSpanElement>(null);
  const [dragged, setDragged] = useState(false);
  const [edge, setEdge] = useState<'top' | 'bottom' | null>(null);
  const drop = useRef(onDrop);
  drop.current = onDrop;

  useEffect(() => {
    const element = row.current;
    if (!element || !movable) return;
    const edgeOf = (data: Record<string | symbol, unknown>) => {
      const found = extractClosestEdge(data);
      return found === 'top' || found === 'bottom' ? found : null;
    };
    return combine(
      draggable({
        element,
        dragHandle: grip.current ?? undefined,
        getInitialData: () => ({ list, id, index }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.list === list,
        getData: ({ input }) => attachClosestEdge({ index }, { input, element, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self, source }) => setEdge(source.data.id === id ? null : edgeOf(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: ({ self, source }) => {
          setEdge(null);
          drop.current(String(source.data.id), Number(source.data.index), index, edgeOf(self.data));
        },
      }),
    );
  }, [id, index, list, movable]);

  return (
    <li ref={row} className={cx(s.row, dragged && s.dragged)} data-row={id} data-edge={edge ?? undefined}>
      {handle && (
        <span ref={grip} className={s.grip} data-movable={movable || undefined} aria-hidden="true">
          <GripVertical />
        </span>
      )}
      <div className={s.content}>{children}</div>
      {controls}
    </li>
  );
}

/**
 * A list whose order people make by hand: by dragging, and by two buttons for who uses a keyboard or a finger. Each move
 * is announced, and the focus stays on the button that was pressed.
 */
export function SortableList<T>({
  label,
  items,
  idOf,
  nameOf,
  fixed = 0,
  disabled = false,
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

  function drop(id: string, from: number, target: number, edge: 'top' | 'bottom' | null) {
    const to = getReorderDestinationIndex({
      startIndex: from,
      indexOfTarget: target,
      closestEdgeOfTarget: edge,
      axis: 'vertical',
    });
    const item = items.find(one => idOf(one) === id);
    if (item && to !== from) move(item, to);
  }

  return (
    <>
      <ul ref={list} className={s.list} aria-label={label}>
        {items.map((item, index) => {
          const movable = !disabled && index >= fixed && items.length - fixed > 1;
          const name = nameOf(item);
          return (
            <Row
              key={idOf(item)}
              id={idOf(item)}
              index={index}
              list={listId}
              movable={movable}
              handle={!disabled}
              onDrop={drop}
              controls={
                movable && (
                  <span className={s.moves}>
                    <IconButton
                      size="sm"
                      label={t('sortable.up', { name })}
                      aria-disabled={index === fixed}
                      onClick={() => move(item, index - 1)}
                    >
                      <ChevronUp />
                    </IconButton>
                    <IconButton
                      size="sm"
                      label={t('sortable.down', { name })}
                      aria-disabled={index === items.length - 1}
                      onClick={() => move(item, index + 1)}
                    >
                      <ChevronDown />
                    </IconButton>
                  </span>
                )
              }
            >
              {children(item, index)}
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

import GripVertical from 'lucide-react/icons/grip-vertical';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import { useNear } from '../overlays/near.ts';
import s from './SortableList.module.css';
import type { Edge, makeSortable } from './sortable-drag.ts';

interface SortableRowProps {
  id: string;
  index: number;
  /** Name of the row, its only content while it is out of sight. */
  name: string;
  list: string;
  movable: boolean;
  /** Function that makes the row draggable, once its code is loaded. */
  makeSortable: typeof makeSortable | undefined;
  grip: boolean;
  /** Whether the row's menu is open. */
  open: boolean;
  /** Whether the row is rendered in full even out of sight. */
  whole: boolean;
  className: string | undefined;
  onDrop: (id: string, to: number) => void;
  /** Renders the content; called only when the row is in or near sight. */
  children: () => ReactNode;
}

/** Row of a {@link SortableList}. */
export function SortableRow({
  id,
  index,
  name,
  list,
  movable,
  makeSortable: make,
  grip,
  open,
  whole,
  className,
  onDrop,
  children,
}: SortableRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const [dragged, setDragged] = useState(false);
  const [edge, setEdge] = useState<Edge | null>(null);
  const near = useNear(row, whole);
  const drop = useRef(onDrop);
  drop.current = onDrop;

  useEffect(() => {
    const element = row.current;
    if (!element || !movable || !near || !make) return;
    return make({
      element,
      handle: handle.current,
      list,
      id,
      index,
      onDragging: setDragged,
      onEdge: setEdge,
      onDrop: (moved, to) => drop.current(moved, to),
    });
  }, [id, index, list, movable, near, make]);

  return (
    <li
      ref={row}
      className={cx(s.row, className, dragged && s.dragged)}
      data-row={id}
      data-open={open || undefined}
      data-edge={edge ?? undefined}
    >
      {near ? (
        <>
          {grip && (
            <span ref={handle} className={s.grip} data-movable={movable || undefined} aria-hidden="true">
              <GripVertical />
            </span>
          )}
          {children()}
        </>
      ) : (
        name
      )}
    </li>
  );
}

import GripVertical from 'lucide-react/icons/grip-vertical';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import { useNear } from '../overlays/near.ts';
import s from './SortableList.module.css';
import type { Edge, makeSortable } from './sortable-drag.ts';

interface SortableRowProps {
  id: string;
  index: number;
  /** What it is called: all there is of it while it is far from what one sees. */
  name: string;
  list: string;
  movable: boolean;
  /** Lets it be dragged, once that is there. */
  makeSortable: typeof makeSortable | undefined;
  grip: boolean;
  /** Its menu is open. */
  open: boolean;
  /** It is there in full however far it is. */
  whole: boolean;
  className: string | undefined;
  onDrop: (id: string, to: number) => void;
  /** Asked for only when the row is near. */
  children: () => ReactNode;
}

/** A row of a {@link SortableList}. */
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

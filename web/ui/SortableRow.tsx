import { GripVertical } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { useNear } from './near.ts';
import s from './SortableList.module.css';
import type { Edge } from './sortable-drag.ts';

interface SortableRowProps {
  id: string;
  index: number;
  /** What it is called: all there is of it while it is far from what one sees. */
  name: string;
  list: string;
  movable: boolean;
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
    if (!element || !movable || !near) return;
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
  }, [id, index, list, movable, near]);

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

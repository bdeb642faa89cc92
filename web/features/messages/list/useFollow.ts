import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { Row } from './rows.ts';

/** Within this many pixels of the bottom, the list follows new messages (product.md, « Feel »). */
const followWithin = 100;
/** How near an end the next page is asked for, in pixels. */
const fetchWithin = 500;
/** How long a smooth scroll is left alone, in milliseconds. */
const smoothFor = 400;

interface FollowInput {
  rows: readonly Row[];
  userId: string;
  onTop: () => void;
  onEnd: () => void;
  /** The last row is in sight. */
  onSeen: () => void;
}

interface Follow {
  list: RefObject<VirtualizerHandle | null>;
  /** True in the one render that adds rows before those already shown. */
  shift: boolean;
  atBottom: boolean;
  /** Messages of others below what is in sight. */
  unseen: number;
  toBottom: (smooth: boolean) => void;
  onScroll: () => void;
  onResize: () => void;
}

/**
 * Where the list stands: at the bottom at first (or on the line of new messages), then with new messages while one is
 * near the bottom or wrote them, else where the eye is.
 */
export function useFollow({ rows, userId, onTop, onEnd, onSeen }: FollowInput): Follow {
  const list = useRef<VirtualizerHandle>(null);
  const [atBottom, setAtBottom] = useState(true);
  const [unseen, setUnseen] = useState(0);
  const stuck = useRef(true);
  const placed = useRef(false);
  const firstKey = useRef<string | null>(null);
  const lastKey = useRef<string | null>(null);
  const smoothUntil = useRef(0);
  const seenAt = useRef({ offset: 0, size: 0 });
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(settling.current), []);

  const first = rows[0]?.key ?? null;
  const shift =
    firstKey.current !== null && first !== firstKey.current && rows.some(row => row.key === firstKey.current);

  const toBottom = useCallback(
    (smooth: boolean) => {
      stuck.current = true;
      const { current } = list;
      if (!current) return;
      const end = (moving: boolean) => current.scrollToIndex(rows.length - 1, { align: 'end', smooth: moving });
      const below = current.scrollSize - current.scrollOffset - current.viewportSize;
      const still = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
      // From far away there is nothing to see on the way.
      const moving = smooth && !still && below < 2 * current.viewportSize;
      end(moving);
      if (!moving) return;
      smoothUntil.current = Date.now() + smoothFor;
      clearTimeout(settling.current);
      // What grew meanwhile, as a message that could not be sent, has moved the bottom.
      settling.current = setTimeout(() => {
        if (stuck.current) end(false);
      }, smoothFor + 20);
    },
    [rows.length],
  );

  const look = useCallback(() => {
    const { current } = list;
    if (!current || !placed.current || current.viewportSize === 0) return;
    const below = current.scrollSize - current.scrollOffset - current.viewportSize;
    const near = below <= followWithin;
    // Rows that get their true size move the bottom away; only a person who scrolls back leaves it.
    const { offset, size } = seenAt.current;
    const back = offset - current.scrollOffset > Math.max(0, size - current.scrollSize) + 1;
    seenAt.current = { offset: current.scrollOffset, size: current.scrollSize };
    if (Date.now() > smoothUntil.current) stuck.current = near || (stuck.current && !back);
    setAtBottom(near);
    if (near) {
      setUnseen(0);
      onSeen();
    }
    if (current.scrollOffset < fetchWithin) onTop();
    if (below < fetchWithin) onEnd();
  }, [onTop, onEnd, onSeen]);

  useLayoutEffect(() => {
    const last = rows.at(-1);
    const known = lastKey.current;
    firstKey.current = first;
    lastKey.current = last?.key ?? null;
    if (!last) return;
    if (!placed.current) {
      placed.current = true;
      const line = rows.findIndex(row => row.firstNew);
      if (line < 0) toBottom(false);
      else {
        stuck.current = false;
        list.current?.scrollToIndex(line, { align: 'start' });
      }
      const settled = requestAnimationFrame(look);
      return () => cancelAnimationFrame(settled);
    }
    if (last.key !== known) {
      const from = rows.findIndex(row => row.key === known) + 1;
      const added = from > 0 ? rows.slice(from) : [];
      const own = added.some(row => row.senderId === userId);
      if (stuck.current || own) toBottom(true);
      else setUnseen(count => count + added.length);
    }
    look();
    return undefined;
  }, [rows, first, userId, toBottom, look]);

  return {
    list,
    shift,
    atBottom,
    unseen,
    toBottom,
    onScroll: look,
    onResize: () => {
      // A picture, a wrapped line, the composer that grows: the last message stays above them.
      if (stuck.current && placed.current && Date.now() > smoothUntil.current) toBottom(false);
      look();
    },
  };
}

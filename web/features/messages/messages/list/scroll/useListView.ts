import { type RefObject, useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Jump } from '../../../timeline/open/timelines.store.ts';
import type { Row } from '../rows/rows.ts';
import { arrivals, type Range } from './anchor.ts';
import { ListView, type Sight } from './list-view.ts';

/** Distance from the end within which the list follows new messages. */
const followWithinPx = 100;
/** Distance from the end of the loaded rows at which the next page loads, in views. */
const fetchWithinViews = 1.5;

interface ListViewInput {
  rows: readonly Row[];
  /** Whether older messages exist beyond the loaded ones. */
  hasOlder: boolean;
  /** Whether newer messages exist beyond the loaded ones. */
  hasNewer: boolean;
  /** Pending scroll target, given with the rows that it names. */
  jump: Jump | null;
  onJumped: (row: Row | undefined) => void;
  onOlder: () => void;
  onNewer: () => void;
  /** Called once this row and the rows above it have been in view. */
  onSeen: (row: Row) => void;
  /** Called as the user scrolls. */
  onScrolled: () => void;
}

interface ListViewState {
  log: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  view: ListView;
  /** Range of rows to render. */
  range: Range;
  nearEnd: boolean;
  /** Number of messages received while the list is scrolled up. */
  unseen: number;
}

/** Connects the list to its `ListView`: renders the range, reports new rows, and tracks the rows in view. */
export function useListView(input: ListViewInput): ListViewState {
  const { rows, hasOlder, hasNewer, jump } = input;
  const log = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const latest = useRef(input);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [nearEnd, setNearEnd] = useState(true);
  const [unseen, setUnseen] = useState(0);
  const committing = useRef(false);
  const below = useRef(0);

  const look = useCallback((sight: Sight) => {
    const { onOlder, onNewer, onSeen, hasNewer: isOpen } = latest.current;
    const height = log.current?.clientHeight ?? 0;
    below.current = isOpen ? Number.POSITIVE_INFINITY : sight.below;
    const near = below.current <= followWithinPx;
    setNearEnd(near);
    if (near) setUnseen(0);
    if (sight.seen) onSeen(sight.seen);
    if (sight.above < fetchWithinViews * height) onOlder();
    if (sight.below < fetchWithinViews * height) onNewer();
  }, []);
  const draw = useCallback((now: boolean) => {
    if (!now) requestAnimationFrame(redraw);
    else if (committing.current) redraw();
    else flushSync(redraw);
  }, []);
  const [view] = useState(() => new ListView({ draw, look, scrolled: () => latest.current.onScrolled() }));
  const range = view.rangeFor(rows);

  useLayoutEffect(() => {
    const frame = log.current?.parentElement;
    if (frame && log.current && content.current) return view.attach(frame, log.current, content.current);
    return undefined;
  }, [view]);

  const shown = useRef<{ rows: readonly Row[]; hasNewer: boolean }>({ rows, hasNewer });
  useLayoutEffect(() => {
    committing.current = true;
    latest.current = input;
    const before = shown.current;
    shown.current = { rows, hasNewer };
    const added = before.hasNewer || before.rows === rows ? [] : arrivals(before.rows, rows);
    const follows = below.current <= followWithinPx || added.some(row => row.kind === 'pending');
    // Messages missed while disconnected start at the line of new messages, as at an opening, even when some of them
    // are loaded and in view, unless the first was in view; messages received while watching are followed.
    const line = jump?.to === 'news' && follows && added.length > 0 && rows.find(row => row.firstNew);
    const missed = line && (before.rows.every(row => row.key !== line.key) || view.inSight().includes(line.key));
    if (missed) view.beginAnew();
    const followed = added.length > 0 && follows && !missed;
    view.drawn(rows, range, { older: hasOlder, newer: hasNewer }, followed);
    if (followed) view.toEnd();
    else if (added.length > 0 && !follows) setUnseen(count => count + added.length);
    committing.current = false;
  });

  useLayoutEffect(() => {
    if (!jump) return;
    const { rows: known, onJumped } = latest.current;
    const row =
      jump.to === 'message' ? known.find(one => one.kind === 'message' && one.message._id === jump.id) : undefined;
    committing.current = true;
    if (row) view.goTo({ at: 'row', key: row.key, top: Math.round((log.current?.clientHeight ?? 0) / 3) });
    else if (jump.to === 'end') view.goTo({ at: 'end' });
    committing.current = false;
    onJumped(row);
  }, [jump, view]);

  useEffect(() => {
    // Messages received in a hidden tab start at their line, as at an opening.
    const back = () => {
      if (document.visibilityState !== 'visible' || below.current > followWithinPx) return;
      if (latest.current.rows.some(row => row.firstNew)) view.reopen();
    };
    document.addEventListener('visibilitychange', back);
    return () => document.removeEventListener('visibilitychange', back);
  }, [view]);

  return { log, content, view, range, nearEnd, unseen };
}

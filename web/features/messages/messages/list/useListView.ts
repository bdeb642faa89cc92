import { type RefObject, useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Jump } from '../../timeline/open/places.ts';
import { arrivals, type Range } from './anchor.ts';
import { ListView, type Sight } from './list-view.ts';
import type { Row } from './rows.ts';

/** Within this many pixels of the end, the list follows new messages. */
const followWithin = 100;
/** How near an end of what is loaded more is asked for, in views. */
const fetchWithin = 1.5;

interface ListViewInput {
  rows: readonly Row[];
  /** Older messages exist that are not here. */
  hasOlder: boolean;
  /** Newer messages exist that are not here. */
  hasNewer: boolean;
  /** Where one is asked to go, together with the rows that it speaks of. */
  jump: Jump | null;
  onJumped: (row: Row | undefined) => void;
  onOlder: () => void;
  onNewer: () => void;
  /** This row and those above it have been in sight. */
  onSeen: (row: Row) => void;
  /** A person has scrolled. */
  onScrolled: () => void;
}

interface ListViewState {
  log: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  view: ListView;
  /** The rows to draw. */
  range: Range;
  nearEnd: boolean;
  /** Messages that came while one was reading further up. */
  unseen: number;
}

/** Draws the rows that the view asks for, tells it what comes, and what is in sight of it. */
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
    const near = below.current <= followWithin;
    setNearEnd(near);
    if (near) setUnseen(0);
    if (sight.seen) onSeen(sight.seen);
    if (sight.above < fetchWithin * height) onOlder();
    if (sight.below < fetchWithin * height) onNewer();
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
    const follows = below.current <= followWithin || added.some(row => row.kind === 'pending');
    // What was missed begins at its line, as when one opens the place, also when some of it was here and is in sight,
    // were it not the first of it; what comes while one looks is followed.
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
    // What came while nobody looked begins at its line, as when one opens the place.
    const back = () => {
      if (document.visibilityState !== 'visible' || below.current > followWithin) return;
      if (latest.current.rows.some(row => row.firstNew)) view.reopen();
    };
    document.addEventListener('visibilitychange', back);
    return () => document.removeEventListener('visibilitychange', back);
  }, [view]);

  return { log, content, view, range, nearEnd, unseen };
}

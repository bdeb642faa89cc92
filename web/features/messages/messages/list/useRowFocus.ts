import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { isPressed, shortcuts } from '../../../../platform/shortcuts.ts';
import { actionsOn, type MessageDesk } from '../open/message-actions.ts';
import type { Row } from './rows/rows.ts';
import type { ListView } from './scroll/list-view.ts';

/** Part of the view that PageUp and PageDown leave in view. */
const overlapPx = 60;

interface RowFocusInput {
  log: RefObject<HTMLDivElement | null>;
  view: ListView;
  rows: readonly Row[];
  desk: MessageDesk;
  /** Returns the focus to the composer. */
  onLeave: () => void;
  /** Called to load the rows before the first. */
  onOlder: () => void;
  /** Called to choose another day from this row. */
  onDay: (row: Row, anchor: HTMLElement) => void;
}

const rowOf = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset.row : undefined;

/**
 * Manages the focus of the rows: one tab stop, moved in by keys. The focused row stays rendered wherever the list
 * scrolls, and passes the focus to its neighbour when it is deleted.
 */
export function useRowFocus({ log, view, rows, desk, onLeave, onOlder, onDay }: RowFocusInput) {
  const [focused, setFocused] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);
  const before = useRef(rows);
  const index = focused === null ? -1 : rows.findIndex(row => row.key === focused);

  /** Gives the focus to the wanted row, if it is rendered. */
  const giveFocus = () => {
    if (wanted.current === null) return;
    const drawn = log.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
    const element = [...drawn].find(({ dataset }) => dataset.row === wanted.current);
    if (!element) return;
    wanted.current = null;
    element.focus({ preventScroll: true });
  };
  const focus = (key: string | undefined) => {
    if (key === undefined) return;
    wanted.current = key;
    // Setting the focused key again re-renders nothing, and so would not give the focus.
    if (key === focused) giveFocus();
    else setFocused(key);
  };

  useLayoutEffect(() => {
    const old = before.current;
    before.current = rows;
    if (focused === null || index >= 0) return;
    const left = new Set(rows.map(row => row.key));
    const at = old.findIndex(row => row.key === focused);
    const next =
      old.slice(at + 1).find(row => left.has(row.key)) ?? old.slice(0, at).findLast(row => left.has(row.key));
    if (document.activeElement === document.body) wanted.current = next?.key ?? null;
    setFocused(next?.key ?? null);
  }, [rows, focused, index]);

  useLayoutEffect(giveFocus);

  const moveTo = (key: string | undefined) => {
    if (key === undefined) return;
    view.reveal(key);
    focus(key);
  };
  /** Moves from the focused row, or from the rows in view when it is out of view. */
  const step = (by: 1 | -1) => {
    const inSight = view.inSight();
    const seen = focused !== null && inSight.includes(focused);
    if (!seen && index >= 0 && inSight.length > 0) return moveTo(by > 0 ? inSight[0] : inSight.at(-1));
    if (by > 0 && index === rows.length - 1) return onLeave();
    if (by < 0 && index === 0) onOlder();
    moveTo(rows[index + by]?.key);
  };
  const page = (by: 1 | -1) => {
    view.scrollBy(by * Math.max(overlapPx, (log.current?.clientHeight ?? 0) - overlapPx));
    const inSight = view.inSight();
    focus(by > 0 ? inSight.at(-1) : inSight[0]);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(event.target instanceof HTMLElement)) return;
    if (event.target !== log.current && event.target.dataset.row === undefined) return;
    const { key } = event;
    const row = rows[index];
    const action = row && actionsOn(row, desk).find(one => one.key?.toLowerCase() === key.toLowerCase());
    if (key === shortcuts.up.key) step(-1);
    else if (key === shortcuts.down.key) step(1);
    else if (key === shortcuts.pageUp.key) page(-1);
    else if (key === shortcuts.pageDown.key) page(1);
    else if (key === shortcuts.first.key) moveTo(rows[0]?.key);
    else if (key === shortcuts.last.key) {
      view.goTo({ at: 'end' });
      focus(rows.at(-1)?.key);
    } else if (isPressed(event, shortcuts.leave)) onLeave();
    else if (row && action) action.run(row, desk, event.target);
    else if (row && key.toLowerCase() === shortcuts.day.key) {
      // The popover stands beside the row, which may be out of view.
      view.reveal(row.key);
      onDay(row, event.target);
    } else return;
    event.preventDefault();
  };

  return {
    /** Key of the row that has the focus, or had it when the window lost it or a layer opened. */
    focused,
    focus,
    handlers: {
      // Tab enters at the rows in view, wherever the focus was before.
      tabIndex: focused === null ? 0 : -1,
      onKeyDown,
      onFocus: (event: FocusEvent) => {
        const inSight = view.inSight();
        const entry = focused !== null && inSight.includes(focused) ? focused : inSight.at(-1);
        if (event.target === log.current) focus(entry ?? rows.at(-1)?.key);
        else setFocused(rowOf(event.target) ?? null);
      },
      onBlur: ({ relatedTarget, currentTarget }: FocusEvent) => {
        // No other element has the focus when the window loses it, or when the row is deleted; a layer over the page
        // gives it back to the row, or to the list if the row is deleted meanwhile.
        if (!(relatedTarget instanceof Element) || relatedTarget.closest('[data-layer]')) return;
        if (!currentTarget.contains(relatedTarget)) setFocused(null);
      },
    },
  };
}

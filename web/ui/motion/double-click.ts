import { type MouseEvent, useState } from 'react';

/** Time and distance within which a second press belongs to the first. */
const within = { ms: 500, px: 8 };

const none = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0, button: 0 };
let last = none;
/** Time of the first press of a double click; null unless the last press was its second. */
let firstAt: number | null = null;

document.addEventListener(
  'pointerdown',
  ({ timeStamp: at, clientX: x, clientY: y, button, isTrusted }) => {
    // A scripted press has no person and no position.
    if (!isTrusted) return;
    const isNear = at - last.at < within.ms && Math.hypot(x - last.x, y - last.y) < within.px;
    const isSecond = firstAt === null && isNear && button === last.button;
    firstAt = isSecond ? last.at : null;
    last = { at, x, y, button };
  },
  { capture: true, passive: true },
);
// A person who has typed in between, Escape for instance, presses anew.
document.addEventListener('keydown', () => (last = none), { capture: true, passive: true });

/**
 * Tells whether the person has just made the second press of a double click. Many people double-click to open anything:
 * the second press must not close the layer that the first has opened.
 */
export const isDoubleClick = (): boolean => firstAt !== null && performance.now() - last.at < within.ms;

/** Gives an open layer the props that keep the second press of its opening double click from closing or using it. */
export function useOpeningPress() {
  const [openedAt] = useState(() => performance.now());
  const isItsSecond = () => isDoubleClick() && firstAt !== null && firstAt < openedAt;
  return {
    /** Keeps the layer open, and focus in it, when that press is outside. */
    keepOpen(event: CustomEvent<{ originalEvent: Event }>): void {
      const { originalEvent } = event.detail;
      if (originalEvent.type !== 'pointerdown' || !isItsSecond()) return;
      event.preventDefault();
      // A menu receives the press itself, other layers its click, when the press has already taken focus.
      originalEvent.preventDefault();
      if (document.activeElement === document.body)
        [...document.querySelectorAll<HTMLElement>('[data-layer]')].at(-1)?.focus({ preventScroll: true });
    },
    /** Ignores that press inside the layer, where a sheet may have opened under the finger: a prop of its content. */
    onClickCapture(event: MouseEvent): void {
      if (!isItsSecond()) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

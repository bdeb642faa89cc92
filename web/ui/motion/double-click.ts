/** Time and distance within which a second press belongs to the first. */
const within = { ms: 500, px: 8 };

const none = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0 };
let last = none;
let isSecond = false;

document.addEventListener(
  'pointerdown',
  ({ timeStamp: at, clientX: x, clientY: y, isTrusted }) => {
    // A script's press is nobody's, and has no place.
    if (!isTrusted) return;
    isSecond = !isSecond && at - last.at < within.ms && Math.hypot(x - last.x, y - last.y) < within.px;
    last = { at, x, y };
  },
  { capture: true, passive: true },
);
// Who has typed in between, Escape say, presses anew.
document.addEventListener('keydown', () => (last = none), { capture: true, passive: true });

/**
 * Tells whether the person has just made the second press of a double click. Many people make one to open anything: what
 * the first press has opened, the second must not close.
 */
export const isDoubleClick = (): boolean => isSecond && performance.now() - last.at < within.ms;

/** Keeps a layer open when the press outside is the second of the double click that opened it. */
export function keepOpenForDoubleClick(event: Event): void {
  const original = (event as CustomEvent<{ originalEvent?: Event } | undefined>).detail?.originalEvent;
  if (!isDoubleClick() || original?.type !== 'pointerdown') return;
  event.preventDefault();
  // Otherwise the press would take focus out of a menu.
  original.preventDefault();
}

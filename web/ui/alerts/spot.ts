/** A rectangle in the window, in pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Pixels: `margin` from the edges of the room, `step` between two vertical positions tried. */
const margin = 8;
const step = 12;

const overlap = (a: Box, b: Box) =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

/**
 * Finds the first position in `room`, from its top, where a box of this size covers no box of `taken`, or else the
 * fewest.
 */
export function spotFor(size: { width: number; height: number }, room: Box, taken: readonly Box[]): Box {
  const right = room.left + room.width - size.width - margin;
  const lefts = [room.left + (room.width - size.width) / 2, right, room.left + margin].map(left =>
    Math.max(room.left + margin, Math.min(left, right)),
  );
  const bottom = room.top + room.height - size.height - margin;
  let best: { box: Box; covered: number } | null = null;
  for (let top = room.top + margin; top <= Math.max(bottom, room.top + margin); top += step) {
    for (const left of lefts) {
      const box = { left, top, ...size };
      const covered = taken.filter(one => overlap(box, one)).length;
      if (covered === 0) return box;
      if (!best || covered < best.covered) best = { box, covered };
    }
  }
  return best?.box ?? { left: room.left + margin, top: room.top + margin, ...size };
}

const controls = 'button, a[href], input, textarea, select, [role="tab"], [role^="menuitem"], [role="option"]';

/** Returns the boxes of the controls that can be clicked now: in the topmost layer if one is open, else in the page. */
export function takenNow(): Box[] {
  const layers = document.querySelectorAll('[data-layer][data-state="open"]');
  const reachable = layers.item(layers.length - 1) ?? document;
  return [...reachable.querySelectorAll(controls)]
    .filter(control => !control.closest('[data-alerts]'))
    .map(control => control.getBoundingClientRect())
    .filter(({ width, height, top, bottom }) => width > 1 && height > 1 && bottom > 0 && top < window.innerHeight);
}

/** Returns the box of the page's content, without the bars, or of the window if there is no content. */
export function roomNow(): Box {
  const content = document.querySelector('#content')?.getBoundingClientRect();
  return content ?? { left: 0, top: 0, width: window.innerWidth, height: window.innerHeight };
}

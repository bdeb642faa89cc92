import type { ReactNode, RefObject } from 'react';
import { createRoot } from 'react-dom/client';
import { onSessionEnd } from '../platform/session.ts';

/** Where something stands, or stood when it was last seen. */
function lasting(anchor: Element, place: DOMRect): Pick<Element, 'getBoundingClientRect'> {
  let last = place;
  return {
    getBoundingClientRect() {
      const now = anchor.getBoundingClientRect();
      if (now.width > 0) last = now;
      return last;
    },
  };
}

let close: (() => void) | null = null;
onSessionEnd(() => close?.());

/**
 * Shows something beside what was pressed, for as long as a choice takes: what is fetched for it has no place in the
 * page before, and what opened it may be gone meanwhile. One at a time.
 * @param place where the anchor stood when it was pressed
 * @param render what is shown; it stands at `beside`, and calls `done` with what was chosen, or null
 */
export function showBeside<T>(
  anchor: Element,
  place: DOMRect,
  render: (beside: RefObject<HTMLElement>, done: (chosen: T | null) => void) => ReactNode,
): Promise<T | null> {
  close?.();
  const holder = document.createElement('div');
  document.body.append(holder);
  const root = createRoot(holder);
  return new Promise(resolve => {
    const done = (chosen: T | null) => {
      close = null;
      root.unmount();
      holder.remove();
      resolve(chosen);
    };
    close = () => done(null);
    root.render(render({ current: lasting(anchor, place) as HTMLElement }, done));
  });
}

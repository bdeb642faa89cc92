import { Fragment, type ReactNode, type RefObject } from 'react';
import { onSessionEnd } from '../../platform/session/session.ts';
import { useBeside } from './Beside.tsx';

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
let times = 0;
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
  times += 1;
  const mine = times;
  return new Promise(resolve => {
    const done = (chosen: T | null) => {
      // It may say so again as it goes, when another stands there already.
      if (mine !== times || !close) return;
      close = null;
      useBeside.setState({ shown: null });
      resolve(chosen);
    };
    close = () => done(null);
    const shown = render({ current: lasting(anchor, place) as HTMLElement }, done);
    useBeside.setState({ shown: <Fragment key={mine}>{shown}</Fragment> });
  });
}

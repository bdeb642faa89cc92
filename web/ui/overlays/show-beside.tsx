import { Fragment, type ReactNode, type RefObject } from 'react';
import { onSessionEnd } from '../../platform/session/session.ts';
import { useBeside } from './Beside.tsx';

/**
 * Returns an anchor that keeps its last visible position, should the element disappear. Inside a composer
 * (`data-written`), the anchor is as high as the whole of it, so that the picker covers no typed text.
 */
function lasting(anchor: Element, place: DOMRect): Pick<Element, 'getBoundingClientRect'> {
  const written = anchor.closest('[data-written]');
  const whole = ({ x, y, width, height }: DOMRect) => {
    const field = written?.getBoundingClientRect();
    return field && field.width > 0 ? new DOMRect(x, field.y, width, field.height) : new DOMRect(x, y, width, height);
  };
  let last = whole(place);
  return {
    getBoundingClientRect() {
      const now = anchor.getBoundingClientRect();
      if (now.width > 0) last = whole(now);
      return last;
    },
  };
}

let close: (() => void) | null = null;
let times = 0;
onSessionEnd(() => close?.());

/**
 * Shows an element (a picker, say) beside a clicked one until the person has chosen, even if the clicked element
 * disappears. Only one is shown at a time.
 * @param place position of the anchor when it was clicked
 * @param render renders the element at `beside`; it calls `done` with the choice, or with null
 * @returns the choice, or null
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
      // A closing element may call `done` again after another has opened.
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

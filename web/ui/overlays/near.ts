import { type RefObject, useEffect, useState } from 'react';

/** Distance from the viewport, in pixels, up to which an element counts as near. */
const margin = 600;

const told = new WeakMap<Element, (near: boolean) => void>();
const observer =
  typeof IntersectionObserver === 'undefined'
    ? null
    : new IntersectionObserver(
        entries => {
          for (const { target, isIntersecting } of entries) told.get(target)?.(isIntersecting);
        },
        { rootMargin: `${margin}px` },
      );

/**
 * Tells whether an element is in or near the viewport, so that rows further away can render less. An element with focus
 * always counts as near; with `always`, every element does.
 */
export function useNear(element: RefObject<HTMLElement | null>, always: boolean): boolean {
  const [near, setNear] = useState(always || observer === null);
  useEffect(() => {
    const { current } = element;
    if (always || !current || !observer) return setNear(true);
    told.set(current, next => setNear(next || current.contains(document.activeElement)));
    observer.observe(current);
    return () => observer.unobserve(current);
  }, [element, always]);
  return near;
}

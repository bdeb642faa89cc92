import { type RefObject, useEffect, useState } from 'react';

/** How far out of sight something still is near, in pixels. */
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
 * Whether an element is in sight, or near it: what is far can be light. What has the focus is never far, and `always`
 * makes everything near.
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

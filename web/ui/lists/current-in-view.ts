import { type RefObject, useEffect, useRef } from 'react';

/**
 * Returns the ref of a row that scrolls sideways: its current item is scrolled into view, at first and at each change.
 * @param current key of the current item
 */
export function useCurrentInView<E extends HTMLElement>(current: string | undefined): RefObject<E | null> {
  const row = useRef<E>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect reads the current item from the row.
  useEffect(() => {
    row.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [current]);
  return row;
}

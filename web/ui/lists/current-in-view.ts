import { type RefObject, useEffect, useRef } from 'react';

/**
 * Returns the ref of a row that scrolls sideways: its current item comes into view, at first and when another becomes it.
 * @param current what says which item is current
 */
export function useCurrentInView<E extends HTMLElement>(current: string | undefined): RefObject<E | null> {
  const row = useRef<E>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect reads the current item from the row.
  useEffect(() => {
    row.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [current]);
  return row;
}

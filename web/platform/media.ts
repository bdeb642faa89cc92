import { useSyncExternalStore } from 'react';

/** Widths at which the shell changes, in pixels; the CSS of the shell names the same. */
export const widths = { phone: 640, narrow: 900, tight: 1100 } as const;

function useBelow(width: number): boolean {
  const query = `(width < ${width}px)`;
  return useSyncExternalStore(
    heard => {
      const list = window.matchMedia(query);
      list.addEventListener('change', heard);
      return () => list.removeEventListener('change', heard);
    },
    () => window.matchMedia(query).matches,
  );
}

/** One pane at a time. */
export const usePhone = () => useBelow(widths.phone);
/** The side panel slides over. */
export const useNarrow = () => useBelow(widths.narrow);
/** The members panel slides over. */
export const useTight = () => useBelow(widths.tight);

import { useSyncExternalStore } from 'react';

/** Breakpoints of the shell's layout, in CSS pixels; the shell's CSS repeats them. */
export const widths = { phone: 640, narrow: 900, tight: 1100, wide: 1200, roomy: 1600 } as const;

function useBelow(width: number): boolean {
  const query = `(width < ${width}px)`;
  return useSyncExternalStore(
    heard => {
      const list = window.matchMedia?.(query);
      list?.addEventListener('change', heard);
      return () => list?.removeEventListener('change', heard);
    },
    () => window.matchMedia?.(query).matches ?? false,
  );
}

/** Tells whether the layout shows one pane at a time. */
export const usePhone = () => useBelow(widths.phone);
/** Tells whether the side panel is a drawer. */
export const useNarrow = () => useBelow(widths.narrow);
/** Tells whether the header has room for a search field. */
export const useWide = () => !useBelow(widths.wide);
/** Tells whether a place, a thread and the members have room beside each other. */
export const useRoomy = () => !useBelow(widths.roomy);
/** Tells whether the members panel is a drawer, and a thread covers its place. */
export const useTight = () => useBelow(widths.tight);

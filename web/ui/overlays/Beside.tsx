import type { ReactNode } from 'react';
import { create } from 'zustand';

/** Store of the element that `showBeside` shows, if any. */
export const useBeside = create<{ shown: ReactNode }>(() => ({ shown: null }));

/**
 * Renders that element in the page's own React root. Mounted once. A second root would not do: when an effect of one
 * root re-renders the other during its delayed commit, React throws « Cannot commit the same tree as before ».
 */
export const Beside = () => useBeside(({ shown }) => shown);

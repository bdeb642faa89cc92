import type { ReactNode } from 'react';
import { create } from 'zustand';

/** What `showBeside` shows, or nothing. */
export const useBeside = create<{ shown: ReactNode }>(() => ({ shown: null }));

/**
 * Where that is drawn: by the page's own root, mounted once. Of two roots, React may be about to put up what it held back
 * of the one when the effects of the other draw it anew, and then throws « Cannot commit the same tree as before ».
 */
export const Beside = () => useBeside(({ shown }) => shown);

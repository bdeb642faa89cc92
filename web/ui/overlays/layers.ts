import { useEffect } from 'react';

/**
 * On a phone, « back » closes what is open over the page (a pane, a dialog, a menu) instead of leaving the page. What
 * opens marks its element `data-layer` (Radix says by `data-state` whether it is open) and calls {@link useLayer}: an
 * entry of the same page is then added to the history, and going back from it does what Escape does. An entry that
 * outlives its layer, because that was closed otherwise or the page was replaced from it, is passed over.
 */

const phone = '(width < 640px)';
const opened = '[data-layer][data-state="open"]';

interface Entry {
  /** The router's number of the page. */
  page: number | undefined;
  /** How many layers were open over it at most. */
  depth: number;
}

function currentEntry(): Entry {
  const { idx, layer } = (history.state ?? {}) as { idx?: number; layer?: number };
  return { page: idx, depth: layer ?? 0 };
}

const openLayers = () => [...document.querySelectorAll(opened)];

/** Where one was before a move through the history. */
let at = currentEntry();

/** To call whenever the router has moved: only it knows. */
export function noteEntry(): void {
  at = currentEntry();
}

/** As many entries as there are layers. */
function addEntries(): void {
  const wanted = openLayers().length;
  noteEntry();
  while (at.depth < wanted) {
    history.pushState({ ...history.state, layer: at.depth + 1 }, '');
    noteEntry();
  }
}

/** Longer than a layer takes to close. */
const closing = 100;

window.addEventListener(
  'popstate',
  event => {
    const from = at;
    noteEntry();
    if (at.page === undefined || at.page !== from.page) return;
    // The page is the same: the router has nothing to do.
    event.stopImmediatePropagation();
    if (at.depth > from.depth) return history.forward();
    const layers = openLayers();
    if (layers.length <= at.depth) return history.back();
    const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
    layers.at(-1)?.dispatchEvent(key);
    // It may have asked before it goes, and stay.
    setTimeout(addEntries, closing);
  },
  { capture: true },
);

/** Called by what opens over the page, as it opens. */
export function useLayer(): void {
  useEffect(() => {
    if (window.matchMedia?.(phone).matches) addEntries();
  }, []);
}

/** The same, for what has no component of its own inside. */
export function Layer(): null {
  useLayer();
  return null;
}

import { useEffect } from 'react';

/*
 * On a phone, « back » closes the topmost layer (a drawer, a dialog, a menu) instead of leaving the page. A layer has
 * `data-layer` on its element (Radix sets `data-state`) and calls `useLayer`, which adds a history entry for the same page;
 * going back from this entry sends Escape. An entry whose layer is gone is skipped.
 */

const phone = '(width < 640px)';
const opened = '[data-layer][data-state="open"]';

interface Entry {
  /** The router's index of the page's entry. */
  page: number | undefined;
  /** Highest number of layers open over the page. */
  depth: number;
}

function currentEntry(): Entry {
  const { idx, layer } = (history.state ?? {}) as { idx?: number; layer?: number };
  return { page: idx, depth: layer ?? 0 };
}

const openLayers = () => [...document.querySelectorAll(opened)];

/** History entry before the current navigation. */
let at = currentEntry();

/** Records the current history entry; the router calls this function after each navigation. */
export function noteEntry(): void {
  at = currentEntry();
}

/** Adds history entries until there are as many as open layers. */
function addEntries(): void {
  const wanted = openLayers().length;
  noteEntry();
  while (at.depth < wanted) {
    history.pushState({ ...history.state, layer: at.depth + 1 }, '');
    noteEntry();
  }
}

/** Longer than a layer takes to close. */
const closingMs = 100;

window.addEventListener(
  'popstate',
  event => {
    const from = at;
    noteEntry();
    if (at.page === undefined || at.page !== from.page) return;
    // The page is the same, so the router must not see this event.
    event.stopImmediatePropagation();
    if (at.depth > from.depth) return history.forward();
    const layers = openLayers();
    if (layers.length <= at.depth) return history.back();
    const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
    const top = layers.at(-1);
    // A field's open options close before the layer around them.
    (top?.querySelector('[data-options]') ?? top)?.dispatchEvent(key);
    // The layer may ask about unsaved changes and stay open.
    setTimeout(addEntries, closingMs);
  },
  { capture: true },
);

/** Registers the component as a layer; called by each layer as it opens. */
export function useLayer(): void {
  useEffect(() => {
    if (window.matchMedia?.(phone).matches) addEntries();
  }, []);
}

/** Calls {@link useLayer}, for layers without a component of their own inside. */
export function Layer(): null {
  useLayer();
  return null;
}

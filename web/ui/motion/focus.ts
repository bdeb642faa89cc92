/*
 * Keeps focus from getting lost. When the focused element is removed, focus moves to the next item of its list, or else to
 * its region. A layer that closes gives focus back to its opener, or to the element that replaced the opener.
 */

/** An element to which focus may return; once it is removed, `hole` is its former place. */
interface Place {
  element: HTMLElement;
  /** The element itself, or the nearest former ancestor that is still in the page. */
  anchor: Node;
  /**
   * The layer around the element, or the side that gives focus back itself (`data-gives-focus-back`), if any; when it closes,
   * focus returns to its opener.
   */
  layer: Element | null;
  hole: { next: Node | null; previous: Node | null; control: number } | null;
}

const controls =
  'a[href], button:not(:disabled), summary, select:not(:disabled), [tabindex], ' +
  'input:is([type=checkbox], [type=radio]):not(:disabled)';
const lists = 'ul, ol, tbody, [role=list], [role=listbox], [role=group]';
const regions = '[tabindex="-1"], [role=dialog], [role=alertdialog]';

const placeOf = (element: HTMLElement): Place => ({
  element,
  anchor: element,
  layer: element.closest('[data-layer], [data-gives-focus-back]'),
  hole: null,
});
const isMenu = (element: Element) => element.closest('[role="menu"]') !== null;
const canFocus = (element: HTMLElement) => element.isConnected && !element.matches(':disabled') && isShown(element);
/** Tells whether an element is visible; jsdom has no checkVisibility, so there it always is. */
const isShown = (element: HTMLElement) => !element.checkVisibility || element.checkVisibility();
const controlsIn = (root: HTMLElement) => (root.matches(controls) ? [root] : [...root.querySelectorAll(controls)]);

/** The focused element, or the element that had focus until it was removed or disabled. */
let focused: Place | null = null;
/** The last focused element outside menus, since a menu is gone when its action runs. */
let lastOutsideMenus: Place | null = null;
/** Places to which open layers will give focus back. */
const origins = new Set<Place>();

function* places(): Generator<Place> {
  if (focused) yield focused;
  if (lastOutsideMenus && lastOutsideMenus !== focused) yield lastOutsideMenus;
  yield* origins;
}

/** Records the former place of removed nodes. */
function follow({ target, removedNodes, nextSibling, previousSibling }: MutationRecord): void {
  for (const node of removedNodes) {
    for (const place of places()) {
      if (!node.contains(place.anchor)) continue;
      const held = node instanceof HTMLElement ? controlsIn(node).indexOf(place.element) : -1;
      place.hole = { next: nextSibling, previous: previousSibling, control: Math.max(0, held) };
      place.anchor = target;
    }
  }
}

/** Finds the same control in the item that replaced a removed item. */
function heirInList({ anchor, hole }: Place): HTMLElement | null {
  if (!hole || !(anchor instanceof HTMLElement) || !anchor.matches(lists)) return null;
  const items = [...anchor.children];
  const next = hole.next instanceof Element ? items.indexOf(hole.next) : -1;
  const previous = hole.previous instanceof Element ? items.indexOf(hole.previous) : -1;
  const after = next >= 0 ? next : previous + 1;
  const nearest = [...items.slice(after), ...items.slice(0, after).reverse()];
  for (const item of nearest) {
    if (!(item instanceof HTMLElement)) continue;
    const found = controlsIn(item).filter((one): one is HTMLElement => one instanceof HTMLElement && canFocus(one));
    const heir = found[Math.min(hole.control, found.length - 1)];
    if (heir) return heir;
  }
  return null;
}

/** Returns the element itself, or the element that takes focus instead. */
function heirOf(place: Place): HTMLElement | null {
  if (canFocus(place.element)) return place.element;
  const listed = heirInList(place);
  if (listed) return listed;
  const around = place.anchor instanceof Element ? place.anchor : place.anchor.parentElement;
  const region = around?.isConnected ? around.closest<HTMLElement>(regions) : null;
  return region ?? document.querySelector<HTMLElement>('#content');
}

const lost = () => document.activeElement === null || document.activeElement === document.body;

function keep(): void {
  if (!focused || canFocus(focused.element) || focused.layer?.isConnected === false) return;
  if (!lost() && document.activeElement !== focused.element) return;
  heirOf(focused)?.focus({ preventScroll: true });
}

document.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement)) return;
  focused = placeOf(target);
  if (!isMenu(target)) lastOutsideMenus = focused;
});
document.addEventListener('focusout', ({ target, relatedTarget }) => {
  if (relatedTarget) return;
  // A click on the background clears focus on purpose. A microtask later, a removed element is known to be gone.
  queueMicrotask(() => {
    if (focused?.element === target && canFocus(focused.element) && lost()) focused = null;
  });
});
new MutationObserver(records => {
  for (const record of records) if (record.type === 'childList') follow(record);
  keep();
}).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });

/**
 * Remembers the focused element for a layer that opens now.
 * @returns the function that gives focus back when the layer closes
 */
export function rememberFocus(): () => void {
  const now = document.activeElement;
  const outside = now instanceof HTMLElement && now !== document.body && !isMenu(now);
  const place = outside ? placeOf(now) : lastOutsideMenus && { ...lastOutsideMenus };
  if (!place) return () => {};
  origins.add(place);
  return () => {
    origins.delete(place);
    // Another layer that closed at the same time may have restored focus already.
    if (!lost()) return;
    heirOf(place)?.focus({ preventScroll: true });
  };
}

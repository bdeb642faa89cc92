/**
 * The focus is never lost: when what has it leaves the page, it goes to what is next in the same list, else to the
 * region it was in; and what opens over the page gives it back to where it was, or to what stands there since.
 */

/** An element to which the focus may have to return, and the hole it left once it is gone. */
interface Place {
  element: HTMLElement;
  /** What is still in the page of where it was: itself, or what held it. */
  anchor: Node;
  /** What is open over the page and holds it, if anything does: when that closes, its opener has the focus again. */
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
  layer: element.closest('[data-layer]'),
  hole: null,
});
const isMenu = (element: Element) => element.closest('[role="menu"]') !== null;
const canFocus = (element: HTMLElement) => element.isConnected && !element.matches(':disabled') && isShown(element);
/** jsdom draws nothing, and so knows no visibility. */
const isShown = (element: HTMLElement) => !element.checkVisibility || element.checkVisibility();
const controlsIn = (root: HTMLElement) => (root.matches(controls) ? [root] : [...root.querySelectorAll(controls)]);

/** What has the focus, or had it until the page took it away. */
let focused: Place | null = null;
/** What had it last outside menus: a menu is gone by the time it has done what was chosen. */
let lastOutsideMenus: Place | null = null;
/** Where the focus is to return, for each thing that is open over the page. */
const origins = new Set<Place>();

function* places(): Generator<Place> {
  if (focused) yield focused;
  if (lastOutsideMenus && lastOutsideMenus !== focused) yield lastOutsideMenus;
  yield* origins;
}

/** Writes down where what has been removed stood. */
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

/** The same control of the item that is now where a removed one was. */
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

/** The element itself, or who takes the focus in its stead. */
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
  // A press on nothing leaves the focus to nothing; what is being removed is known to be gone only a moment later.
  queueMicrotask(() => {
    if (focused?.element === target && canFocus(focused.element) && lost()) focused = null;
  });
});
new MutationObserver(records => {
  for (const record of records) if (record.type === 'childList') follow(record);
  keep();
}).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });

/**
 * Remembers where the focus is, for something that opens now.
 * @returns gives the focus back, when it closes
 */
export function rememberFocus(): () => void {
  const now = document.activeElement;
  const outside = now instanceof HTMLElement && now !== document.body && !isMenu(now);
  const place = outside ? placeOf(now) : lastOutsideMenus && { ...lastOutsideMenus };
  if (!place) return () => {};
  origins.add(place);
  return () => {
    origins.delete(place);
    // What closed with it may have given it back already.
    if (!lost()) return;
    heirOf(place)?.focus({ preventScroll: true });
  };
}

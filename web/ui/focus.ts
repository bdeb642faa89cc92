let lastOutsideMenus: HTMLElement | null = null;

function inMenu(element: Element): boolean {
  return element.closest('[role="menu"]') !== null;
}

document.addEventListener('focusin', event => {
  if (event.target instanceof HTMLElement && !inMenu(event.target)) lastOutsideMenus = event.target;
});

/** Where the focus is to return when what opens now closes; a menu is gone by then, so what had the focus before it. */
export function focusOrigin(): HTMLElement | null {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && focused !== document.body && !inMenu(focused)) return focused;
  return lastOutsideMenus;
}

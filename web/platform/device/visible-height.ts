/**
 * Keeps the page as tall as its visible part, because an iPhone's keyboard covers the page and scrolls it up, header
 * included. Other browsers shrink the page themselves (`interactive-widget`, index.html).
 */
export function followVisibleHeight(): void {
  const seen = window.visualViewport;
  if (!seen) return;
  const { style } = document.documentElement;
  const fit = (): void => {
    // A pinch zoom also makes the visible part smaller; the page then keeps its height.
    const covered = Math.abs(seen.scale - 1) < 0.01 && seen.height < window.innerHeight - 1;
    if (covered) style.setProperty('--visible-height', `${seen.height}px`);
    else style.removeProperty('--visible-height');
    document.documentElement.toggleAttribute('data-covered', covered);
    if (covered && seen.offsetTop > 0) window.scrollTo(0, 0);
    // The dialog or sheet with the focus is less high now, and its field may have left the visible part.
    const field = document.activeElement;
    if (field?.closest('[data-layer]')) field.scrollIntoView({ block: 'nearest' });
  };
  for (const change of ['resize', 'scroll']) seen.addEventListener(change, fit);
}

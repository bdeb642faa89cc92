/**
 * Keeps the page as tall as what is seen of it: the keyboard of an iPhone lies over the page and slides it up, header and all.
 * Other browsers make the page shorter themselves (`interactive-widget`, index.html).
 */
export function followVisibleHeight(): void {
  const seen = window.visualViewport;
  if (!seen) return;
  const { style } = document.documentElement;
  const fit = (): void => {
    // Zoomed in by two fingers one sees a part of the page, which stays as it is.
    const covered = Math.abs(seen.scale - 1) < 0.01 && seen.height < window.innerHeight - 1;
    if (covered) style.setProperty('--visible-height', `${seen.height}px`);
    else style.removeProperty('--visible-height');
    if (covered && seen.offsetTop > 0) window.scrollTo(0, 0);
  };
  for (const change of ['resize', 'scroll']) seen.addEventListener(change, fit);
}

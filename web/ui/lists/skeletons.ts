/** How long an answer is waited for before its shape is shown, in milliseconds. */
const patience = 150;
/** After this, what is asked for belongs to another page than the first. */
const opening = 2_000;

/**
 * While the page opens, all of its shapes wait from its very beginning: one that takes the place of another does not
 * make it blink.
 */
export function openSkeletons(): void {
  const { style } = document.documentElement;
  style.setProperty('--skeleton-delay', `${Math.max(0, patience - performance.now())}ms`);
  setTimeout(() => style.removeProperty('--skeleton-delay'), opening);
}

/** Delay before skeletons are shown. */
const skeletonDelayMs = 150;
/** Time after which skeletons belong to a later page than the first. */
const openingMs = 2_000;

/**
 * Measures the skeletons' delay from the start of the page while it opens, so that the page doesn't blink when one skeleton
 * replaces another.
 */
export function openSkeletons(): void {
  const { style } = document.documentElement;
  style.setProperty('--skeleton-delay', `${Math.max(0, skeletonDelayMs - performance.now())}ms`);
  setTimeout(() => style.removeProperty('--skeleton-delay'), openingMs);
}

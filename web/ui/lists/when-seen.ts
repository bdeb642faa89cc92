/** Makes a ref callback that runs an action once, when the element comes into view. */
export const whenSeen = (action: (() => void) | undefined) => (element: HTMLElement | null) => {
  if (!element || !action || typeof IntersectionObserver === 'undefined') return;
  const observer = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return;
    observer.disconnect();
    action();
  });
  observer.observe(element);
  return () => observer.disconnect();
};

/** How long after a finger was lifted the browser may make a click of it, in milliseconds. */
const clickWithin = 400;

const made = ['pointerup', 'touchend', 'mousedown', 'mouseup', 'click'] as const;

/** Has the finger that is down choose nothing where it is lifted: what its long press has opened may lie there. */
export function ignoreLift(): void {
  let lifted: ReturnType<typeof setTimeout> | undefined;
  const ignore = (event: Event) => {
    if (event.cancelable) event.preventDefault();
    event.stopPropagation();
    lifted ??= setTimeout(end, clickWithin);
  };
  const end = () => {
    clearTimeout(lifted);
    for (const name of made) window.removeEventListener(name, ignore, true);
    window.removeEventListener('pointerdown', end, true);
  };
  for (const name of made) window.addEventListener(name, ignore, { capture: true, passive: false });
  // Whatever is pressed next is meant.
  window.addEventListener('pointerdown', end, true);
}

/** Whether an event is of a finger or a pen. */
export const isTouch = (event: Event): boolean =>
  'pointerType' in event && typeof event.pointerType === 'string' && /^(touch|pen)$/.test(event.pointerType);

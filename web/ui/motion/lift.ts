/** Time within which the browser may fire a click after the finger is lifted. */
const clickDelayMs = 400;

const made = ['pointerup', 'touchend', 'mousedown', 'mouseup', 'click'] as const;

/** Ignores the events of the current finger's lift, so that it doesn't click the menu that its long press has opened. */
export function ignoreLift(): void {
  let lifted: ReturnType<typeof setTimeout> | undefined;
  const ignore = (event: Event) => {
    if (event.cancelable) event.preventDefault();
    event.stopPropagation();
    lifted ??= setTimeout(end, clickDelayMs);
  };
  const end = () => {
    clearTimeout(lifted);
    for (const name of made) window.removeEventListener(name, ignore, true);
    window.removeEventListener('pointerdown', end, true);
  };
  for (const name of made) window.addEventListener(name, ignore, { capture: true, passive: false });
  // The next press is a new press, so it counts.
  window.addEventListener('pointerdown', end, true);
}

/** Tells whether an event comes from a finger or a pen. */
export const isTouch = (event: Event): boolean =>
  'pointerType' in event && typeof event.pointerType === 'string' && /^(touch|pen)$/.test(event.pointerType);

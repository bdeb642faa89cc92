/** DOM events that show that a person is at this device. */
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove', 'focus'] as const;
/** Interval within which repeated events count as one, since pointer moves come by hundreds. */
const noticedEveryMs = 1_000;

let last = Date.now();

/** Returns the milliseconds since the last input on this page, or since the page became visible. */
export const idleMs = (): number => Math.max(0, Date.now() - last);

/**
 * Calls back at each input on the page, with the milliseconds since the previous input.
 * @returns the function that unsubscribes
 */
export function onInput(back: (afterMs: number) => void): () => void {
  const gone = new AbortController();
  const { signal } = gone;
  const touched = () => {
    const after = idleMs();
    if (after < noticedEveryMs) return;
    last = Date.now();
    back(after);
  };
  for (const sign of signs) window.addEventListener(sign, touched, { capture: true, passive: true, signal });
  const seen = () => document.visibilityState === 'visible' && touched();
  document.addEventListener('visibilitychange', seen, { signal });
  return () => gone.abort();
}

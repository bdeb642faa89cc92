/** How a person shows that they are at this device. */
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove', 'focus'] as const;
/** Signs come by hundreds: those within this time are one. */
const noticedEveryMs = 1_000;

let last = Date.now();

/** Milliseconds since this page was last touched, or came to be seen. */
export const idleMs = (): number => Math.max(0, Date.now() - last);

/**
 * Calls back when the page is touched, with the milliseconds since it was before.
 * @returns the way to stop
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

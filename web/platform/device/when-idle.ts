/** Calls once the page has nothing better to do, or after `within` milliseconds of being busy; Safari knows of no idle time. */
export function whenIdle(call: () => void, within?: number): void {
  if (window.requestIdleCallback)
    window.requestIdleCallback(call, within === undefined ? undefined : { timeout: within });
  else setTimeout(call);
}

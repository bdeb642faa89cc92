/**
 * Calls back when the page is idle, or after `within` milliseconds at most. Safari has no idle callbacks: it calls back at
 * once, in a task.
 */
export function whenIdle(call: () => void, within?: number): void {
  if (window.requestIdleCallback)
    window.requestIdleCallback(call, within === undefined ? undefined : { timeout: within });
  else setTimeout(call);
}

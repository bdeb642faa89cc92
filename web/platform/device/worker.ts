import { logFailure } from './log.ts';

/** Milliseconds before the page's files are fetched once more than it needed: other things come first. */
const patience = 5_000;

/**
 * Has the browser keep the page's files (`web/service-worker.ts`), once the page has nothing else to do. Over plain http, and in
 * development, there is none.
 */
export function installWorker(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  setTimeout(() => {
    navigator.serviceWorker
      .register('/sw.js', { updateViaCache: 'none' })
      .catch((cause: unknown) => logFailure('The page does not open without a connection', cause));
  }, patience);
}

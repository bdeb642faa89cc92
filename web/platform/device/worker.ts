import { logFailure } from './log.ts';

/** Delay of the service worker's installation: it fetches all the page's files, and the page's own requests come first. */
const installDelayMs = 5_000;

/** Registers the service worker; throws where the browser has none. */
export const registerWorker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });

/**
 * Installs the service worker (`web/service-worker.ts`), which caches the page's files and shows pushes. On plain http and in development,
 * there is no service worker.
 */
export function installWorker(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  setTimeout(() => {
    registerWorker().catch((cause: unknown) => logFailure('The page does not open without a connection', cause));
  }, installDelayMs);
}

import { keptKey, readKept } from '../../../../platform/device/local-storage.ts';

/** Key of what this device has last told the server of its pushes, while they are on. */
export const pushKey = (userId: string): string => keptKey('push', userId);

/** Tells whether a person has turned pushes on for this device. */
export const pushIsOn = (userId: string): boolean => readKept(pushKey(userId)) !== null;

const registration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  typeof navigator !== 'undefined' && 'serviceWorker' in navigator
    ? await navigator.serviceWorker.getRegistration()
    : undefined;

/** Shows a notification by the service worker, as a push does; false without a worker. */
export async function showByWorker(title: string, options: NotificationOptions & { tag: string }): Promise<boolean> {
  const worker = await registration();
  if (!worker?.active) return false;
  // A place's notification replaces the one before, and is noticed all the same.
  const noticed = { renotify: true };
  await worker.showNotification(title, { ...options, ...noticed });
  return true;
}

/** Closes the shown notifications of a place, or all of them. */
export async function closeShown(placeId?: string): Promise<void> {
  const worker = await registration();
  const shown = await worker?.getNotifications?.(placeId === undefined ? {} : { tag: placeId });
  for (const one of shown ?? []) one.close();
}

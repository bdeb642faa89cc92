import { api } from '@palabre/common/contract/index.ts';
import { idIn } from '../../../../platform/address/place.ts';
import { keptKey, readKept } from '../../../../platform/device/local-storage.ts';
import { call } from '../../../../platform/server/api.ts';

/** Key of the push state that this device last sent to the server, while pushes are on. */
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
  // A place's notification replaces the previous one, and alerts all the same.
  const noticed = { renotify: true };
  await worker.showNotification(title, { ...options, ...noticed });
  return true;
}

/** Closes all notifications that this device shows. */
export async function closeShown(): Promise<void> {
  for (const one of (await (await registration())?.getNotifications?.()) ?? []) one.close();
}

/**
 * Tells whether a notification is about a place, named in its link; other notifications are about the inbox or the
 * device itself.
 */
export const isOfPlace = ({ tag, data }: Notification): boolean =>
  ((data as { link?: string } | null)?.link ?? '').includes(tag);

/**
 * Closes the notifications shown on this device that pass the test, except for places with unread messages. The server
 * is asked once they are listed: the page's cache may be older than a notification's message.
 */
export async function closeRead(isMeant: (one: Notification) => boolean = () => true): Promise<void> {
  const shown = ((await (await registration())?.getNotifications?.()) ?? []).filter(isMeant);
  if (shown.length === 0) return;
  const { unread, threads } = await call(api.unread.list);
  const waits = new Set(
    [...unread, ...threads].filter(({ messages, mentions }) => messages + mentions > 0).map(state => idIn(state)),
  );
  for (const one of shown) if (!waits.has(one.tag)) one.close();
}

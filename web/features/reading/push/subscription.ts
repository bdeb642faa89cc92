import { api } from '@palabre/common/contract/index.ts';
import type { PushDetail, PushDevice } from '@palabre/common/contract/reading/push.ts';
import { keep, readKept } from '../../../platform/device/local-storage.ts';
import { registerWorker } from '../../../platform/device/worker.ts';
import { call } from '../../../platform/server/api.ts';
import { pushKey } from './open/shown.ts';

/** Obstacle to pushes on this device: the browser, an address without https, or Palabre not being installed on iOS. */
export type Obstacle = 'unsupported' | 'insecure' | 'ios';

const isApple = (): boolean => /iPhone|iPad|iPod/.test(navigator.userAgent);

/** Returns the obstacle to pushes on this device; null without one. */
export function obstacleHere(): Obstacle | null {
  if (!window.isSecureContext) return 'insecure';
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return null;
  // On iOS, only applications on the home screen have pushes.
  return isApple() ? 'ios' : 'unsupported';
}

const base64url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer())))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Subscribes the browser with the server's key; a subscription of another key is replaced. */
async function subscribeBrowser(key: string): Promise<PushSubscription> {
  await registerWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known && base64url(known.options.applicationServerKey) === key) return known;
  await known?.unsubscribe();
  return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Turns pushes on for this device, or changes their content. */
export async function subscribeDevice(userId: string, key: string, detail: PushDetail): Promise<PushDevice> {
  const subscription = await subscribeBrowser(key);
  const { endpoint } = subscription;
  const [p256dh, auth] = [subscription.getKey('p256dh'), subscription.getKey('auth')].map(base64url) as [
    string,
    string,
  ];
  const { device } = await call(api.push.subscribe, { body: { endpoint, p256dh, auth, detail } });
  keep(pushKey(userId), `${detail} ${endpoint}`);
  return device;
}

/** Turns pushes off for this device. */
export async function unsubscribeDevice(userId: string): Promise<void> {
  keep(pushKey(userId), null);
  await call(api.push.unsubscribe, { body: {} });
  const worker = await navigator.serviceWorker.getRegistration();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
}

/**
 * Subscribes this device again if its pushes are wanted but lost: the server has another key or no longer knows the
 * device, or the browser has changed the subscription.
 */
export async function keepSubscribed(userId: string): Promise<void> {
  const [detail = 'all', told] = (readKept(pushKey(userId)) ?? '').split(' ') as [PushDetail, string?];
  if (obstacleHere() || Notification.permission !== 'granted') return;
  const [{ key }, { devices }] = await Promise.all([call(api.push.key), call(api.push.devices)]);
  if (key === null) return;
  const worker = await navigator.serviceWorker.getRegistration();
  const known = await worker?.pushManager.getSubscription();
  const isTrue = known?.endpoint === told && base64url(known?.options.applicationServerKey ?? null) === key;
  if (!isTrue || !devices.some(({ current }) => current)) await subscribeDevice(userId, key, detail);
}

import { navigateTo } from '../../../../platform/address/navigate.ts';
import { logFailure } from '../../../../platform/device/log.ts';
import { whenIdle } from '../../../../platform/device/when-idle.ts';
import { onSessionEnd, useSession } from '../../../../platform/session/session.ts';
import { closeRead, closeShown, isOfPlace, pushIsOn } from './shown.ts';

/** Message of the service worker to this page (`web/service-worker.ts`). */
type Said = { palabre?: 'open' | 'subscribe'; link?: string } | null;

const failed = (cause: unknown): void => logFailure('Pushes could not be looked after on this device', cause);

/**
 * Subscribes this device again if its person wants pushes here and the server, or the browser, has lost them; closes
 * notifications read elsewhere.
 */
async function lookAfter(): Promise<void> {
  const userId = useSession.getState().user?._id;
  if (!userId || !pushIsOn(userId)) return;
  const { keepSubscribed } = await import('../subscription.ts');
  await keepSubscribed(userId);
  await closeRead();
}

/** Checks the pushes of this device, once the page is idle. */
export const lookAfterPushes = (): void => whenIdle(() => void lookAfter().catch(failed), 10_000);

/** Closes the notifications of places that were read while the page was not connected. */
export const closeMissed = (): void => void closeRead(isOfPlace).catch(failed);

/** Listens to the service worker, which opens messages in this tab; the end of a session closes its notifications. */
export function startPush(): void {
  onSessionEnd(() => void closeShown().catch(failed));
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<Said>) => {
    if (data?.palabre === 'subscribe') lookAfterPushes();
    if (data?.palabre !== 'open' || !data.link || !useSession.getState().token) return;
    ports[0]?.postMessage('opened');
    navigateTo(data.link).catch((cause: unknown) => logFailure('What a push leads to cannot be opened', cause));
  });
}

import type { OutboxEntry } from './open/outbox.ts';

/** Message between the tabs of one browser about the outbox. */
export type Told = { entry: OutboxEntry } | { dropped: string };

const line = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('palabre-outbox');

/** Sends a message to the other tabs. */
export function tellTabs(what: Told): void {
  line?.postMessage(what);
}

/** Listens to the other tabs. */
export function hearTabs(heard: (what: Told) => void): void {
  line?.addEventListener('message', ({ data }: MessageEvent<Told>) => heard(data));
}

/** Timeouts of the lock: a suspended tab may hold it for ever; files get a longer one. */
const lockTimeoutMs = 20_000;
const lockWithFilesTimeoutMs = 600_000;

/**
 * Runs a function under a lock shared by the tabs. Web Locks exist only over https and on localhost; without them two
 * tabs may send at once, and the nonce makes one message of both.
 * @param hasFiles whether the other tab's messages may take long to send
 */
export async function alone(name: string, run: () => Promise<void>, hasFiles: boolean): Promise<void> {
  if (!navigator.locks) return run();
  let began = false;
  const begin = () => {
    began = true;
    return run();
  };
  try {
    await navigator.locks.request(
      `palabre-outbox ${name}`,
      { signal: AbortSignal.timeout(hasFiles ? lockWithFilesTimeoutMs : lockTimeoutMs) },
      begin,
    );
  } catch (cause) {
    if (began) throw cause;
    await run();
  }
}

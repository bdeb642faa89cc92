import type { OutboxEntry } from './open/outbox.ts';

/** What tabs of one browser tell each other of the outbox. */
export type Told = { entry: OutboxEntry } | { dropped: string };

const line = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('palabre-outbox');

export function tellTabs(what: Told): void {
  line?.postMessage(what);
}

export function hearTabs(heard: (what: Told) => void): void {
  line?.addEventListener('message', ({ data }: MessageEvent<Told>) => heard(data));
}

/** How long another tab is waited for, in milliseconds: one that sleeps may hold the lock for ever. */
const patience = 20_000;
const patienceForFiles = 600_000;

/**
 * Runs while no other tab runs the same. Browsers have locks over https and on this computer only; without one two tabs
 * may send at once, and the nonce makes one message of it.
 * @param hasFiles whether what the other tab sends may take long
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
      { signal: AbortSignal.timeout(hasFiles ? patienceForFiles : patience) },
      begin,
    );
  } catch (cause) {
    if (began) throw cause;
    await run();
  }
}

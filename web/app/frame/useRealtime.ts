import { useEffect } from 'react';
import { pressed } from '../../platform/address/parts.ts';
import { logFailure } from '../../platform/device/log.ts';
import { move } from '../../platform/server/connection.ts';
import { queryClient } from '../../platform/server/query-client.ts';

/** Milliseconds before the code of what connects is asked for again. */
const retryAfter = 3_000;

let begun = false;

async function start(): Promise<void> {
  try {
    const { startRealtime } = await pressed(() => import('../live/realtime.ts'));
    startRealtime(queryClient);
  } catch (cause) {
    logFailure('What connects the page cannot be fetched', cause);
    move(navigator.onLine ? 'unreachable' : 'offline');
    setTimeout(start, retryAfter);
  }
}

/** Connects the page once it is painted: nothing that it shows first needs its socket. */
export function useRealtime(): void {
  useEffect(() => {
    if (begun) return;
    begun = true;
    // Effects may run before the paint.
    setTimeout(start);
  }, []);
}

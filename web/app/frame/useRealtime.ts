import { useEffect } from 'react';
import { pressed } from '../../platform/address/lazy-part.ts';
import { logFailure } from '../../platform/device/log.ts';
import { applyConnectionEvent } from '../../platform/server/connection.ts';
import { queryClient } from '../../platform/server/query-client.ts';

/** Delay before the realtime code is fetched again after a failure. */
const retryDelayMs = 3_000;

let begun = false;

async function start(): Promise<void> {
  try {
    const { startRealtime } = await pressed(() => import('../live/realtime.ts'));
    startRealtime(queryClient);
  } catch (cause) {
    logFailure('What connects the page cannot be fetched', cause);
    // No other code has begun a connection that could fail.
    applyConnectionEvent('start');
    applyConnectionEvent(navigator.onLine ? 'unreachable' : 'offline');
    setTimeout(start, retryDelayMs);
  }
}

/** Connects the page's socket after the first paint, which needs no socket. */
export function useRealtime(): void {
  useEffect(() => {
    if (begun) return;
    begun = true;
    // A timer, because effects may run before the paint.
    setTimeout(start);
  }, []);
}

import type { LiveHandlers } from '../../app/live.ts';
import { stepAside } from '../../platform/connection.ts';

/** What this page's own socket is told of itself; the connection's banner says it. */
export const presenceLive = { socketClosed: stepAside } satisfies LiveHandlers;

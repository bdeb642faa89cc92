import { stepAside } from '../../../platform/server/connection.ts';
import type { LiveHandlers } from '../../../platform/server/live.ts';

/** What this page's own socket is told of itself; the connection's banner says it. */
export const presenceLive = { socketClosed: stepAside } satisfies LiveHandlers;

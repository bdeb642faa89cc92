import { stepAside } from '../../../platform/server/connection.ts';
import type { LiveHandlers } from '../../../platform/server/live.ts';

/** Handles the server's closing of this page's own socket; the connection banner shows it. */
export const presenceLive = { socketClosed: stepAside } satisfies LiveHandlers;

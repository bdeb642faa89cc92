import type { LiveHandlers } from '../../app/live.ts';
import { stepAside } from '../../platform/connection.ts';
import { alerts } from '../../ui/alerts/alerts.ts';

/** What this page's own socket is told of itself. */
export const presenceLive: LiveHandlers = {
  socketClosed({ message }) {
    stepAside();
    alerts.warning(message);
  },
};

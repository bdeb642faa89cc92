/**
 * Presence: who is online, away, busy or offline, shown to people who share a place, within a budget (decision 0034). A
 * person is offline once their last connection is closed, or after `offlineAfterMs` without a heartbeat, found by the
 * sweep of presence.ts. presence.ts tracks the people in this process and emits changes; presence-processes.ts shares
 * them between processes. SQL: presence.store.ts (`showStatuses` sets the visible status) and
 * presence-processes.store.ts.
 */

import type { Feature } from '../../../platform/feature.ts';
import { createPresence, type Presence } from './presence.ts';

declare module '../../../platform/services.ts' {
  interface Services {
    /** Tells who is online, and who is at a device. */
    presence: Presence;
  }
}

export const presenceFeature: Feature = {
  provides: async ({ services, cluster }) => ({
    presence: await createPresence(services, services.logger, cluster.shared !== undefined),
  }),
  hearsSockets: ({ presence }) => ({ presence }),
  ends: ({ presence }) => presence.close(),
};

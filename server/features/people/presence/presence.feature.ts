import type { Feature } from '../../../platform/feature.ts';
import { createPresence, type Presence } from './presence.ts';

declare module '../../../platform/services.ts' {
  interface Services {
    /** Who is there, and at which of their devices. */
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

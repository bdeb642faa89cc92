import type { Feature } from '../../../platform/feature.ts';
import { Calls } from './calls.ts';

declare module '../../../platform/services.ts' {
  interface Services {
    /** Tells people of messages that call them. */
    calls: Calls;
  }
}

export const mentionsFeature: Feature = {
  provides: ({ services }) => ({ calls: new Calls(services) }),
};

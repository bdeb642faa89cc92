/**
 * Guests of a workspace (decision 0069): people from outside, each let into some channels until a day, with a member as
 * sponsor. They are listed, renewed, moved and removed here; they come by an invitation to their address
 * (`email-invites`).
 * Handlers: guests.ts; open/stays.ts begins and ends a stay; ending.ts ends stays on time; warning.ts warns sponsors.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { Endings } from './ending.ts';
import { guests } from './guests.ts';
import { watchStays } from './warning.ts';

declare module '../../../platform/services.ts' {
  interface Services {
    /** Ends guests' stays on time. */
    endings: Endings;
  }
}

export const guestsFeature: Feature = {
  provides: ({ services }) => ({ endings: new Endings(services) }),
  serves: serving(api.guests, guests),
  jobs: ({ services }) => [
    { name: 'guests.end', cron: '* * * * *', run: () => services.endings.run() },
    { name: 'guests.watch', cron: '23 * * * *', run: () => watchStays(services) },
  ],
  ends: async ({ endings }) => endings.stop(),
};

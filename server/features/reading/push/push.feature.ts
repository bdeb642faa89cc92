/**
 * Push: messages that mention a person who is away go to the browsers of their devices (Web Push, decision 0063), by
 * the same rules as mails.
 * push.ts serves subscriptions and the test; subscribers.ts caches whether there are any; push.jobs.ts queues pushes
 * and sends them, push.payload.ts writes them, push.sender.ts encrypts and posts them; push.keys.store.ts has the keys
 * of this server. SQL: push.store.ts (the devices to push to) and subscriptions.store.ts.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { hearCalls, pushJobs } from './push.jobs.ts';
import { createPushSender, type PushSender } from './push.sender.ts';
import { countAsked } from './push.store.ts';
import { push } from './push.ts';
import { Subscribers } from './subscribers.ts';

declare module '../../../platform/services.ts' {
  interface Services {
    /** Sends pushes to browsers. */
    pushes: PushSender;
    /** Caches whether any device gets pushes. */
    pushSubscribers: Subscribers;
  }
}

export const pushFeature: Feature = {
  provides: async ({ services, cluster }) => ({
    pushes: await createPushSender(services),
    pushSubscribers: new Subscribers(cluster),
  }),
  serves: serving(api.push, push),
  hearsEvents: services => hearCalls(services),
  jobs: ({ services, now }) => pushJobs(services, now),
  measures: ({ pushes, database }, metrics) => {
    metrics.total('palabre_pushes_sent_total', 'Pushes that push services accepted', () => pushes.counts.sent);
    metrics.total('palabre_pushes_refused_total', 'Pushes that push services refused', () => pushes.counts.refused);
    metrics.watch(
      'palabre_pushes_waiting',
      'Devices with a push that waits to be sent',
      () => countAsked(database.kysely),
      'once',
    );
  },
  endsLast: ({ pushes }) => pushes.close(),
};

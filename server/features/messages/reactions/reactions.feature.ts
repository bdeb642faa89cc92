/**
 * Reactions to messages: an emoji, or the shortcode of a custom one, and the people who reacted with it.
 * Handlers: reactions.ts; reaction-queue.ts stores concurrent reactions to one message together (decision 0023). SQL:
 * open/reactions.store.ts.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { ReactionQueue } from './reaction-queue.ts';
import { reactions } from './reactions.ts';

declare module '../../../platform/services.ts' {
  interface Services {
    reactions: ReactionQueue;
  }
}

export const reactionsFeature: Feature = {
  provides: ({ services, cluster }) => ({
    reactions: new ReactionQueue(services, () => cluster.shared?.nodes() ?? 1),
  }),
  serves: serving(api.reactions, reactions),
};

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

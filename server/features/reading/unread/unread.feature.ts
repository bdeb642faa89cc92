import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { createReads, type Reads } from './reads.ts';
import { unread } from './unread.ts';

declare module '../../../platform/services.ts' {
  interface Services {
    /** How far people have read. */
    reads: Reads;
  }
}

export const unreadFeature: Feature = {
  provides: ({ services }) => ({ reads: createReads(services) }),
  serves: serving(api.unread, unread),
};

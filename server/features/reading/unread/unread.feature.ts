/**
 * Unread: one pointer for each person and place says how far the place is read (`read_pointers`); counts are computed
 * when asked. The badge and the inbox follow one rule (common/rules/reading/unread.ts, decision 0049).
 * Handlers: unread.ts; reads.ts moves pointers of concurrent requests in one statement; everything.store.ts marks all
 * as read and undoes it; SQL: open/unread.store.ts and place.store.ts.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { createReads, type Reads } from './reads.ts';
import { unread } from './unread.ts';

declare module '../../../platform/services.ts' {
  interface Services {
    /** Moves the read pointers of people. */
    reads: Reads;
  }
}

export const unreadFeature: Feature = {
  provides: ({ services }) => ({ reads: createReads(services) }),
  serves: serving(api.unread, unread),
};

/**
 * Unread: one read pointer for each person and place (`read_pointers`); counts are computed on request. The badge and
 * the inbox follow one rule (common/rules/reading/unread.ts, decision 0049).
 * Handlers: unread.ts; read-pointers.ts moves pointers of concurrent requests in one statement; mark-all.store.ts marks
 * all as read and undoes it. SQL: open/unread.store.ts (`unreadStatesOf` counts, for the badge too; pointers),
 * open/places.store.ts (the places and threads of a person), open/mark-threads.store.ts, level.store.ts, and
 * new-messages.store.ts (the messages after a position, for the line of new messages).
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { createReadPointers, type ReadPointers } from './read-pointers.ts';
import { unread } from './unread.ts';

declare module '../../../platform/services.ts' {
  interface Services {
    /** Moves the read pointers of people. */
    readPointers: ReadPointers;
  }
}

export const unreadFeature: Feature = {
  provides: ({ services }) => ({ readPointers: createReadPointers(services) }),
  serves: serving(api.unread, unread),
};

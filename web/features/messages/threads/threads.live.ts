import { api } from '@palabre/common/contract/index.ts';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { refetch } from '../../../platform/server/query.ts';

/** Applies the events of threads to the cached unread states. */
export const threadsLive = {
  updateThread: (_thread, client) => refetch(client, api.unread.list),
  readThreads: (_person, client) => refetch(client, api.unread.list),
} satisfies LiveHandlers;

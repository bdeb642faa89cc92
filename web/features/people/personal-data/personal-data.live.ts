import { api } from '@palabre/common/contract/index.ts';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { patchQuery } from '../../../platform/server/query.ts';

/** Applies the events of exports to the cache. */
export const personalDataLive = {
  updateExport(told, client) {
    patchQuery(client, api.personalData.prepared, {}, () => ({ export: told.export }));
  },
} satisfies LiveHandlers;

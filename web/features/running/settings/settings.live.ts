import { api } from '@palabre/common/contract/index.ts';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { patchQuery } from '../../../platform/server/query.ts';

/** Applies the events of settings: what pages show of them. */
export const settingsLive = {
  updateSettings: (told, client) => patchQuery(client, api.settings.shown, {}, () => told),
} satisfies LiveHandlers;

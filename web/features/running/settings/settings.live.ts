import { api } from '@palabre/common/contract/index.ts';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { patchQuery, refetch } from '../../../platform/server/query.ts';

/** Applies the events of settings: to the settings that pages show, and to an administrator's open lists. */
export const settingsLive = {
  updateSettings({ settings }, client) {
    patchQuery(client, api.settings.shown, {}, () => ({ settings }));
    refetch(client, api.settings.read);
    refetch(client, api.settings.history);
  },
} satisfies LiveHandlers;

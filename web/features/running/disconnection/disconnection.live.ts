import { api } from '@palabre/common/contract/index.ts';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { refetch } from '../../../platform/server/query.ts';

/** Applies the events of disconnection: the user's own hours may follow a default that has changed. */
export const disconnectionLive = {
  updateDefaultHours: (_which, client) => refetch(client, api.availability.own),
} satisfies LiveHandlers;

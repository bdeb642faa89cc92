import { api } from '@palabre/common/contract/index.ts';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { cached, keyOf, refetch } from '../../../platform/server/query.ts';

/** Applies the events of guests to the cache. */
export const guestsLive = {
  // The event tells that something is other, not what: each person is answered as they may see it.
  updateGuests({ workspaceId }, client) {
    const params = { id: workspaceId };
    for (const endpoint of [api.members.list, api.guests.list])
      void client.invalidateQueries({
        queryKey: [endpoint.path],
        predicate: ({ queryKey }) => isOf(workspaceId, queryKey),
      });
    refetch(client, api.channels.users);
    if (!cached(client, api.workspaces.one, { params })?.workspace.guest) return;
    void client.invalidateQueries({ queryKey: keyOf(api.workspaces.one, { params }) });
    refetch(client, api.workspaces.mine);
    refetch(client, api.users.search);
    refetch(client, api.users.one);
  },
} satisfies LiveHandlers;

const isOf = (workspaceId: string, [, asked]: readonly unknown[]): boolean =>
  (asked as { params?: { id?: string } } | undefined)?.params?.id === workspaceId;

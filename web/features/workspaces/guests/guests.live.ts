import type { Endpoint } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { cached, refetch } from '../../../platform/server/query.ts';

/** Refetches the lists of a workspace, whatever else they were asked for. */
function refetchOf(client: QueryClient, endpoint: Endpoint, workspaceId: string): void {
  void client.invalidateQueries({
    queryKey: [endpoint.path],
    predicate: ({ queryKey: [, asked] }) => (asked as { params?: { id?: string } })?.params?.id === workspaceId,
  });
}

/** Refetches what a guest sees of a workspace; nothing for anybody else. */
function refetchOwn(client: QueryClient, workspaceId: string): void {
  const params = { id: workspaceId };
  if (!cached(client, api.workspaces.one, { params })?.workspace.guest) return;
  refetch(client, api.workspaces.one, { params });
  refetch(client, api.workspaces.mine);
  refetchOf(client, api.members.list, workspaceId);
}

function refetchAll({ workspaceId }: { workspaceId: string }, client: QueryClient): void {
  refetchOf(client, api.guests.list, workspaceId);
  refetchOwn(client, workspaceId);
}

/** Applies the events of guests to the cache. */
export const guestsLive = {
  // The event tells that something is other, not what: each person is answered as they may see it.
  updateGuests({ workspaceId }, client) {
    refetchOf(client, api.members.list, workspaceId);
    refetchOf(client, api.guests.list, workspaceId);
    refetch(client, api.channels.users);
    // Guests come among the people whom one knows, or go.
    refetch(client, api.users.search);
    refetch(client, api.users.one);
    refetchOwn(client, workspaceId);
  },

  // The list names the channels of each guest; a guest's workspace, the channels they are let into.
  newChannel: ({ workspaceId }, client) => refetchOwn(client, workspaceId),
  updateChannel: refetchAll,
  deleteChannel: refetchAll,
} satisfies LiveHandlers;

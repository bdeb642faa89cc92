import type { Endpoint } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { cached, refetch } from '../../../platform/server/query.ts';

/** Refetches the lists of a workspace, with any other parameters. */
function refetchOf(client: QueryClient, endpoint: Endpoint, workspaceId: string): void {
  void client.invalidateQueries({
    queryKey: [endpoint.path],
    predicate: ({ queryKey: [, asked] }) => (asked as { params?: { id?: string } })?.params?.id === workspaceId,
  });
}

/** Refetches a guest's own view of a workspace; does nothing for other users. */
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
  // The event carries no content: each person's refetch returns only the part that they may see.
  updateGuests({ workspaceId }, client) {
    refetchOf(client, api.members.list, workspaceId);
    refetchOf(client, api.guests.list, workspaceId);
    refetch(client, api.channels.users);
    // The people known to the user may now include or lack guests.
    refetch(client, api.users.search);
    refetch(client, api.users.one);
    refetchOwn(client, workspaceId);
  },

  // The list names the channels of each guest; a guest's workspace, the channels they are let into.
  newChannel: ({ workspaceId }, client) => refetchOwn(client, workspaceId),
  updateChannel: refetchAll,
  deleteChannel: refetchAll,
} satisfies LiveHandlers;

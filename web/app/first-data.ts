import { api } from '@palabre/common/contract/index.ts';
import { askPlace } from '../features/messages/timeline/ask-place.ts';
import { prefetch } from '../platform/query.ts';
import { useSession } from '../platform/session.ts';
import { addressParts, paths } from './paths.ts';
import { queryClient } from './query-client.ts';

/**
 * Asks at once for all that the page of an address shows first, while its code is being fetched: what shows it then
 * finds it asked for. Who is there is asked for later (`usePresenceKnown`).
 */
export function askFirst({ pathname, searchParams }: URL): void {
  const userId = useSession.getState().user?._id;
  if (!userId) return;
  const { workspaceId: id, channelId } = addressParts(pathname);
  // An address that names a message leads to another page of them.
  if (channelId && !searchParams.has('message')) askPlace({ channelId });
  prefetch(queryClient, api.workspaces.mine, { params: { id: userId } });
  if (id) {
    for (const endpoint of [api.channels.ofWorkspace, api.workspaces.one, api.roles.list, api.roles.mine]) {
      prefetch(queryClient, endpoint, { params: { id } });
    }
  }
  if (pathname === paths.workspaces) prefetch(queryClient, api.workspaces.list);
  prefetch(queryClient, api.users.me);
  prefetch(queryClient, api.notifications.list);
}

import { api } from '@palabre/common/contract/index.ts';
import { askPlace } from '../features/messages/timeline/ask-place.ts';
import { filterIn } from '../features/workspaces/filters.ts';
import { insideKept } from '../features/workspaces/kept-inside.ts';
import { endpointQuery, prefetch } from '../platform/query.ts';
import { useSession } from '../platform/session.ts';
import { type AddressParts, addressParts, messageParam, paths } from './paths.ts';
import { queryClient } from './query-client.ts';

/** What an address inside a workspace shows. */
function askInside(id: string, { channelId }: AddressParts, searchParams: URLSearchParams): void {
  // An address that names a message leads to another page of them.
  if (channelId && !searchParams.has(messageParam)) askPlace({ channelId });
  for (const endpoint of [api.channels.ofWorkspace, api.workspaces.one, api.roles.list, api.roles.mine]) {
    prefetch(queryClient, endpoint, { params: { id } });
  }
}

/**
 * Asks at once for all that the page of an address shows first, while its code is being fetched: what shows it then
 * finds it asked for. Who is there is asked for later (`usePresenceKnown`); and what is inside a workspace that one was
 * not in, as far as this device knows, once the server says that one is.
 */
export function askFirst({ pathname, searchParams }: URL): void {
  const userId = useSession.getState().user?._id;
  if (!userId) return;
  const place = addressParts(pathname);
  const { workspaceId: id, talks, conversationId } = place;
  if (talks) prefetch(queryClient, api.conversations.list, { params: { id: userId } });
  if (conversationId && !searchParams.has(messageParam)) askPlace({ conversationId });
  const ask = () => id && askInside(id, place, searchParams);
  const mine = { params: { id: userId } };
  const known = insideKept(userId);
  if (!id || !known || known.includes(id)) {
    ask();
    prefetch(queryClient, api.workspaces.mine, mine);
  } else {
    const answer = queryClient.fetchQuery({ ...endpointQuery(api.workspaces.mine, mine), meta: { silent: true } });
    // Whatever shows it tells a failure.
    answer.then(({ workspaces }) => workspaces.some(card => card._id === id) && ask()).catch(() => {});
  }
  if (pathname === paths.workspaces) {
    const society = filterIn(searchParams) === 'society' || undefined;
    prefetch(queryClient, api.workspaces.list, { query: { society } });
  }
  prefetch(queryClient, api.users.me);
  prefetch(queryClient, api.notifications.list);
}

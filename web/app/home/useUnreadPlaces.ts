import { api } from '@palabre/common/contract/index.ts';
import type { WorkspaceCard } from '@palabre/common/contract/workspaces/workspaces.ts';
import { useQuery } from '@tanstack/react-query';
import { useConversations } from '../../features/conversations/open/conversations.queries.ts';
import { signsOf } from '../../features/reading/unread/open/unread.queries.ts';
import { idIn } from '../../platform/address/place.ts';
import { endpointQuery } from '../../platform/server/query.ts';
import { draftIn, type KnownPlace } from './usePlaces.ts';

/** Number of places shown, highest counts first. */
const shown = 6;

/** Returns the places with unread messages, each with its unread count. */
export function useUnreadPlaces(workspaces: readonly WorkspaceCard[]): (KnownPlace & { count: number })[] {
  const { data: states } = useQuery({
    ...endpointQuery(api.unread.list),
    select: ({ unread }) =>
      unread
        .filter(state => signsOf(state).unread)
        .map(state => ({ id: idIn(state), workspaceId: state.workspaceId, count: signsOf(state).count })),
    meta: { silent: true },
  });
  const { data: channels } = useQuery({
    ...endpointQuery(api.channels.list),
    enabled: states?.some(({ workspaceId }) => workspaceId) ?? false,
    select: answer => answer.channels,
    meta: { silent: true },
  });
  const talks = useConversations(states?.some(({ workspaceId }) => !workspaceId) ?? false).data;
  const known = (states ?? []).flatMap(({ id, workspaceId, count }): (KnownPlace & { count: number })[] => {
    const common = { id, draft: draftIn(id), count };
    const conversation = workspaceId ? undefined : talks?.find(one => one._id === id);
    if (conversation) return [{ ...common, conversation }];
    const channel = channels?.find(one => one._id === id);
    const workspace = workspaces.find(card => card._id === workspaceId);
    return channel && workspace ? [{ ...common, channel, workspace }] : [];
  });
  return known.sort((a, b) => b.count - a.count).slice(0, shown);
}

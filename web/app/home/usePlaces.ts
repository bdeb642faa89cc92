import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import type { WorkspaceCard } from '@palabre/common/contract/workspaces/workspaces.ts';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useConversations } from '../../features/conversations/open/conversations.queries.ts';
import { writingOf } from '../../features/messages/outbox/open/writing.ts';
import { useMyWorkspaces } from '../../features/workspaces/structure/open/workspaces.queries.ts';
import { type Visit, visitsOf } from '../../platform/device/visits.ts';
import { endpointQuery } from '../../platform/server/query.ts';

/** A recent place with its draft: a channel in its workspace, or a conversation. */
export type KnownPlace = { id: string; draft: string } & (
  | { channel: Channel; workspace: WorkspaceCard }
  | { conversation: Conversation }
);

/** Number of places shown, besides places with a draft. */
const shown = 6;

/** Returns the draft of a place, on one line. */
export const draftIn = (placeId: string) => writingOf(placeId).draft.replace(/\s+/g, ' ').trim();

/** Returns the places that the person visited on this device and may still see: the latest, and all with a draft. */
export function usePlaces(userId: string): { places: readonly KnownPlace[]; isPending: boolean } {
  const visits = useMemo(() => visitsOf(userId), [userId]);
  const mine = useMyWorkspaces();
  const talks = useConversations(visits.some(({ workspaceId }) => !workspaceId));
  const cards = new Map(mine.data?.map(card => [card._id, card]));
  const ids = [...new Set(visits.map(({ workspaceId = '' }) => workspaceId))].filter(id => cards.has(id));
  const lists = useQueries({
    queries: ids.map(id => ({
      ...endpointQuery(api.channels.ofWorkspace, { params: { id } }),
      meta: { silent: true },
    })),
  });
  const channels = new Map(lists.flatMap(({ data }) => data?.channels.map(one => [one._id, one] as const) ?? []));

  const known = ({ placeId: id, workspaceId }: Visit): KnownPlace[] => {
    const draft = draftIn(id);
    const conversation = workspaceId ? undefined : talks.data?.find(one => one._id === id);
    if (conversation) return [{ id, draft, conversation }];
    const channel = channels.get(id);
    const workspace = cards.get(workspaceId ?? '');
    return channel && workspace ? [{ id, draft, channel, workspace }] : [];
  };
  return {
    places: visits.flatMap(known).filter(({ draft }, index) => index < shown || draft !== ''),
    isPending: mine.isPending || talks.isLoading || lists.some(list => list.isLoading),
  };
}

/**
 * Queries of the search feature: the user's places, and the messages and files that a text finds. `SearchDialog.tsx`
 * shows them; `search.store.ts` opens it by keys.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import type { UnmatchedFilter } from '@palabre/common/rules/reading/search.ts';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/server/api.ts';
import { endpointQuery, keyOf, mayRetry } from '../../../platform/server/query.ts';
import { zoneHere } from '../../../platform/words/format.ts';
import { useConversations } from '../../conversations/open/conversations.queries.ts';
import { conversationName } from '../../conversations/open/names.ts';
import { useMe } from '../../people/users/open/users.queries.ts';
import { useMyWorkspaces } from '../../workspaces/structure/open/workspaces.queries.ts';
import type { PlaceEntry } from './places.ts';

/** Reads all the places of the user, channels first; until the server answers, the cached places. */
export function useMyPlaces(): { places: readonly PlaceEntry[]; isLoading: boolean } {
  const client = useQueryClient();
  const channels = useQuery({ ...endpointQuery(api.channels.list), meta: { silent: true } });
  const conversations = useConversations();
  const workspaces = useMyWorkspaces().data;
  const me = useMe()?._id ?? '';
  const titles = new Map(workspaces?.map(card => [card._id, card.title]));
  const known = () =>
    client
      .getQueriesData<{ channels: Channel[] }>({ queryKey: [api.channels.ofWorkspace.path] })
      .flatMap(([, answer]) => answer?.channels ?? []);
  const places = [
    ...(channels.data?.channels ?? known()).map(({ _id, title, visibility, workspaceId }) => ({
      ...{ id: _id, title, visibility, conversation: null },
      workspace: { id: workspaceId, title: titles.get(workspaceId) ?? '' },
    })),
    ...(conversations.data ?? []).map(conversation => ({
      ...{ id: conversation._id, title: conversationName(conversation, me), conversation },
      ...{ workspace: null, visibility: null },
    })),
  ];
  return { places, isLoading: channels.isLoading || conversations.isLoading };
}

/** Pages through the results of a search; keeps the previous results until the new results arrive. */
function useFound<Result>(
  endpoint: typeof api.search.messages | typeof api.search.files,
  ask: (
    query: { q: string; zone?: string; cursor?: string },
    signal: AbortSignal,
  ) => Promise<{ results: Result[]; unmatched: UnmatchedFilter[]; nextCursor: string | null }>,
  q: string,
) {
  return useInfiniteQuery({
    queryKey: keyOf(endpoint, { query: { q } }),
    queryFn: ({ pageParam, signal }) => ask({ q, ...zoneHere(), ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    enabled: q !== '',
    retry: mayRetry,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    // Each opening refetches, to find messages written since.
    staleTime: 0,
    meta: { silent: true },
  });
}

/** Searches messages. */
export const useFoundMessages = (q: string) =>
  useFound(api.search.messages, (query, signal) => call(api.search.messages, { query }, { signal }), q);

/** Searches files. */
export const useFoundFiles = (q: string) =>
  useFound(api.search.files, (query, signal) => call(api.search.files, { query }, { signal }), q);

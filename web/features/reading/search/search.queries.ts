import { api } from '@palabre/common/contract/index.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import type { UnmatchedFilter } from '@palabre/common/rules/search.ts';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/server/api.ts';
import { endpointQuery, keyOf, mayRetry } from '../../../platform/server/query.ts';
import { zoneHere } from '../../../platform/words/format.ts';
import { useConversations } from '../../conversations/open/conversations.queries.ts';
import { conversationName } from '../../conversations/open/names.ts';
import { useMe } from '../../people/users/open/users.queries.ts';
import { useMyWorkspaces } from '../../workspaces/structure/open/workspaces.queries.ts';
import type { PlaceEntry } from './places.ts';

/** All places of a person, channels first; until the server has answered, those that the page knows already. */
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

/** What a search finds, a page at a time; what the search before found stays until this one is answered. */
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
    // Asked again at each opening: what is written since is found too.
    staleTime: 0,
    meta: { silent: true },
  });
}

export const useFoundMessages = (q: string) =>
  useFound(api.search.messages, (query, signal) => call(api.search.messages, { query }, { signal }), q);

export const useFoundFiles = (q: string) =>
  useFound(api.search.files, (query, signal) => call(api.search.files, { query }, { signal }), q);

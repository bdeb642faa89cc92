/**
 * Queries of the conversations feature: the list of direct and group conversations, a single conversation, and its
 * people. `ConversationList.tsx` shows the list; the place itself is shown by `web/app/places`.
 */

import type { OutputOf } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import { useMutation, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../platform/address/paths.ts';
import { ApiError, call } from '../../../platform/server/api.ts';
import { endedHere } from '../../../platform/server/ended.ts';
import { endpointQuery, isFromServer } from '../../../platform/server/query.ts';
import { useSession } from '../../../platform/session/session.ts';

type Page = OutputOf<typeof api.conversations.list>;

const wholePage = (page: Page) => page;
const conversationsOf = (page: Page) => page.conversations;

/** Reads the first page of the user's conversations, through a selector. */
function useFirstPage<T>(pick: (page: Page) => T, enabled: boolean) {
  const id = useSession(state => state.user?._id) ?? '';
  return useQuery({
    ...endpointQuery(api.conversations.list, { params: { id } }),
    enabled: enabled && id !== '',
    select: pick,
    meta: { silent: true },
  });
}

/** Reads the first page of the user's conversations, most recent first; `enabled` where they are shown. */
export const useConversations = (enabled = true) => useFirstPage(conversationsOf, enabled);

/** Pages through the user's conversations; `more` loads the next page while there is one. */
export function useConversationPages() {
  const id = useSession(state => state.user?._id) ?? '';
  const asking = (cursor?: string) => ({
    ...endpointQuery(api.conversations.list, { params: { id }, query: { cursor } }),
    enabled: id !== '',
    meta: { silent: true },
  });
  const first = useQuery(asking());
  const begins = first.data?.nextCursor ?? null;
  const [gone, setGone] = useState<{ begins: string | null; cursors: string[] }>({ begins, cursors: [] });
  // A first page that ends elsewhere restarts the following pages from its new cursor.
  const cursors = gone.begins === begins ? gone.cursors : [];
  const others = useQueries({ queries: cursors.map(asking) });
  const last = others.at(-1);
  const next = last ? (last.data?.nextCursor ?? null) : begins;
  const more = useCallback(() => {
    if (next) setGone(old => ({ begins, cursors: [...(old.begins === begins ? old.cursors : []), next] }));
  }, [begins, next]);
  const all = [first, ...others].flatMap(page => page.data?.conversations ?? []);
  const failed = [first, last].find(page => page?.isError && !page.data);
  return {
    // A conversation that moved up since its page was loaded is shown at its newest place.
    conversations: first.data && [...new Map(all.toReversed().map(one => [one._id, one])).values()].reverse(),
    more: next === null ? undefined : more,
    retry: failed && (() => void failed.refetch()),
  };
}

/**
 * Reads a conversation from the list; fetches one that the list lacks, hidden or beyond its first page. `isGone` is
 * true once the server says that the user is not, or no longer, in it.
 */
export function useConversation(id: string) {
  const list = useFirstPage(wholePage, id !== '');
  const listed = list.data?.conversations.find(one => one._id === id);
  const lastListed = useRef('');
  useEffect(() => {
    if (listed) lastListed.current = id;
  }, [listed, id]);
  // A conversation that just left a complete list is deleted or hidden: nothing to fetch.
  const isToldGone = isFromServer(list) && (list.data?.nextCursor === null || endedHere(id));
  const hasLeft = !listed && lastListed.current === id && isToldGone;
  const alone = useQuery({
    ...endpointQuery(api.conversations.one, { params: { id } }),
    enabled: id !== '' && list.data !== undefined && !listed && !hasLeft,
    select: answer => answer.conversation,
    meta: { silent: true },
  });
  const asked = list.data ? alone : list;
  const isGone = hasLeft || (!listed && asked.error instanceof ApiError && asked.error.status === 404);
  const conversation = listed ?? (isGone ? undefined : alone.data);
  return { conversation, failure: conversation ? null : asked.error, isGone, retry: () => void asked.refetch() };
}

/**
 * Creates a conversation with these people, or finds the existing one with a single person, and opens it.
 * @param prepare receives its id before it opens, even if the page has left the component that asked for it
 */
export function useTalk(prepare?: (conversationId: string) => void) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (users: readonly string[]) => call(api.conversations.create, { body: { users: [...users] } }),
    onSuccess: ({ conversation }) => {
      prepare?.(conversation._id);
      void navigate(paths.conversation(conversation._id));
    },
  });
}

/** Adds people to a conversation; the `updateConversation` event updates the cache. */
export function useAddPeople(id: string) {
  return useMutation({
    mutationFn: (users: readonly string[]) =>
      call(api.conversations.add, { params: { id }, body: { users: [...users] } }),
  });
}

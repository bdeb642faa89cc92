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

/** The first page of one's conversations, or what is picked of it. */
function useFirstPage<T>(pick: (page: Page) => T, enabled: boolean) {
  const id = useSession(state => state.user?._id) ?? '';
  return useQuery({
    ...endpointQuery(api.conversations.list, { params: { id } }),
    enabled: enabled && id !== '',
    select: pick,
    meta: { silent: true },
  });
}

/** One's conversations, the most recent first, as many as are listed at once; `enabled`: where they are shown. */
export const useConversations = (enabled = true) => useFirstPage(conversationsOf, enabled);

/** The same a page after the other: `more` asks for the next one, as long as there is one. */
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
  // Once the first page ends elsewhere, the others begin there.
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
    // One that has moved up since its page was asked for stands where it is now.
    conversations: first.data && [...new Map(all.toReversed().map(one => [one._id, one])).values()].reverse(),
    more: next === null ? undefined : more,
    retry: failed && (() => void failed.refetch()),
  };
}

/**
 * A conversation, out of the list; one that is not there is asked for alone: one has hidden it, or it comes after those that
 * are listed at once. `isGone`, by the server's word: it is not, or no longer, among one's own.
 */
export function useConversation(id: string) {
  const list = useFirstPage(wholePage, id !== '');
  const listed = list.data?.conversations.find(one => one._id === id);
  const lastListed = useRef('');
  useEffect(() => {
    if (listed) lastListed.current = id;
  }, [listed, id]);
  // One that has just gone from a whole list is gone, or hidden: there is nothing to ask for.
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

/** Begins a conversation with these people, or finds the one there is with one of them, and goes there. */
export function useTalk() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (users: readonly string[]) => call(api.conversations.create, { body: { users: [...users] } }),
    onSuccess: ({ conversation }) => void navigate(paths.conversation(conversation._id)),
  });
}

/** Lets people into a conversation; it follows by `updateConversation`. */
export function useAddPeople(id: string) {
  return useMutation({
    mutationFn: (users: readonly string[]) =>
      call(api.conversations.add, { params: { id }, body: { users: [...users] } }),
  });
}

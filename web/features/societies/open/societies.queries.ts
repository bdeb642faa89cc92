/**
 * Queries of the societies feature: the list of societies, a single society, its people, and the actions on both
 * (`society-actions.ts`).
 */

import { api } from '@palabre/common/contract/index.ts';
import type { PublicUser } from '@palabre/common/contract/people/users.ts';
import type { societyActions } from '@palabre/common/contract/societies.ts';
import { useMutation, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CallInput, call } from '../../../platform/server/api.ts';
import { ending } from '../../../platform/server/ended.ts';
import { afterPages, endpointQuery } from '../../../platform/server/query.ts';
import { useMe } from '../../people/users/open/users.queries.ts';

/** Holds the cursors of the pages loaded for a query; another query starts over. */
function useCursors(question: string) {
  const [asked, setAsked] = useState<{ question: string; cursors: string[] }>({ question, cursors: [] });
  const cursors = asked.question === question ? asked.cursors : [];
  const more = (next: string | null | undefined) =>
    next ? () => setAsked({ question, cursors: [...cursors, next] }) : undefined;
  return { cursors: [undefined, ...cursors], more };
}

/** Pages through the societies by name; `more` loads the next page, `again` reloads a failed page. */
export function useSocieties(search: string) {
  const { cursors, more } = useCursors(search);
  const pages = useQueries({
    queries: cursors.map(cursor => ({
      ...endpointQuery(api.societies.list, { query: { search: search || undefined, cursor } }),
      // The list shows the failure of its first page alone.
      meta: { silent: cursor === undefined },
    })),
  });
  const { next, again, isLoadingMore } = afterPages(pages);
  const first = pages[0] as (typeof pages)[number];
  const cards = new Map(pages.flatMap(({ data }) => data?.societies ?? []).map(card => [card._id, card]));
  return {
    first,
    cards: first.data && [...cards.values()],
    ...{ more: more(next), again, isLoadingMore },
  };
}

/** List of a society's people. */
export type SocietyList = 'users' | 'owners' | 'pending';

/** Pages through one list of a society's people. */
export function useSocietyPeople(id: string, list: SocietyList, search: string) {
  const { cursors, more } = useCursors(`${id} ${list} ${search}`);
  const pages = useQueries({
    queries: cursors.map(cursor => ({
      ...endpointQuery(api.societies[list], { params: { id }, query: { search: search || undefined, cursor } }),
      // The list shows the failure of its first page alone.
      meta: { silent: cursor === undefined },
    })),
  });
  const { next, again, isLoadingMore } = afterPages(pages);
  const first = pages[0] as (typeof pages)[number];
  const users = new Map<string, PublicUser>(
    pages.flatMap(({ data }) => data?.users ?? []).map(user => [user._id, user]),
  );
  return {
    first,
    users: first.data && [...users.values()],
    ...{ more: more(next), again, isLoadingMore },
  };
}

/**
 * Reads the restricted workspaces that a person keeps when removed from the society; never cached, as it informs a
 * removal about to happen.
 */
export function useSharedWorkspaces(id: string, userId: string) {
  return useQuery({
    ...endpointQuery(api.societies.workspaces, { params: { id }, query: { userId } }),
    staleTime: 0,
    gcTime: 0,
    select: answer => answer.workspaces,
    meta: { silent: true },
  });
}

/** Reads a society, as far as the user may see it. */
export function useSociety(id: string) {
  return useQuery({
    ...endpointQuery(api.societies.one, { params: { id } }),
    select: answer => answer.society,
    meta: { silent: true },
  });
}

/** Reads the society that the user is in or asks to join; null without one. */
export function useMySociety() {
  const id = useMe()?._id;
  return useQuery({
    ...endpointQuery(api.societies.mine, { params: { id: id ?? '' } }),
    enabled: id !== undefined,
    select: answer => answer.society,
    meta: { silent: true },
  });
}

/** Creates a society; the `newSociety` event adds it to the cache. */
export function useCreateSociety() {
  return useMutation({
    mutationFn: (input: CallInput<typeof api.societies.create>) => call(api.societies.create, input),
    meta: { silent: true },
  });
}

/** Action of `PUT /society/:id`. */
export interface Act {
  action: (typeof societyActions)[number];
  targetUserId?: string;
  email?: string;
  /** JSON list of addresses. */
  emails?: string;
  /** With `removeUser`: restricted workspaces from which the person is removed too. */
  workspaces?: string[];
}

/** Actions by which the user leaves the society or withdraws their request. */
const ends = new Set<Act['action']>(['leave', 'removePendingUser']);

/** Sends an action of `PUT /society/:id`. */
export function useSocietyAction(id: string) {
  return useMutation({
    mutationFn: (body: Act) => {
      const ask = () => call(api.societies.update, { params: { id }, body });
      return ends.has(body.action) ? ending(id, ask) : ask();
    },
    meta: { silent: true },
  });
}

/** Updates a society's name, logo, or both. */
export function useEditSociety(id: string) {
  return useMutation({
    mutationFn: (input: { name?: string; image: File | null }) =>
      call(api.societies.update, { params: { id }, body: { name: input.name }, image: input.image }),
    meta: { silent: true },
  });
}

/** Deletes a society; `name` must be its exact name. */
export function useDeleteSociety(id: string) {
  return useMutation({
    mutationFn: (name: string) => ending(id, () => call(api.societies.remove, { params: { id }, body: { name } })),
    meta: { silent: true },
  });
}

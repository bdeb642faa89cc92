/**
 * Queries of workspaces. The structure feature holds the queries of workspaces, channels and roles, and membership,
 * which every feature inside a workspace uses. Their screens are in `workspaces/workspaces`, `channels` and `roles`.
 */

import { api } from '@palabre/common/contract/index.ts';
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CallInput, call } from '../../../../platform/server/api.ts';
import { ending } from '../../../../platform/server/ended.ts';
import { afterPages, cached, endpointQuery, isFromServer, keyOf } from '../../../../platform/server/query.ts';
import { useSession } from '../../../../platform/session/session.ts';

/** Reads the user's workspaces, in the order of joining. */
export function useMyWorkspaces() {
  const id = useSession(state => state.user?._id);
  return useQuery({
    ...endpointQuery(api.workspaces.mine, { params: { id: id ?? '' } }),
    enabled: id !== undefined,
    select: answer => answer.workspaces,
  });
}

/** Tells whether the user is in a workspace; undefined until known. Only members query a workspace's inside. */
function useIsInside(workspaceId: string): boolean | undefined {
  return useMyWorkspaces().data?.some(card => card._id === workspaceId);
}

/**
 * Tells whether the server has confirmed that the user is in a workspace; the kept cache is not enough, as a request
 * refused later would show.
 */
export function useIsSurelyInside(workspaceId: string): boolean {
  const mine = useMyWorkspaces();
  return isFromServer(mine) && mine.data?.some(card => card._id === workspaceId) === true;
}

/**
 * Returns the `enabled` check of queries inside a workspace: the user was a member at render, and still is when the
 * query starts. On a slow machine the server's answer may come between the two, and the request would be refused.
 */
export function useMayAskInside(workspaceId: string, wanted = true): () => boolean {
  const client = useQueryClient();
  const id = useSession(state => state.user?._id) ?? '';
  const isDrawn = useIsInside(workspaceId) === true && wanted;
  return () =>
    isDrawn &&
    cached(client, api.workspaces.mine, { params: { id } })?.workspaces.some(card => card._id === workspaceId) === true;
}

/**
 * Pages through the workspaces that the user is in or may discover; `more` loads the next page, `again` reloads a
 * failed page; `society` keeps only the workspaces of the user's society.
 */
export function useWorkspaces(search: string, society: boolean) {
  const what = `${society} ${search}`;
  const [asked, setAsked] = useState<{ what: string; cursors: string[] }>({ what, cursors: [] });
  const cursors = asked.what === what ? asked.cursors : [];
  const pages = useQueries({
    queries: [undefined, ...cursors].map(cursor => ({
      ...endpointQuery(api.workspaces.list, {
        query: { search: search || undefined, society: society || undefined, cursor },
      }),
      // The page shows the failure of the first page only.
      meta: { silent: cursor === undefined },
    })),
  });
  const { next, again, isLoadingMore } = afterPages(pages);
  const first = pages[0] as (typeof pages)[number];
  const cards = new Map(pages.flatMap(({ data }) => data?.workspaces ?? []).map(card => [card._id, card]));
  return {
    first,
    cards: first.data && [...cards.values()],
    more: next ? () => setAsked({ what, cursors: [...cursors, next] }) : undefined,
    ...{ again, isLoadingMore },
  };
}

/** Reads a workspace, as its member. */
export function useWorkspace(id: string) {
  return useQuery({
    ...endpointQuery(api.workspaces.one, { params: { id } }),
    enabled: useMayAskInside(id),
    select: answer => answer.workspace,
    meta: { silent: true },
  });
}

/** Creates a workspace; the `newWorkspace` event adds it to the cache. The form shows the error. */
export function useCreateWorkspace() {
  return useMutation({
    mutationFn: (input: CallInput<typeof api.workspaces.create>) => call(api.workspaces.create, input),
    meta: { silent: true },
  });
}

/** Joins an open workspace. */
export function useJoinWorkspace() {
  return useMutation({ mutationFn: (id: string) => call(api.workspaces.join, { params: { id } }) });
}

/** Leaves a workspace. */
export function useLeaveWorkspace() {
  return useMutation({
    mutationFn: (id: string) => ending(id, () => call(api.workspaces.leave, { params: { id } })),
    meta: { silent: true },
  });
}

/** Saves the given settings; completes once the page has refetched the workspace. */
export function useSaveSettings(workspaceId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Pick<CallInput<typeof api.workspaces.update>, 'body' | 'image'>) =>
      call(api.workspaces.update, { params: { id: workspaceId }, ...input }),
    onSuccess: () =>
      client.invalidateQueries({ queryKey: keyOf(api.workspaces.one, { params: { id: workspaceId } }), exact: true }),
    meta: { silent: true },
  });
}

/** Deletes a workspace with its contents; `title` must be its exact title. */
export function useDeleteWorkspace(workspaceId: string) {
  return useMutation({
    mutationFn: (title: string) =>
      ending(workspaceId, () => call(api.workspaces.remove, { params: { id: workspaceId }, body: { title } })),
    meta: { silent: true },
  });
}

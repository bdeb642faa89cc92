import { api } from '@palabre/common/contract/index.ts';
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CallInput, call } from '../../../../platform/server/api.ts';
import { ending } from '../../../../platform/server/ended.ts';
import { cached, endpointQuery, isFromServer, keyOf } from '../../../../platform/server/query.ts';
import { useSession } from '../../../../platform/session/session.ts';

/** The workspaces of the person logged in, in the order they joined them. */
export function useMyWorkspaces() {
  const id = useSession(state => state.user?._id);
  return useQuery({
    ...endpointQuery(api.workspaces.mine, { params: { id: id ?? '' } }),
    enabled: id !== undefined,
    select: answer => answer.workspaces,
  });
}

/** Whether one is in a workspace; undefined: not known yet. Only who is asks for what is inside. */
function useIsInside(workspaceId: string): boolean | undefined {
  return useMyWorkspaces().data?.some(card => card._id === workspaceId);
}

/** The same once the server has said so, and not only what this device kept: what would be refused is not asked for. */
export function useIsSurelyInside(workspaceId: string): boolean {
  const mine = useMyWorkspaces();
  return isFromServer(mine) && mine.data?.some(card => card._id === workspaceId) === true;
}

/**
 * Says when a query may ask for what is inside a workspace: one was in it when the page was drawn, and still is when the
 * query begins. On a slow machine the server's answer comes between the two, and what is asked after it would be refused.
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
 * Those one is in and those one may discover, as cards, a page after the other: `more` asks for the next one. `society`:
 * only those of one's own.
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
      meta: { silent: true },
    })),
  });
  const first = pages[0] as (typeof pages)[number];
  const cards = new Map(pages.flatMap(({ data }) => data?.workspaces ?? []).map(card => [card._id, card]));
  const next = pages.at(-1)?.data?.nextCursor;
  return {
    first,
    cards: first.data && [...cards.values()],
    more: next ? () => setAsked({ what, cursors: [...cursors, next] }) : undefined,
    isLoadingMore: pages.length > 1 && (pages.at(-1)?.isPending ?? false),
  };
}

/** One workspace, for who is in it. */
export function useWorkspace(id: string) {
  return useQuery({
    ...endpointQuery(api.workspaces.one, { params: { id } }),
    enabled: useMayAskInside(id),
    select: answer => answer.workspace,
    meta: { silent: true },
  });
}

/** Creates a workspace; it reaches the lists by `newWorkspace`. A failure is only logged: the form says it. */
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

/** Saves the settings that are given; done once the page has what the server made of them. */
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

/** Deletes a workspace and all that is in it; `title` must be its exact title. */
export function useDeleteWorkspace(workspaceId: string) {
  return useMutation({
    mutationFn: (title: string) =>
      ending(workspaceId, () => call(api.workspaces.remove, { params: { id: workspaceId }, body: { title } })),
    meta: { silent: true },
  });
}

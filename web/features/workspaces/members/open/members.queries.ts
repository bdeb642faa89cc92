import type { OutputOf } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Move } from '@palabre/common/contract/workspaces/members.ts';
import { keepPreviousData, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/server/api.ts';
import { usePresenceKnown } from '../../../../platform/server/connection.ts';
import { endpointQuery, keyOf } from '../../../../platform/server/query.ts';
import { useSurelySees } from '../../structure/open/channels.queries.ts';
import { useIsSurelyInside, useMayAskInside } from '../../structure/open/workspaces.queries.ts';

/** Members asked for at once. */
export const pageSize = 100;

export type Member = OutputOf<typeof api.members.list>['users'][number];

export interface MembersOf {
  workspaceId: string;
  /** Given: those who may see this channel. */
  channelId?: string;
  /** Given: whose name or e-mail holds it. */
  search?: string;
  /** Given: those who have this role; `creator`: owners and holders of a creator role. */
  roleId?: string;
}

const pageQuery = ({ workspaceId, channelId, search, roleId }: MembersOf, page: number) => ({
  ...endpointQuery(api.members.list, {
    params: { id: workspaceId },
    query: { channelId, search, roleId, limit: pageSize, offset: page * pageSize || undefined },
  }),
  meta: { silent: true },
});

/**
 * The counts of all members, and the pages from `first` to `last`: `at(index)` gives a member already there.
 * `keepPrevious`: what another search found stays until this one is answered.
 */
export function useMembers(of: MembersOf, first: number, last: number, { keepPrevious = false } = {}) {
  // Who is there is in these lists.
  const isKnown = usePresenceKnown();
  const isInside = useIsSurelyInside(of.workspaceId);
  const sees = useSurelySees(of.workspaceId, of.channelId);
  const enabled = useMayAskInside(of.workspaceId, isKnown && isInside && (of.channelId === undefined || sees));
  const placeholderData = keepPrevious ? keepPreviousData : undefined;
  const counts = useQuery({ ...pageQuery(of, 0), placeholderData, enabled });
  const wanted = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const pages = useQueries({ queries: wanted.map(page => ({ ...pageQuery(of, page), enabled })) });
  return {
    online: counts.data?.online ?? 0,
    total: counts.data?.total ?? 0,
    isLoaded: counts.data !== undefined,
    isError: counts.isError && counts.data === undefined,
    refetch: counts.refetch,
    at(index: number): Member | undefined {
      const page = Math.floor(index / pageSize);
      const data = page === 0 ? counts.data : pages[page - first]?.data;
      return data?.users[index % pageSize];
    },
  };
}

const noMoves: readonly Move[] = [];

/** Who came into a workspace and who left it, the newest last; none unless they are `wanted`. */
export function useMoves(workspaceId: string, wanted: boolean): readonly Move[] {
  // No part of what a page opens with: it waits until the server has said that one is still in the workspace.
  const isInside = useIsSurelyInside(workspaceId);
  const { data } = useQuery({
    ...endpointQuery(api.members.moves, { params: { id: workspaceId } }),
    enabled: useMayAskInside(workspaceId, wanted && isInside),
    select: answer => answer.moves,
    meta: { silent: true },
  });
  return (wanted && data) || noMoves;
}

/** Excludes a member, who may come back. */
export const kick = (workspaceId: string, userId: string) =>
  call(api.members.kick, { params: { id: workspaceId }, body: { userId } });

/** Excludes a person for good. */
export const ban = (workspaceId: string, userId: string) =>
  call(api.members.ban, { params: { id: workspaceId }, body: { userId } });

/** Makes a member the owner in one’s own place. */
export const passOn = (workspaceId: string, userId: string) =>
  call(api.members.passOn, { params: { id: workspaceId }, body: { userId } });

/** As many members as one answer gives. */
const mostAtOnce = 200;

/** The members whom a search finds, as many as one answer gives; what another search found stays until it is answered. */
export function useFoundMembers(workspaceId: string, search: string) {
  return useQuery({
    ...endpointQuery(api.members.list, {
      params: { id: workspaceId },
      query: { search: search || undefined, limit: mostAtOnce },
    }),
    placeholderData: keepPreviousData,
    select: answer => answer.users,
    meta: { silent: true },
  });
}

/** Who is banned, for who may ban. */
export function useBanned(workspaceId: string) {
  return useQuery({
    ...endpointQuery(api.members.banned, { params: { id: workspaceId } }),
    select: answer => answer.users,
    meta: { silent: true },
  });
}

/** Lets a banned person come back. */
export function useUnban(workspaceId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) => call(api.members.unban, { params: { id: workspaceId }, body: { userId } }),
    onSettled: () => client.refetchQueries({ queryKey: keyOf(api.members.banned, { params: { id: workspaceId } }) }),
    meta: { silent: true },
  });
}

/**
 * Queries of the members feature: the members of a workspace by pages, the banned people, joins and departures.
 * `MembersPanel.tsx` lists them.
 */

import type { OutputOf } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Move } from '@palabre/common/contract/workspaces/members.ts';
import { keepPreviousData, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/server/api.ts';
import { usePresenceKnown } from '../../../../platform/server/connection.ts';
import { endpointQuery, isFromServer, keyOf } from '../../../../platform/server/query.ts';
import { useSurelySees } from '../../structure/open/channels.queries.ts';
import { useIsSurelyInside, useMayAskInside } from '../../structure/open/workspaces.queries.ts';

/** Number of members in a page. */
export const pageSize = 100;

/** Member as the list endpoint returns them. */
export type Member = OutputOf<typeof api.members.list>['users'][number];

/** Filter of a member list. */
export interface MembersOf {
  workspaceId: string;
  /** Restricts the list to members who see this channel. */
  channelId?: string;
  /** Restricts the list to names and e-mails that contain this text. */
  search?: string;
  /** Restricts the list to members with this role; `creator` means owners and holders of a creator role. */
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
 * Reads the counts of a member list and its pages from `first` to `last`; `at(index)` returns a member once loaded.
 * `isFresh` is false while the list is the copy saved on the device, whose presence is stale. `keepPrevious` keeps the
 * previous search's result until the new one arrives; `isLate` is true meanwhile.
 */
export function useMembers(of: MembersOf, first: number, last: number, { keepPrevious = false } = {}) {
  // These lists carry presence, so they wait until presence is known.
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
    isFresh: isFromServer(counts),
    isLate: counts.isPlaceholderData,
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

/** Reads the joins and departures of a workspace, newest last; empty unless `wanted`. */
export function useMoves(workspaceId: string, wanted: boolean): readonly Move[] {
  // /boot has no part for moves: the query waits until the server confirms the membership.
  const isInside = useIsSurelyInside(workspaceId);
  const { data } = useQuery({
    ...endpointQuery(api.members.moves, { params: { id: workspaceId } }),
    enabled: useMayAskInside(workspaceId, wanted && isInside),
    select: answer => answer.moves,
    meta: { silent: true },
  });
  return (wanted && data) || noMoves;
}

/** Kicks a member, who may join again. */
export const kick = (workspaceId: string, userId: string) =>
  call(api.members.kick, { params: { id: workspaceId }, body: { userId } });

/** Bans a person for good. */
export const ban = (workspaceId: string, userId: string) =>
  call(api.members.ban, { params: { id: workspaceId }, body: { userId } });

/** Passes the user's ownership on to a member. */
export const passOn = (workspaceId: string, userId: string) =>
  call(api.members.passOn, { params: { id: workspaceId }, body: { userId } });

/** Maximum of members in one answer. */
const mostAtOnce = 200;

/** Searches members, one answer at most; keeps the previous result until the new one arrives. */
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

/** Reads the banned people, for members who may ban. */
export function useBanned(workspaceId: string) {
  return useQuery({
    ...endpointQuery(api.members.banned, { params: { id: workspaceId } }),
    select: answer => answer.users,
    meta: { silent: true },
  });
}

/** Unbans a person. */
export function useUnban(workspaceId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) => call(api.members.unban, { params: { id: workspaceId }, body: { userId } }),
    onSettled: () => client.refetchQueries({ queryKey: keyOf(api.members.banned, { params: { id: workspaceId } }) }),
    meta: { silent: true },
  });
}

/**
 * Queries of the invites feature: the invitations of a workspace, made in `open/InviteModal.tsx` and accepted on
 * `InvitePage.tsx`.
 */

import { api } from '@palabre/common/contract/index.ts';
import { inviteDurations } from '@palabre/common/contract/workspaces/invites.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/server/api.ts';
import { endpointQuery, refetch } from '../../../platform/server/query.ts';
import type { WantedInvite } from './InviteForm.tsx';

/** Joins a workspace by an invitation's code or id; the screen shows the error. */
export function useAcceptInvite() {
  return useMutation({
    mutationFn: (code: string) => call(api.invites.accept, { params: { code } }),
    meta: { silent: true },
  });
}

/** Creates an invitation and notifies the people it names; days and weeks are sent in hours. */
export function useCreateInvite(workspaceId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ people, duration, uses }: WantedInvite) =>
      call(api.invites.create, {
        params: { id: workspaceId },
        body: { users: people.map(person => person._id), time: `${inviteDurations[duration]}h`, ...(uses && { uses }) },
      }),
    onSuccess: () => refetch(client, api.invites.list, { query: { workspaceId } }),
  });
}

/** Reads a workspace's invitations, newest first. No event reports them, so the query polls and refetches on focus. */
export function useInvites(workspaceId: string) {
  return useQuery({
    ...endpointQuery(api.invites.list, { query: { workspaceId } }),
    select: answer => answer.invites,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: 60_000,
    meta: { silent: true },
  });
}

/** Deletes an invitation. */
export function useRemoveInvite(workspaceId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(api.invites.remove, { params: { id } }),
    onSettled: () => refetch(client, api.invites.list, { query: { workspaceId } }),
  });
}

import { api } from '@palabre/common/contract/index.ts';
import { inviteDurations } from '@palabre/common/contract/workspaces/invites.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/server/api.ts';
import { endpointQuery, refetch } from '../../../platform/server/query.ts';
import type { WantedInvite } from './InviteForm.tsx';

/** Joins the workspace of an invitation, by its code or its id; the screen says its own failure. */
export function useAcceptInvite() {
  return useMutation({
    mutationFn: (code: string) => call(api.invites.accept, { params: { code } }),
    meta: { silent: true },
  });
}

/** Makes an invitation and tells those it names; days and weeks are sent in hours. */
export function useCreateInvite(workspaceId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ people, duration }: WantedInvite) =>
      call(api.invites.create, {
        params: { id: workspaceId },
        body: { users: people.map(person => person._id), time: `${inviteDurations[duration]}h` },
      }),
    onSuccess: () => refetch(client, api.invites.list, { query: { workspaceId } }),
  });
}

/** The invitations of a workspace, newest first. No event tells of them: they are asked again when the page is looked at. */
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

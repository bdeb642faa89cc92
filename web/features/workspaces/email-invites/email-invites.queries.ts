/**
 * Queries of invitations by mail: sent in `open/use-mail-way.tsx`, listed in `open/PendingInvites.tsx`, read and accepted
 * on `InvitedPage.tsx`.
 */

import { api } from '@palabre/common/contract/index.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CallInput, call } from '../../../platform/server/api.ts';
import { endpointQuery, refetch } from '../../../platform/server/query.ts';
import type { Searched } from '../../../ui/fields/useTypedSearch.ts';
import { usePagedList } from '../../../ui/lists/usePagedList.ts';

/** Refetches the pending invitations: no event reports them. */
function useRefetch(): () => void {
  const client = useQueryClient();
  return () => refetch(client, api.emailInvites.list);
}

/** Channels that guests are let into, and until when. */
export interface GuestOffer {
  channels: string[];
  endsAt: string;
}

/** Sends invitations to addresses. */
export function useInviteAddresses(workspaceId: string) {
  const again = useRefetch();
  return useMutation({
    mutationFn: (body: { emails: string[]; guest?: GuestOffer }) =>
      call(api.emailInvites.create, { params: { id: workspaceId }, body }),
    onSuccess: again,
  });
}

/** Reads a page of the pending invitations of a workspace, newest first. */
export function usePendingInvites(workspaceId: string, { search, isTyping }: Searched) {
  const input = { params: { id: workspaceId }, query: { search: search || undefined } };
  return usePagedList(api.emailInvites.list, input, { isTyping, staleTime: 0 });
}

/** Sends an invitation again. */
export function useSendAgain() {
  const again = useRefetch();
  return useMutation({
    mutationFn: (id: string) => call(api.emailInvites.send, { params: { id } }),
    onSettled: again,
  });
}

/** Withdraws an invitation. */
export function useWithdraw() {
  const again = useRefetch();
  return useMutation({
    mutationFn: (id: string) => call(api.emailInvites.withdraw, { params: { id } }),
    onSettled: again,
  });
}

/** Reads the invitation of a mail's link; the page shows the error. */
export function useReceivedInvite(token: string) {
  return useQuery({
    ...endpointQuery(api.emailInvites.read, { params: { token } }),
    select: answer => answer.invite,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });
}

/** Joins the workspace of an invitation. */
export function useAcceptInvited() {
  return useMutation({
    mutationFn: (token: string) => call(api.emailInvites.accept, { params: { token } }),
  });
}

/** Makes the account of an invited address, and joins; the form shows the error. */
export function useRegisterInvited() {
  return useMutation({
    mutationFn: (input: CallInput<typeof api.emailInvites.register>) => call(api.emailInvites.register, input),
    meta: { silent: true },
  });
}

/**
 * Queries of admissions: the requests that administrators decide on (`open/RegistrationTab.tsx`), and the account made by
 * a mailed link (`RegisterLinkPage.tsx`).
 */

import { api } from '@palabre/common/contract/index.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CallInput, call } from '../../../platform/server/api.ts';
import { endpointQuery, refetch } from '../../../platform/server/query.ts';
import type { Searched } from '../../../ui/fields/useTypedSearch.ts';
import { usePagedList } from '../../../ui/lists/usePagedList.ts';

/** Reads a page of the requests for an account, newest first. */
export const useRequests = ({ search, isTyping }: Searched) =>
  usePagedList(api.admissions.requests, { query: { search: search || undefined } }, { isTyping, staleTime: 0 });

/** Approves or refuses a request. */
export function useDecide() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, approve }: { id: string; approve: boolean }) =>
      call(api.admissions.decide, { params: { id }, body: { approve } }),
    onSettled: () => refetch(client, api.admissions.requests),
  });
}

/** Reads the right to make an account by the token of a mail; the page shows the error. */
export function usePass(token: string) {
  return useQuery({
    ...endpointQuery(api.admissions.read, { params: { token } }),
    select: answer => answer.pass,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });
}

/** Makes the account of a mailed link; the form shows the error. */
export function useRegisterByLink() {
  return useMutation({
    mutationFn: (input: CallInput<typeof api.admissions.register>) => call(api.admissions.register, input),
    meta: { silent: true },
  });
}

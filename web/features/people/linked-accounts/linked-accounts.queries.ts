/**
 * Queries of the linked-accounts feature: other accounts of the same person, to which the page switches without a
 * password (`switch.ts`), and their unread counts.
 */

import { api } from '@palabre/common/contract/index.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../platform/server/api.ts';
import { endpointQuery } from '../../../platform/server/query.ts';
import { useSession } from '../../../platform/session/session.ts';

/** Reads the accounts linked to the user's; fetches only if the session names some. */
export function useLinkedAccounts() {
  const linked = useSession(state => (state.user?.otherAccounts?.length ?? 0) > 0);
  const { data } = useQuery({ ...endpointQuery(api.linkedAccounts.list), enabled: linked, meta: { silent: true } });
  return linked ? (data?.users ?? []) : [];
}

/** Poll interval of the unread counts: no event reports the other accounts. */
const pollEveryMs = 60_000;

/** Reads the unread count of each linked account, by its id. */
export function useWaitingElsewhere(): ReadonlyMap<string, number> {
  const linked = useSession(state => (state.user?.otherAccounts?.length ?? 0) > 0);
  const { data } = useQuery({
    ...endpointQuery(api.linkedAccounts.waiting),
    enabled: linked,
    staleTime: pollEveryMs / 2,
    refetchInterval: pollEveryMs,
    meta: { silent: true },
  });
  return useMemo(() => new Map(data?.accounts.map(({ _id, count }) => [_id, count])), [data]);
}

/** Links another account. The page shows the error. */
export function useLinkAccount() {
  return useMutation({
    mutationFn: (body: { email: string; password: string; code?: string }) => call(api.linkedAccounts.link, { body }),
    meta: { silent: true },
  });
}

/** Reads the account of an e-mail address. */
export const accountOf = (email: string) => call(api.users.byEmail, { query: { email } });

/** Unlinks an account. */
export function useUnlinkAccount() {
  return useMutation({ mutationFn: (userId: string) => call(api.linkedAccounts.unlink, { body: { userId } }) });
}

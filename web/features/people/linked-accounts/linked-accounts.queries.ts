import { api } from '@palabre/common/contract/index.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../platform/server/api.ts';
import { endpointQuery } from '../../../platform/server/query.ts';
import { useSession } from '../../../platform/session/session.ts';

/** The accounts linked to that of the person logged in: asked for when they have some. */
export function useLinkedAccounts() {
  const linked = useSession(state => (state.user?.otherAccounts?.length ?? 0) > 0);
  const { data } = useQuery({ ...endpointQuery(api.linkedAccounts.list), enabled: linked, meta: { silent: true } });
  return linked ? (data?.users ?? []) : [];
}

/** Milliseconds between two looks at what waits for the other accounts: no event tells of it. */
const lookedAtEvery = 60_000;

/** How many messages wait for each of the linked accounts, by its id. */
export function useWaitingElsewhere(): ReadonlyMap<string, number> {
  const linked = useSession(state => (state.user?.otherAccounts?.length ?? 0) > 0);
  const { data } = useQuery({
    ...endpointQuery(api.linkedAccounts.waiting),
    enabled: linked,
    staleTime: lookedAtEvery / 2,
    refetchInterval: lookedAtEvery,
    meta: { silent: true },
  });
  return useMemo(() => new Map(data?.accounts.map(({ _id, count }) => [_id, count])), [data]);
}

/** Links another account. The page says its own failure. */
export function useLinkAccount() {
  return useMutation({
    mutationFn: (body: { email: string; password: string; code?: string }) => call(api.linkedAccounts.link, { body }),
    meta: { silent: true },
  });
}

/** The account that an e-mail names. */
export const accountOf = (email: string) => call(api.users.byEmail, { query: { email } });

/** Ends the link with an account. */
export function useUnlinkAccount() {
  return useMutation({ mutationFn: (userId: string) => call(api.linkedAccounts.unlink, { body: { userId } }) });
}

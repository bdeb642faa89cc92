import { api } from '@palabre/common/contract/index.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type CallInput, call } from '../../../../platform/server/api.ts';
import { endpointQuery } from '../../../../platform/server/query.ts';
import { type SessionUser, setUser, useSession } from '../../../../platform/session/session.ts';

/** The person logged in: what the session knows at once, all of it as soon as the server has answered. */
export function useMe(): SessionUser | null {
  return useSession(state => state.user);
}

/** Keeps the session's person as the server has them. Called once, by the shell. */
export function useFreshMe(): void {
  const loggedIn = useSession(state => state.token !== null);
  const { data } = useQuery({ ...endpointQuery(api.users.me), enabled: loggedIn, select: answer => answer.user });
  useEffect(() => {
    if (data) setUser(data);
  }, [data]);
}

/** Opens a session. The page shows its own message on any failure. */
export function useLogin() {
  return useMutation({
    mutationFn: (body: { email: string; password: string }) => call(api.users.login, { body }),
    meta: { silent: true },
  });
}

/** Creates an account. The page says its own failure. */
export function useRegister() {
  return useMutation({
    mutationFn: (input: CallInput<typeof api.users.register>) => call(api.users.register, input),
    meta: { silent: true },
  });
}

/**
 * People whom a search finds, or those one shares a place with; what another search found stays until it is answered.
 * @param wanted whether they are asked for at all
 */
export function usePeople(search: string, wanted = true) {
  return useQuery({
    ...endpointQuery(api.users.search, { query: { search: search || undefined } }),
    enabled: wanted,
    placeholderData: keepPreviousData,
    select: answer => answer.users,
    meta: { silent: true },
  });
}

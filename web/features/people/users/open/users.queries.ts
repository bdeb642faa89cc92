/**
 * Queries of the users feature: the signed-in user, login, registration and the people search. The feature also holds
 * the session's flow (`session-flow.ts`) and the frame of the account pages; `users.live.ts` keeps cached profiles
 * current.
 */

import type { OutputOf } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type CallInput, call } from '../../../../platform/server/api.ts';
import { endpointQuery } from '../../../../platform/server/query.ts';
import { type SessionUser, setUser, useSession } from '../../../../platform/session/session.ts';

/** Returns the signed-in user: partial from the session at first, complete once the server has answered. */
export function useMe(): SessionUser | null {
  return useSession(state => state.user);
}

/** Whether the user administers Palabre; undefined while a session just resumed does not know yet. */
export function useAdministers(): boolean | undefined {
  const admin = useMe()?.admin;
  return admin === undefined ? undefined : can.administer({ admin });
}

/** Whether the user is a guest: most of Palabre is closed to them. */
export const useIsGuest = (): boolean => useMe()?.guest === true;

/** Refreshes the session's user from the server. Called once, by the shell. */
export function useFreshMe(): void {
  const loggedIn = useSession(state => state.token !== null);
  const { data } = useQuery({ ...endpointQuery(api.users.me), enabled: loggedIn, select: answer => answer.user });
  useEffect(() => {
    if (data) setUser(data);
  }, [data]);
}

/** Opens a session. The page shows the error. */
export function useLogin() {
  return useMutation({
    mutationFn: (body: { email: string; password: string }) => call(api.users.login, { body }),
    meta: { silent: true },
  });
}

/** Creates an account, with the code of an invitation if given. The page shows the error. */
export function useRegister(code?: string) {
  return useMutation({
    mutationFn: (input: CallInput<typeof api.users.register>): Promise<OutputOf<typeof api.users.register>> =>
      code ? call(api.invites.register, { ...input, params: { code } }) : call(api.users.register, input),
    meta: { silent: true },
  });
}

/**
 * Searches people; an empty search returns the people who share a place with the user. The previous result stays until
 * the new one arrives.
 * @param wanted whether to search at all
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

/**
 * Queries of the accounts feature: the user's own profile, password, sessions and two-step. `ProfilePage.tsx` shows them;
 * `proofs/` asks for the password or a code before a change that needs one.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CallInput, call } from '../../../../platform/server/api.ts';
import { endpointQuery, refetch } from '../../../../platform/server/query.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { takeSelf } from '../../users/open/take-self.ts';

type Changes = Omit<CallInput<typeof api.accounts.update>, 'params'>;

/** Reads the user's own full profile; events keep the cache true. */
export function useAccount() {
  return useQuery({ ...endpointQuery(api.users.me), select: answer => answer.user, meta: { silent: true } });
}

/** Saves the user's profile. The form shows the error; other users get `updateUser`. */
export function useSaveProfile(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (changes: Changes) => call(api.accounts.update, { params: { id: userId }, ...changes }),
    meta: { silent: true },
    onSuccess: ({ user }) => {
      takeSelf(client, user);
    },
  });
}

/** Turns e-mails of mentions and messages on or off, on all of the user's devices. */
export function useSetMails(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (notificationMail: boolean) =>
      call(api.accounts.update, { params: { id: userId }, body: { notificationMail } }),
    onSuccess: ({ user }) => {
      takeSelf(client, user);
    },
  });
}

/** Changes the user's password, which ends their other sessions. The form shows the error. */
export function useChangePassword(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { oldPassword: string; newPassword: string }) =>
      call(api.accounts.changePassword, { params: { id: userId }, body }),
    meta: { silent: true },
    onSuccess: () => refetch(client, api.accounts.sessions),
  });
}

/** Sets the first password of an account that has none, by the e-mailed code. The form shows the error. */
export function useSetPassword(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { code: string; newPassword: string }) =>
      call(api.accounts.changePassword, { params: { id: userId }, body }),
    meta: { silent: true },
    onSuccess: () => {
      refetch(client, api.users.me);
      refetch(client, api.accounts.sessions);
    },
  });
}

/** Reads the user's sessions. No event reports them, so each mount refetches. */
export function useSessions() {
  return useQuery({
    ...endpointQuery(api.accounts.sessions),
    staleTime: 0,
    select: answer => answer.sessions,
    meta: { silent: true },
  });
}

/** Ends one session of the user. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(api.accounts.endSession, { params: { id } }),
    onSettled: () => refetch(client, api.accounts.sessions),
  });
}

/** Ends all sessions of the user but this one. */
export function useEndOtherSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.accounts.endOtherSessions),
    onSettled: () => refetch(client, api.accounts.sessions),
  });
}

/** Sends a code to the user, to verify two-step or to set a first password. */
export function useSendCode() {
  return useMutation({
    mutationFn: ({ _id, email }: Pick<SelfUser, '_id' | 'email'>) =>
      call(api.otp.sent, { body: { p_id: _id, p_email: email } }, { token: useSession.getState().token }),
  });
}

/** Verifies two-step by the e-mailed code. The form shows the error. */
export function useVerifyTwoStep() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, code }: { id: string; code: string }) =>
      call(api.otp.check, { body: { p_id: id, p_otp: code, p_option: '2FA' } }, { token: useSession.getState().token }),
    meta: { silent: true },
    onSuccess: ({ user }) => {
      if (!user) return;
      takeSelf(client, user);
    },
  });
}

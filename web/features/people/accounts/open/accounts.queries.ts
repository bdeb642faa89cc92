import { api } from '@palabre/common/contract/index.ts';
import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CallInput, call } from '../../../../platform/server/api.ts';
import { endpointQuery, keyOf, refetch } from '../../../../platform/server/query.ts';
import { setUser, useSession } from '../../../../platform/session/session.ts';

type Changes = Omit<CallInput<typeof api.accounts.update>, 'params'>;

/** All that one has of oneself; events keep it true. */
export function useAccount() {
  return useQuery({ ...endpointQuery(api.users.me), select: answer => answer.user, meta: { silent: true } });
}

/** Changes one's profile. The form says what failed; others see it by `updateUser`. */
export function useSaveProfile(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (changes: Changes) => call(api.accounts.update, { params: { id: userId }, ...changes }),
    meta: { silent: true },
    onSuccess: ({ user }) => {
      client.setQueryData<{ user: SelfUser }>(keyOf(api.users.me), { user });
      setUser(user);
    },
  });
}

/** Turns e-mails of mentions and messages on or off, on all of one's devices. */
export function useSetMails(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (notificationMail: boolean) =>
      call(api.accounts.update, { params: { id: userId }, body: { notificationMail } }),
    onSuccess: ({ user }) => {
      client.setQueryData<{ user: SelfUser }>(keyOf(api.users.me), { user });
      setUser(user);
    },
  });
}

/** Changes one's password, which ends one's other sessions. The form says what failed. */
export function useChangePassword(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { oldPassword: string; newPassword: string }) =>
      call(api.accounts.changePassword, { params: { id: userId }, body }),
    meta: { silent: true },
    onSuccess: () => refetch(client, api.accounts.sessions),
  });
}

/** Sets the password that one's account does not have, by the code that was sent. The form says what failed. */
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

/** One's sessions: no event tells of them, they are asked for anew each time they are shown. */
export function useSessions() {
  return useQuery({
    ...endpointQuery(api.accounts.sessions),
    staleTime: 0,
    select: answer => answer.sessions,
    meta: { silent: true },
  });
}

/** Ends one of one's sessions. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(api.accounts.endSession, { params: { id } }),
    onSettled: () => refetch(client, api.accounts.sessions),
  });
}

/** Ends all of one's sessions but this one. */
export function useEndOtherSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.accounts.endOtherSessions),
    onSettled: () => refetch(client, api.accounts.sessions),
  });
}

/** Has a code sent to oneself: it verifies two-step, or sets a first password. */
export function useSendCode() {
  return useMutation({
    mutationFn: ({ _id, email }: Pick<SelfUser, '_id' | 'email'>) =>
      call(api.otp.sent, { body: { p_id: _id, p_email: email } }, { token: useSession.getState().token }),
  });
}

/** Verifies two-step by the code that was sent. The form says what failed. */
export function useVerifyTwoStep() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, code }: { id: string; code: string }) =>
      call(api.otp.check, { body: { p_id: id, p_otp: code, p_option: '2FA' } }, { token: useSession.getState().token }),
    meta: { silent: true },
    onSuccess: ({ user }) => {
      if (!user) return;
      client.setQueryData<{ user: SelfUser }>(keyOf(api.users.me), { user });
      setUser(user);
    },
  });
}

import type { InputOf } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/server/api.ts';
import { endpointQuery } from '../../../platform/server/query.ts';
import { useSession } from '../../../platform/session/session.ts';

// Each page says its own failures.
const silent = { meta: { silent: true } };

/** Whom a code is for, and what proves that it is asked for by them; without, it is for a new password. */
export interface Asked {
  id: string;
  email: string;
  token?: string | null;
}

/** Has a code sent by e-mail. */
export function useSendCode() {
  return useMutation({
    mutationFn: ({ id, email, token }: Asked) =>
      call(api.otp.sent, { body: { p_id: id, p_email: email } }, { token: token ?? null }),
    ...silent,
  });
}

/** Checks a code. */
export function useCheckCode() {
  type Given = InputOf<typeof api.otp.check>['body'] & { token?: string | null };
  return useMutation({
    mutationFn: ({ token, ...body }: Given) => call(api.otp.check, { body }, { token: token ?? null }),
    ...silent,
  });
}

/** Sets the password that was forgotten. */
export function useResetPassword() {
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; newPassword: string; resetToken: string }) =>
      call(api.otp.resetPassword, { params: { id }, body }),
    ...silent,
  });
}

/** The account that an e-mail names. */
export function useAccountOf(email: string) {
  return useQuery({
    ...endpointQuery(api.users.byEmail, { query: { email } }),
    enabled: email !== '',
    staleTime: Number.POSITIVE_INFINITY,
    ...silent,
  });
}

/** Turns two-step on or off; what verifies it is a code. */
export function useSetTwoStep() {
  return useMutation({
    mutationFn: async (doubleAuthentification: boolean) => {
      const id = useSession.getState().user?._id ?? '';
      return (await call(api.accounts.update, { params: { id }, body: { doubleAuthentification } })).user;
    },
    ...silent,
  });
}

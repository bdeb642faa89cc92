/**
 * Requests of one-time codes: e-mailed codes that complete a login, verify two-step and reset a forgotten password.
 * Pages of the feature: `VerifyPage`, `TwoStepPage`, `ResetPage`, and `RequiredTwoStep` in place of all others; `open/` holds
 * the code field and its state.
 */

import type { InputOf } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/server/api.ts';
import { endpointQuery } from '../../../platform/server/query.ts';
import { useSession } from '../../../platform/session/session.ts';
import { takeSelf } from '../users/open/take-self.ts';

// Each page shows its own errors.
const silent = { meta: { silent: true } };

/** Recipient of a code; the token proves the recipient's login, and is absent for a password reset. */
export interface Asked {
  id: string;
  email: string;
  token?: string | null;
}

/** Sends a code by e-mail. */
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

/** Sets a new password after a reset. */
export function useResetPassword() {
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; newPassword: string; resetToken: string }) =>
      call(api.otp.resetPassword, { params: { id }, body }),
    ...silent,
  });
}

/** Reads the account of an e-mail address. */
export function useAccountOf(email: string) {
  return useQuery({
    ...endpointQuery(api.users.byEmail, { query: { email } }),
    enabled: email !== '',
    staleTime: Number.POSITIVE_INFINITY,
    ...silent,
  });
}

/** Turns two-step on or off; a code then verifies it. */
export function useSetTwoStep() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (doubleAuthentification: boolean) => {
      const id = useSession.getState().user?._id ?? '';
      return (await call(api.accounts.update, { params: { id }, body: { doubleAuthentification } })).user;
    },
    ...silent,
    onSuccess: user => takeSelf(client, user),
  });
}

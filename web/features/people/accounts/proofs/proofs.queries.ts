import type { InputOf } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { atField, call } from '../../../../platform/server/api.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { takeSelf } from '../../users/open/take-self.ts';

/** Proves the user's identity again. A wrong password is an error of its field. */
export function useReauthenticate() {
  return useMutation({
    mutationFn: (body: InputOf<typeof api.accounts.reauthenticate>['body']) =>
      call(api.accounts.reauthenticate, { body }).catch(cause => {
        throw atField(cause, 'password', ['wrong_password']);
      }),
    meta: { silent: true },
  });
}

/** Proves the user's address by the e-mailed code, and updates the cached profile. */
export function useProveAddress() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, code }: { id: string; code: string }) =>
      call(
        api.otp.check,
        { body: { p_id: id, p_otp: code, p_option: 'email' } },
        { token: useSession.getState().token },
      ),
    meta: { silent: true },
    onSuccess: ({ user }) => {
      if (!user) return;
      takeSelf(client, user);
    },
  });
}

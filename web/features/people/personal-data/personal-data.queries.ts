/**
 * Requests of personal data: the export of the user's data, the deletion of their account, and the address of support.
 * `InformationPages.tsx` holds the public pages about privacy and data.
 */

import { api } from '@palabre/common/contract/index.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { atField, call } from '../../../platform/server/api.ts';
import { endpointQuery, patchQuery } from '../../../platform/server/query.ts';
import { useSession } from '../../../platform/session/session.ts';
import { zoneHere } from '../../../platform/words/format.ts';

/** Reads the support address; undefined until the server answers. */
export const useContact = () => useQuery({ ...endpointQuery(api.personalData.contact), meta: { silent: true } }).data;

/** Reads the last export. Events keep it current, but none reports its expiry, so each mount refetches. */
export function useExport() {
  const { data } = useQuery({ ...endpointQuery(api.personalData.prepared), staleTime: 0 });
  return data?.export ?? null;
}

/** Requests an export. The answer and its `updateExport` event carry the same export, whichever comes first. */
export function usePrepareExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.personalData.prepare, { query: zoneHere() }),
    onSuccess: answer => patchQuery(client, api.personalData.prepared, {}, () => ({ export: answer.export })),
  });
}

/** Tells whether the user's account has no password. */
const isPasswordless = (): boolean => useSession.getState().user?.passwordless === true;

/** Deletes the user's account. A missing or wrong password is reported at its field. */
export function useDeleteAccount(id: string) {
  return useMutation({
    mutationFn: (body: { password?: string; messages: 'keep' | 'erase' }) =>
      // A user with a password types it in the deletion dialog: only accounts without a password need the identity
      // proof.
      call(api.accounts.remove, { params: { id }, body }, { mend: isPasswordless() }).catch(cause => {
        throw isPasswordless() ? cause : atField(cause, 'password', ['reauthentication_required', 'wrong_password']);
      }),
    meta: { silent: true },
  });
}

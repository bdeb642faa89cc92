import { api } from '@palabre/common/contract/index.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { atField, call } from '../../../platform/server/api.ts';
import { endpointQuery, patchQuery } from '../../../platform/server/query.ts';
import { useSession } from '../../../platform/session/session.ts';
import { zoneHere } from '../../../platform/words/format.ts';

/** Whom one may write to; undefined until the server has said it. */
export const useContact = () => useQuery({ ...endpointQuery(api.personalData.contact), meta: { silent: true } }).data;

/** The export that was asked for last: events tell what becomes of it; its time may be over when it is looked at again. */
export function useExport() {
  const { data } = useQuery({ ...endpointQuery(api.personalData.prepared), staleTime: 0 });
  return data?.export ?? null;
}

/** Has an export made. What is answered is what the event of it says: whichever comes first. */
export function usePrepareExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.personalData.prepare, { query: zoneHere() }),
    onSuccess: answer => patchQuery(client, api.personalData.prepared, {}, () => ({ export: answer.export })),
  });
}

/** Whether one's account has no password to be asked for. */
const isPasswordless = (): boolean => useSession.getState().user?.passwordless === true;

/** Deletes one's account. A password that is missing or wrong is said at its field. */
export function useDeleteAccount(id: string) {
  return useMutation({
    mutationFn: (body: { password?: string; messages: 'keep' | 'erase' }) =>
      // Who has a password types it in the dialog of the deletion itself.
      call(api.accounts.remove, { params: { id }, body }, { mend: isPasswordless() }).catch(cause => {
        throw isPasswordless() ? cause : atField(cause, 'password', ['reauthentication_required', 'wrong_password']);
      }),
    meta: { silent: true },
  });
}

import { api } from '@palabre/common/contract/index.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { atField, call } from '../../platform/api.ts';
import { endpointQuery, patchQuery } from '../../platform/query.ts';

/** The export that was asked for last: events tell what becomes of it; its time may be over when it is looked at again. */
export function useExport() {
  const { data } = useQuery({ ...endpointQuery(api.personalData.prepared), staleTime: 0 });
  return data?.export ?? null;
}

/** Has an export made. What is answered is what the event of it says: whichever comes first. */
export function usePrepareExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.personalData.prepare),
    onSuccess: answer => patchQuery(client, api.personalData.prepared, {}, () => ({ export: answer.export })),
  });
}

/** Deletes one's account. A password that is missing or wrong is said at its field. */
export function useDeleteAccount(id: string) {
  return useMutation({
    mutationFn: (body: { password?: string; messages: 'keep' | 'erase' }) =>
      call(api.accounts.remove, { params: { id }, body }).catch(cause => {
        throw atField(cause, 'password', ['reauthentication_required', 'wrong_password']);
      }),
    meta: { silent: true },
  });
}

import type { Visibility } from '@palabre/common/contract/channels.ts';
import { api } from '@palabre/common/contract/index.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../platform/api.ts';

/** Creates a channel, or changes the one named; the lists follow by `newChannel` and `updateChannel`. */
export function useSaveChannel(workspaceId: string, id: string | undefined) {
  return useMutation<unknown, Error, { title?: string; visibility?: Visibility }>({
    mutationFn: body =>
      id === undefined
        ? call(api.channels.create, { body: { title: '', ...body, workspaceId } })
        : call(api.channels.update, { params: { id }, body }),
  });
}

/** Deletes a channel; the lists follow by `deleteChannel`. */
export function useRemoveChannel() {
  return useMutation({ mutationFn: (id: string) => call(api.channels.remove, { params: { id } }) });
}

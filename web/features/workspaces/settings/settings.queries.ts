import { api } from '@palabre/common/contract/index.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CallInput, call } from '../../../platform/api.ts';
import { keyOf } from '../../../platform/query.ts';

/** By which the pages know that a deletion asked for here is under way. */
export const deletionKey = [api.workspaces.remove.method, api.workspaces.remove.path];

/** Saves the settings that are given; done once the page has what the server made of them. */
export function useSaveSettings(workspaceId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Pick<CallInput<typeof api.workspaces.update>, 'body' | 'image'>) =>
      call(api.workspaces.update, { params: { id: workspaceId }, ...input }),
    onSuccess: () =>
      client.invalidateQueries({ queryKey: keyOf(api.workspaces.one, { params: { id: workspaceId } }), exact: true }),
  });
}

/** Deletes a workspace and all that is in it; `title` must be its exact title. */
export function useDeleteWorkspace(workspaceId: string) {
  return useMutation({
    mutationKey: deletionKey,
    mutationFn: (title: string) => call(api.workspaces.remove, { params: { id: workspaceId }, body: { title } }),
  });
}

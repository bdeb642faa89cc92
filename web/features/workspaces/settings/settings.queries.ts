import { api } from '@palabre/common/contract/index.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CallInput, call } from '../../../platform/api.ts';
import { keyOf } from '../../../platform/query.ts';

const deletedHere = new Set<string>();

/** Whether this page itself asked for the workspace's deletion: nobody has to be told that it is gone. */
export const isDeletedHere = (id: string): boolean => deletedHere.has(id);

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
    mutationFn: (title: string) => call(api.workspaces.remove, { params: { id: workspaceId }, body: { title } }),
    onMutate: () => void deletedHere.add(workspaceId),
    onError: () => void deletedHere.delete(workspaceId),
  });
}

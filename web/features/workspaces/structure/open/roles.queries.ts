import type { InputOf } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../../platform/server/api.ts';
import { endpointQuery } from '../../../../platform/server/query.ts';
import { useMayAskInside } from './workspaces.queries.ts';

/** Body of a role update. */
export type RoleChange = InputOf<typeof api.roles.update>['body'];

/** Reads the roles of a workspace, by rank. */
export function useRoles(workspaceId: string) {
  return useQuery({
    ...endpointQuery(api.roles.list, { params: { id: workspaceId } }),
    enabled: useMayAskInside(workspaceId),
    select: answer => answer.roles,
    meta: { silent: true },
  });
}

/** Reads the user's own roles in a workspace. */
export function useMyRoles(id: string) {
  return useQuery({
    ...endpointQuery(api.roles.mine, { params: { id } }),
    enabled: useMayAskInside(id),
    select: answer => answer.roles,
    meta: { silent: true },
  });
}

/** Reads the rights that a role can give: key, label, description. */
export function usePermissions() {
  return useQuery({ ...endpointQuery(api.roles.permissions), select: answer => answer.permissions });
}

/** Creates a role, below all others; the `newRole` event adds it to the cache. */
export function useCreateRole() {
  return useMutation({
    mutationFn: (body: InputOf<typeof api.roles.create>['body']) => call(api.roles.create, { body }),
  });
}

/** Updates a role, its holders or its rank; the `updatedRole` event updates the cache. */
export function useUpdateRole() {
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: RoleChange }) =>
      call(api.roles.update, { params: { id }, body: change }),
  });
}

/** Deletes a role; the `deletedRole` event removes it from the cache. */
export function useRemoveRole() {
  return useMutation({ mutationFn: (id: string) => call(api.roles.remove, { params: { id } }) });
}

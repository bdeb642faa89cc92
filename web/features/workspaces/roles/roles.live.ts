import type { OutputOf } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import { byRank } from '@palabre/common/permissions/facts.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { patchQuery, refetch } from '../../../platform/server/query.ts';
import { useSession } from '../../../platform/session/session.ts';

/** Puts a role into a list, sorted by rank. */
const withRole = (roles: readonly Role[], role: Role) =>
  [...roles.filter(one => one._id !== role._id), role].sort(byRank);

function put(client: QueryClient, role: Role): void {
  const params = { id: role.workspaceId };
  patchQuery(client, api.roles.one, { params: { id: role._id } }, () => ({ role }));
  patchQuery(client, api.roles.list, { params }, ({ roles }) => ({ roles: withRole(roles, role) }));
  patchQuery(client, api.roles.mine, { params }, ({ roles }) => {
    const mine = role.users.includes(useSession.getState().user?._id ?? '');
    return { roles: mine ? withRole(roles, role) : roles.filter(one => one._id !== role._id) };
  });
  refetch(client, api.roles.color);
}

/** Applies the events of roles to the cache. */
export const rolesLive = {
  newRole: (role, client) => put(client, role),
  updatedRole: (role, client) => put(client, role),
  deletedRole({ _id: id, workspaceId }, client) {
    const params = { id: workspaceId };
    client.removeQueries({ queryKey: [api.roles.one.path, { params: { id } }] });
    for (const endpoint of [api.roles.list, api.roles.mine]) {
      patchQuery(client, endpoint, { params }, ({ roles }) => ({ roles: roles.filter(role => role._id !== id) }));
      // The lower roles have moved up by one rank.
      refetch(client, endpoint, { params });
    }
    refetch(client, api.roles.color);
  },

  deleteWorkspace: ({ _id: id }, client) =>
    client.removeQueries({
      queryKey: [api.roles.one.path],
      predicate: ({ state }) => (state.data as OutputOf<typeof api.roles.one> | undefined)?.role.workspaceId === id,
    }),
} satisfies LiveHandlers;

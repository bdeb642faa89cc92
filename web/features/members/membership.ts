import type { Role } from '@palabre/common/contract/roles.ts';
import type { WorkspaceCard } from '@palabre/common/contract/workspaces.ts';
import type { MemberFacts } from '@palabre/common/permissions/can.ts';
import { useMemo } from 'react';
import { useSession } from '../../platform/session.ts';
import { useMyRoles } from '../roles/roles.queries.ts';
import { useMyWorkspaces } from '../workspaces/workspaces.queries.ts';

/** What `can` asks of a person in a workspace they are in (`card` absent: they are not, or it is not known yet). */
export function memberFacts(
  userId: string,
  card: Pick<WorkspaceCard, 'owner'> | undefined,
  roles: readonly Role[],
): MemberFacts {
  return {
    userId,
    isMember: card !== undefined,
    isOwner: card?.owner.includes(userId) ?? false,
    roles: card ? roles.filter(role => role.users.includes(userId)) : [],
  };
}

const none: readonly Role[] = [];

/** The facts of the person logged in, for `can`; no right at all while they load. */
export function useMember(workspaceId: string): MemberFacts {
  const userId = useSession(state => state.user?._id) ?? '';
  const card = useMyWorkspaces().data?.find(workspace => workspace._id === workspaceId);
  const roles = useMyRoles(workspaceId, card !== undefined).data ?? none;
  return useMemo(() => memberFacts(userId, card, roles), [userId, card, roles]);
}

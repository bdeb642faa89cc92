import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import type { MemberFacts } from '@palabre/common/permissions/can.ts';
import { memberFacts } from '@palabre/common/permissions/facts.ts';
import { useMemo } from 'react';
import { useSession } from '../../../../platform/session/session.ts';
import { useMyRoles } from './roles.queries.ts';
import { useMyWorkspaces } from './workspaces.queries.ts';

const none: readonly Role[] = [];

/** Returns the user's facts in a workspace for `can`; without any right while they load. */
export function useMember(workspaceId: string): MemberFacts {
  const userId = useSession(state => state.user?._id) ?? '';
  const card = useMyWorkspaces().data?.find(workspace => workspace._id === workspaceId);
  const roles = useMyRoles(workspaceId).data ?? none;
  return useMemo(() => memberFacts(userId, card, roles), [userId, card, roles]);
}

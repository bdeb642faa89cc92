import type { WorkspaceAccess } from '../../../../platform/access/access.workspaces.ts';
import { rooms, to } from '../../../../platform/realtime/rooms.ts';
import type { Work } from '../../../../platform/work.ts';
import { settle } from '../../../reading/notifications/open/notify.ts';
import { addMember, removeMember } from '../../structure/open/members.store.ts';
import { changeAndTell } from '../../structure/open/workspaces.rights.ts';
import { tellGuestsOfMembers, tellWorkspace, viewFor } from '../../structure/open/workspaces.view.ts';
import { noteMove } from '../moves.store.ts';

/**
 * Makes a person a member, and notifies them and the other members.
 * @returns the workspace in the new member's view
 */
export async function welcome(work: Work, { workspace, me }: WorkspaceAccess) {
  await addMember(work.db, workspace.id, me.userId);
  await noteMove(work.db, workspace.id, me.userId, 'joined');
  work.rightsChanged([me.userId]);
  await settle(work, [invitationTo(workspace.id)], { userId: me.userId });
  await tellGuestsOfMembers(work, workspace.id);
  const whole = await tellWorkspace(work, workspace.id, { newcomer: me.userId });
  return viewFor({ ...me, isMember: true }, whole);
}

/** Subject of an invitation's notification: joining the workspace marks it as read. */
export const invitationTo = (workspaceId: string): string => `invite:${workspaceId}`;

/** Removes a person and their roles from a workspace, and notifies them; the caller notifies the other members. */
export async function dismiss(work: Work, workspaceId: string, userId: string): Promise<void> {
  await changeAndTell(work, workspaceId, { leaver: userId }, () => removeMember(work.db, workspaceId, userId));
  await noteMove(work.db, workspaceId, userId, 'left');
  work.rightsChanged([userId]);
  work.emit('deleteWorkspace', { _id: workspaceId }, to(rooms.user(userId)));
}

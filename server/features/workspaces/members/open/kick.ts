import type { Workspace } from '@palabre/common/contract/workspaces/workspaces.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { memberFacts, type WorkspaceAccess } from '../../../../platform/access/access.workspaces.ts';
import { demand } from '../../../../platform/http/errors.ts';
import type { Work } from '../../../../platform/work.ts';
import { notify } from '../../../reading/notifications/open/notify.ts';
import { audit, placed } from '../../../running/audit/open/record.ts';
import { tellWorkspace, viewFor } from '../../structure/open/workspaces.view.ts';
import { dismiss } from './membership.ts';

/**
 * Kicks a member out of a workspace, which must be locked: checks rights, writes the audit log, notifies the person and
 * the others.
 * @param passOver whether a person who is not a member is ignored rather than refused
 * @throws AppError `forbidden`, `rank_too_low`, `not_member`
 * @returns the workspace as the caller sees it; undefined when the person was not a member
 */
export async function kick(
  work: Work,
  { workspace, me }: WorkspaceAccess,
  userId: string,
  { passOver = false } = {},
): Promise<Workspace | undefined> {
  demand(can.kickAnyone(me), 'forbidden');
  const target = await memberFacts(work.db, workspace.id, userId);
  if (!target.isMember && passOver) return undefined;
  demand(target.isMember, 'not_member');
  demand(can.everExclude(me, target), 'forbidden');
  demand(can.kick(me, target), 'rank_too_low');
  await audit.record(work, {
    action: 'member_kicked',
    actorId: me.userId,
    person: target.userId,
    where: placed(workspace),
  });
  await dismiss(work, workspace.id, target.userId);
  await notify(work, [target.userId], {
    type: 'workspace',
    content: `Votre accès au workspace «\u202f${workspace.title}\u202f» vous a été retiré.`,
    link: '/workspaces',
    actorId: me.userId,
  });
  return viewFor(me, await tellWorkspace(work, workspace.id));
}

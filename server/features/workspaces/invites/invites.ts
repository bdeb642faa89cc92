import type { api } from '@palabre/common/contract/index.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { inviteOpens } from '@palabre/common/rules/workspaces/invites.ts';
import { invitedWorkspace } from '../../../platform/access/access.workspaces.ts';
import { demand } from '../../../platform/http/errors.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import { notify } from '../../reading/notifications/open/notify.ts';
import { audit, placed } from '../../running/audit/open/record.ts';
import { welcome } from '../members/open/membership.ts';
import { readWorkspace } from '../structure/open/workspaces.store.ts';
import { viewFor } from '../structure/open/workspaces.view.ts';
import {
  addUse,
  deleteInvite,
  findInvite,
  insertInvite,
  lockInvite,
  readInvitable,
  readInvite,
  readInvites,
} from './invites.store.ts';

/** Handlers of invitations: create, list, accept, delete. */
export const invites: Handlers<typeof api.invites> = {
  async create({ work, actor, record, body, services }) {
    const { db } = work;
    const { me, workspace } = record;
    demand(can.invite(me), 'forbidden');
    await services.limits.spend('makeInvite', actor.userId);
    const id = await insertInvite(db, {
      ...{ workspaceId: workspace.id, createdBy: actor.userId },
      ...{ hours: Number.parseInt(body.time, 10), uses: body.uses },
    });
    const invite = await readInvite(db, services.env.publicUrl, id);
    await notify(work, await readInvitable(db, workspace.id, body.users), {
      type: 'invite',
      content: `Invitation à rejoindre le workspace «\u202f${workspace.title}\u202f».`,
      link: `/invite/${invite.inviteCode}`,
      actorId: actor.userId,
      subject: `invite:${workspace.id}`,
    });
    return { inviteCode: invite.inviteCode, inviteLink: invite.inviteLink, invite };
  },

  async list({ db, record, query, services }) {
    demand(can.manageWorkspace(record.me), 'forbidden');
    return { invites: await readInvites(db, services.env.publicUrl, query.workspaceId) };
  },

  // Spends the limit before judging a code, so that codes tried at once all count, and refunds it for a right one. The
  // answer is the same whatever is wrong with an invitation.
  async accept({ work, actor, params, ip, say, services }) {
    const { db } = work;
    await services.limits.spend('inviteCode', ip);
    const found = await findInvite(db, params.code, actor.userId);
    // Refuses before taking any lock: a wrong code waits for nobody, and takes as long as an unknown one.
    demand(found && inviteOpens(found, found.person, Date.now()), 'invite_not_found');
    const access = await invitedWorkspace(db, found.workspaceId, actor.userId);
    const invite = await lockInvite(db, found.id);
    demand(access && invite, 'invite_not_found');
    const { me, workspace, banned } = access;
    demand(inviteOpens(invite, { ...me, banned }, Date.now()), 'invite_not_found');
    if (!me.isMember) await addUse(db, found.id, actor.userId);
    await services.limits.refund('inviteCode', ip);
    return {
      message: say('workspace_joined'),
      workspace: me.isMember ? viewFor(me, await readWorkspace(db, workspace.id)) : await welcome(work, access),
    };
  },

  async remove({ work, record, params, say }) {
    demand(can.manageWorkspace(record.me), 'forbidden');
    demand(await deleteInvite(work.db, params.id), 'not_found');
    await audit.record(work, {
      action: 'invite_deleted',
      actorId: record.me.userId,
      target: { id: params.id, name: record.invite.code },
      where: placed(record.workspace),
    });
    return { message: say('invite_deleted') };
  },
};

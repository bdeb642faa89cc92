import type { api } from '@palabre/common/contract/index.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { inviteOpens } from '@palabre/common/rules/workspaces/invites.ts';
import { invitedWorkspace } from '../../../platform/access/access.workspaces.ts';
import { demand, fail } from '../../../platform/http/errors.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import type { Work } from '../../../platform/work.ts';
import { register } from '../../people/sign-in/open/register.ts';
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

/** Id of nobody, for a person without an account yet. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** Lets a person in by an invitation that passed the check: checks it again, under its lock, and counts its use. */
async function join(work: Work, { id, workspaceId }: { id: string; workspaceId: string }, userId: string) {
  const { db } = work;
  const access = await invitedWorkspace(db, workspaceId, userId);
  const invite = await lockInvite(db, id);
  demand(access && invite, 'invite_not_found');
  const { me, banned } = access;
  demand(inviteOpens(invite, { ...me, banned }, Date.now()), 'invite_not_found');
  if (me.isMember) return { me, joined: null };
  await addUse(db, id, userId);
  return { me, joined: await welcome(work, access) };
}

/** Handlers of invitations: create, list, accept, delete; and the account made by an invitation. */
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

  // Spends the limit before checking a code, so that concurrent tries all count, and refunds it for a right code. The
  // answer is the same whatever is wrong with an invitation.
  async accept({ work, actor, params, ip, say, services }) {
    const { db } = work;
    await services.limits.spend('inviteCode', ip);
    const found = await findInvite(db, params.code, actor.userId);
    // Refused before taking any lock: a wrong code waits for nobody, and takes as long as an unknown one.
    demand(found && inviteOpens(found, found.person, Date.now()), 'invite_not_found');
    const { me, joined } = await join(work, found, actor.userId);
    await services.limits.refund('inviteCode', ip);
    return {
      message: say('workspace_joined'),
      workspace: joined ?? viewFor(me, await readWorkspace(db, found.workspaceId)),
    };
  },

  register: {
    runs: 'own transactions',
    spends: 'register',
    async handle({ params, body, image, ip, from, language, cookies, db, services }) {
      await services.limits.spend('inviteCode', ip);
      const found = await findInvite(db, params.code, nobody);
      demand(found && inviteOpens(found, found.person, Date.now()), 'invite_not_found');
      await services.limits.refund('inviteCode', ip);
      const browser = { db, services, image, from, language, cookies };
      let entered: Awaited<ReturnType<typeof join>> | undefined;
      const made = await register(browser, body, { by: 'invitation', proven: false }, async (work, id) => {
        entered = await join(work, found, id);
      });
      return { ...made, workspace: entered?.joined ?? fail('invite_not_found') };
    },
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

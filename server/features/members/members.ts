import type { api } from '@palabre/common/contract/index.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { memberFacts } from '../../platform/access.workspaces.ts';
import { demand } from '../../platform/http/errors.ts';
import type { Handlers } from '../../platform/http/route.ts';
import { audit, placed } from '../audit/record.ts';
import { findVisibleChannel } from '../channels/channels.store.ts';
import { notify } from '../notifications/notify.ts';
import { tellWorkspace, viewFor } from '../workspaces/workspaces.view.ts';
import { addBan, readBanned, readMembers, removeBan } from './members.store.ts';
import { dismiss } from './membership.ts';

export const members: Handlers<typeof api.members> = {
  async list({ db, record, params, query }) {
    const { channelId, ...filter } = query;
    const channel = channelId ? await findVisibleChannel(db, params.id, channelId, record.me) : undefined;
    const privateChannelId = channel?.visibility === 'private' ? channel.id : undefined;
    return readMembers(db, { ...filter, workspaceId: params.id, privateChannelId });
  },

  async banned({ db, record, params }) {
    demand(can.banAnyone(record.me), 'forbidden');
    return { users: await readBanned(db, params.id) };
  },

  async kick({ work, actor, record, params, body, say }) {
    const { me, workspace } = record;
    demand(can.kickAnyone(me), 'forbidden');
    const target = await memberFacts(work.db, params.id, body.userId);
    demand(target.isMember, 'not_member');
    demand(can.everExclude(me, target), 'forbidden');
    demand(can.kick(me, target), 'rank_too_low');
    await audit.record(work, {
      action: 'member_kicked',
      actorId: actor.userId,
      person: target.userId,
      where: placed(workspace),
    });
    await dismiss(work, params.id, target.userId);
    await notify(work, [target.userId], {
      type: 'workspace',
      content: `Votre accès au workspace «\u202f${workspace.title}\u202f» vous a été retiré.`,
      link: '/workspaces',
      actorId: actor.userId,
    });
    const whole = await tellWorkspace(work, params.id);
    return { message: say('member_kicked'), workspace: viewFor(me, whole) };
  },

  async ban({ work, actor, record, params, body, say }) {
    const { db } = work;
    const { me, workspace } = record;
    demand(can.banAnyone(me), 'forbidden');
    const target = await memberFacts(db, params.id, body.userId);
    demand(can.everExclude(me, target), 'forbidden');
    demand(can.ban(me, target), 'rank_too_low');
    demand(await addBan(db, params.id, target.userId), 'user_not_found');
    await audit.record(work, {
      action: 'member_banned',
      actorId: actor.userId,
      person: target.userId,
      where: placed(workspace),
    });
    // Someone who is not a member is kept out without a word: they have nothing to lose yet.
    if (target.isMember) {
      await dismiss(work, params.id, target.userId);
      await notify(work, [target.userId], {
        type: 'workspace',
        content: `Vous ne pouvez plus accéder au workspace «\u202f${workspace.title}\u202f»\u00a0: votre compte y est banni.`,
        link: '/workspaces',
        actorId: actor.userId,
      });
    }
    const whole = await tellWorkspace(work, params.id);
    return { message: say('member_banned'), workspace: viewFor(me, whole) };
  },

  async unban({ work, actor, record, params, body, say }) {
    demand(can.banAnyone(record.me), 'forbidden');
    if (await removeBan(work.db, params.id, body.userId)) {
      await audit.record(work, {
        action: 'member_unbanned',
        actorId: actor.userId,
        person: body.userId,
        where: placed(record.workspace),
      });
    }
    const whole = await tellWorkspace(work, params.id);
    return { message: say('member_unbanned'), workspace: viewFor(record.me, whole) };
  },
};

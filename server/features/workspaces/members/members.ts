import type { api } from '@palabre/common/contract/index.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { memberFacts } from '../../../platform/access/access.workspaces.ts';
import { demand, fail } from '../../../platform/http/errors.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import { notify } from '../../reading/notifications/open/notify.ts';
import { audit, placed } from '../../running/audit/open/record.ts';
import { endStay } from '../guests/open/stays.ts';
import { findVisibleChannel } from '../structure/open/channels.store.ts';
import { findStay } from '../structure/open/guests.store.ts';
import { addBan, readBanned, readMembers, removeBan, replaceOwner } from '../structure/open/members.store.ts';
import { changeAndTell } from '../structure/open/workspaces.rights.ts';
import { tellWorkspace, viewFor } from '../structure/open/workspaces.view.ts';
import { readMoves } from './moves.store.ts';
import { kick } from './open/kick.ts';
import { dismiss } from './open/membership.ts';

/** Handlers of members: list, bans, moves, kick, ban, pass on, unban. */
export const members: Handlers<typeof api.members> = {
  async list({ db, record, params, query }) {
    const { me, isGuest } = record;
    if (query.channelId) await findVisibleChannel(db, params.id, query.channelId, me);
    return readMembers(db, { ...query, workspaceId: params.id, guestId: isGuest ? me.userId : undefined });
  },

  async banned({ db, record, params }) {
    demand(can.banAnyone(record.me), 'forbidden');
    return { users: await readBanned(db, params.id) };
  },

  async moves({ db, params }) {
    return { moves: await readMoves(db, params.id) };
  },

  async kick({ work, record, body, say }) {
    const workspace = (await kick(work, record, body.userId)) ?? fail('not_member');
    return { message: say('member_kicked'), workspace };
  },

  async ban({ work, actor, record, params, body, say, services }) {
    const { db } = work;
    const { me, workspace } = record;
    demand(can.banAnyone(me), 'forbidden');
    const target = await memberFacts(db, params.id, body.userId);
    demand(can.everExclude(me, target), 'forbidden');
    demand(can.ban(me, target), 'rank_too_low');
    demand(await addBan(db, params.id, target.userId, target.isMember), 'user_not_found');
    await audit.record(work, {
      action: 'member_banned',
      actorId: actor.userId,
      person: target.userId,
      where: placed(workspace),
    });
    const stay = await findStay(db, { workspaceId: params.id, userId: target.userId });
    if (stay && !stay.isOver) await endStay(services, work, { workspaceId: params.id, userId: target.userId });
    // A banned person who was not a member gets no notification: they lose nothing yet.
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

  async passOn({ work, actor, record, params, body, say }) {
    const { db } = work;
    const { me, workspace } = record;
    demand(can.deleteWorkspace(me), 'forbidden');
    const target = await memberFacts(db, params.id, body.userId);
    demand(target.isMember, 'not_member');
    demand(can.passOn(me, target), 'forbidden');
    await audit.record(work, {
      action: 'workspace_passed_on',
      actorId: actor.userId,
      person: target.userId,
      where: placed(workspace),
    });
    await changeAndTell(work, params.id, {}, () => replaceOwner(db, params.id, me.userId, target.userId));
    await notify(work, [target.userId], {
      type: 'workspace',
      content: `Vous êtes maintenant propriétaire du workspace «\u202f${workspace.title}\u202f».`,
      link: `/workspace/${params.id}/channel/${workspace.welcome_channel}`,
      actorId: actor.userId,
    });
    const whole = await tellWorkspace(work, params.id);
    return {
      message: say('workspace_passed_on'),
      workspace: viewFor(await memberFacts(db, params.id, me.userId), whole),
    };
  },

  async unban({ work, actor, record, params, body, say }) {
    demand(can.banAnyone(record.me), 'forbidden');
    const lifted = await removeBan(work.db, params.id, body.userId);
    if (lifted) {
      await audit.record(work, {
        action: 'member_unbanned',
        actorId: actor.userId,
        person: body.userId,
        where: placed(record.workspace),
      });
    }
    if (lifted?.told) {
      await notify(work, [body.userId], {
        type: 'workspace',
        content: `Vous n’êtes plus banni du workspace «\u202f${record.workspace.title}\u202f»\u00a0: vous pouvez y revenir.`,
        link: '/workspaces',
        actorId: actor.userId,
      });
    }
    const whole = await tellWorkspace(work, params.id);
    return { message: say('member_unbanned'), workspace: viewFor(record.me, whole) };
  },
};

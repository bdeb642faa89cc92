import { limits } from '@palabre/common/contract/fields.ts';
import type { api } from '@palabre/common/contract/index.ts';
import type { Visibility } from '@palabre/common/contract/workspaces/channels.ts';
import { can, channelsRank, type MemberFacts } from '@palabre/common/permissions/can.ts';
import { demand } from '../../../platform/http/errors.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import { type Db, newId } from '../../../platform/postgres/db.ts';
import { audit, placed } from '../../running/audit/open/record.ts';
import {
  countChannels,
  insertChannel,
  readChannel,
  readChannelRecords,
  readUsersOf,
  readVisibleChannels,
  setOrder,
  updateChannel,
} from '../structure/open/channels.store.ts';
import { openChannel } from '../structure/open/roles.store.ts';
import { changeAndTell } from '../structure/open/workspaces.rights.ts';
import { forgetChannel, letIn } from './letting-in.ts';

/** Handlers of channels: list, read, create, change, order, delete, and let people into private ones. */
export const channels: Handlers<typeof api.channels> = {
  async list({ db, actor }) {
    return { channels: await readVisibleChannels(db, actor.userId) };
  },

  async ofWorkspace({ db, actor, params }) {
    return { channels: await readVisibleChannels(db, actor.userId, params.id) };
  },

  async one({ db, actor, params }) {
    return { channel: await readChannel(db, params.id, actor.userId) };
  },

  async create({ work, record, body, say, services }) {
    const { db } = work;
    const { me, workspace } = record;
    demand(can.addChannel(me), 'forbidden');
    demand((await countChannels(db, workspace.id)) < limits.channelsPerWorkspace, 'too_many_channels');
    await services.limits.spend('makeChannel', me.userId);
    const { title, visibility = 'public' } = body;
    const id = newId();
    await changeAndTell(work, workspace.id, { channel: id }, async () => {
      await insertChannel(db, { id, workspaceId: workspace.id, title, visibility });
      await keepOwnAccess(db, workspace.id, me, { id, visibility });
    });
    return { message: say('channel_created'), channel: await readChannel(db, id, me.userId) };
  },

  async update({ work, record, body }) {
    const { db } = work;
    const { me, channel, facts } = record;
    demand(can.changeChannel(me, facts), 'forbidden');
    const title = body.title ?? channel.title;
    const visibility = body.visibility ?? channel.visibility;
    demand(can.setVisibility(me, facts, visibility), 'welcome_channel');
    const { id, workspaceId } = channel;
    await changeAndTell(work, workspaceId, { channel: id }, async () => {
      await updateChannel(db, { id, title, visibility });
      if (visibility !== channel.visibility) await keepOwnAccess(db, workspaceId, me, { id, visibility });
    });
    await audit.record(work, {
      action: 'channel_updated',
      actorId: me.userId,
      target: { id, name: channel.title },
      where: placed(record.workspace),
      changes: audit.changes(body, { title: 'title', visibility: 'visibility' }),
    });
    return { channel: await readChannel(db, id, me.userId) };
  },

  async letIn({ work, record, body, services }) {
    const { me, channel, facts } = record;
    demand(can.changeChannel(me, facts), 'forbidden');
    demand(can.letAnyoneIn(me, facts), 'not_private');
    await letIn(work, record, body, () => services.limits.spend('makeRole', me.userId));
    return { channel: await readChannel(work.db, channel.id, me.userId) };
  },

  async order({ work, actor, record, params, body }) {
    const { db } = work;
    demand(can.orderChannels(record.me), 'forbidden');
    await changeAndTell(work, params.id, {}, async () => {
      const current = (await readChannelRecords(db, params.id)).map(channel => channel._id);
      const visible = new Set((await readVisibleChannels(db, actor.userId, params.id)).map(channel => channel._id));
      await setOrder(db, params.id, reordered(current, visible, body.channels));
    });
    return { channels: await readVisibleChannels(db, actor.userId, params.id) };
  },

  async remove({ work, record, say }) {
    const { me, channel, facts } = record;
    demand(can.changeChannel(me, facts), 'forbidden');
    demand(can.deleteChannel(me, facts), 'welcome_channel');
    await audit.record(work, {
      action: 'channel_deleted',
      actorId: me.userId,
      target: { id: channel.id, name: channel.title },
      where: placed(record.workspace),
    });
    await forgetChannel(work, channel);
    return { message: say('channel_deleted') };
  },

  async users({ db, record }) {
    return { users: await readUsersOf(db, record.channel) };
  },
};

/**
 * Keeps a private or protected channel open to its creator. Rights to a channel come from roles alone, so the best role
 * by which they may create it opens it, unless they may write in it anyway.
 */
async function keepOwnAccess(
  db: Db,
  workspaceId: string,
  me: MemberFacts,
  channel: { id: string; visibility: Visibility },
): Promise<void> {
  if (can.postMessage(me, channel)) return;
  await openChannel(db, workspaceId, channelsRank(me), channel.id);
}

/**
 * Returns the whole order of a workspace's channels after a person ordered the visible ones. Hidden channels keep their
 * positions, visible channels left out follow, unknown or deleted ids are ignored.
 */
export function reordered(
  current: readonly string[],
  visible: ReadonlySet<string>,
  wanted: readonly string[],
): string[] {
  const named = [...new Set(wanted)].filter(id => visible.has(id));
  const queue = [...named, ...current.filter(id => visible.has(id) && !named.includes(id))];
  return current.map(id => (visible.has(id) ? (queue.shift() ?? id) : id));
}

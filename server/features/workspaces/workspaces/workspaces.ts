import { access } from '@palabre/common/contract/define.ts';
import { limits } from '@palabre/common/contract/fields.ts';
import type { api } from '@palabre/common/contract/index.ts';
import { defaultAutoDeleteDays } from '@palabre/common/contract/messages/retention.ts';
import { type workspaces as endpoints, parseTags } from '@palabre/common/contract/workspaces/workspaces.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { load } from '../../../platform/access/access.ts';
import type { WorkspaceAccess } from '../../../platform/access/access.workspaces.ts';
import { dropImages } from '../../../platform/files/images.ts';
import { withLogo } from '../../../platform/files/logos.ts';
import { decodeCursor, encodeCursor } from '../../../platform/http/cursors.ts';
import { demand } from '../../../platform/http/errors.ts';
import type { Context, Handlers } from '../../../platform/http/route.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import { rooms, to } from '../../../platform/realtime/rooms.ts';
import type { Actor } from '../../../platform/sessions/session.ts';
import { inTransaction } from '../../../platform/work.ts';
import { audit, placed } from '../../running/audit/open/record.ts';
import { dismiss, welcome } from '../members/open/membership.ts';
import { findVisibleChannel } from '../structure/open/channels.store.ts';
import { readOwnerIds } from '../structure/open/members.store.ts';
import {
  insertWorkspace,
  readDiscovery,
  readMyCards,
  readWorkspace,
  updateSettings,
} from '../structure/open/workspaces.store.ts';
import { readWorkspaceAs, tellWorkspace, viewFor } from '../structure/open/workspaces.view.ts';
import { endWorkspace } from './open/workspaces.ending.ts';

type UpdateBody = Context<typeof endpoints.update>['body'];

/** Handlers of workspaces: discover, create, change settings, delete, join, leave. */
export const workspaces: Handlers<typeof api.workspaces> = {
  async list({ db, actor, query: { search, society = false, cursor } }) {
    const after = decodeCursor(cursor);
    const found = await readDiscovery(db, actor, { search, society, after, count: limits.cardsListed + 1 });
    const others = found.filter(card => !card.isMember);
    const last = others[limits.cardsListed - 1];
    const more = others.length > limits.cardsListed && last !== undefined;
    return {
      workspaces: more ? found.slice(0, -1) : found,
      nextCursor: more ? encodeCursor({ name: last.title, id: last._id }) : null,
    };
  },

  async mine({ db, actor }) {
    return { workspaces: await readMyCards(db, actor) };
  },

  create: {
    runs: 'own transactions',
    async handle({ actor, body, image, ip, services }) {
      demand(can.placeInSociety(actor, body.societyId, null), 'forbidden');
      const { workspaceMakers, autoDeleteDays: days } = await services.settings.shown();
      demand(can.make(actor, workspaceMakers), 'workspaces_by_administrators');
      await services.limits.spend('makeWorkspace', actor.userId);
      return withLogo(services, { person: actor.userId, address: ip }, image, logo =>
        inTransaction(services, async ({ db, emit, rightsChanged }) => {
          const id = await insertWorkspace(db, actor.userId, {
            title: body.title,
            description: body.description ?? '',
            societyId: body.societyId ?? null,
            restricted: body.restricted ?? false,
            tags: parseTags(body.tags ?? []),
            logo,
            autoDelete: body.autoDelete ?? days !== 0,
            autoDeleteDays: body.autoDeleteDays ?? (days || defaultAutoDeleteDays),
            announceMoves: body.announceMoves ?? true,
          });
          const workspace = await readWorkspace(db, id);
          rightsChanged([actor.userId]);
          emit('newWorkspace', workspace, to(rooms.user(actor.userId)));
          return { workspace };
        }),
      );
    },
  },

  async one({ db, record }) {
    return { workspace: await readWorkspaceAs(db, record) };
  },

  // Processes the logo before the transaction, then reads the rights again in it, under the workspace's lock.
  update: {
    runs: 'own transactions',
    async handle({ actor, params, query, body, record, image, ip, services }) {
      demand(can.manageWorkspace(record.me), 'forbidden');
      return withLogo(services, { person: actor.userId, address: ip }, image, logo =>
        inTransaction(services, async work => {
          const found = await load(access.member(), work.db, actor, { params, query, body }, { lock: true });
          await changeSettings(work.db, actor, found, body, logo);
          const changes = audit.changes(body, changeWords);
          await audit.record(work, {
            action: 'workspace_updated',
            actorId: actor.userId,
            target: placed(found.workspace),
            where: placed(found.workspace),
            changes: logo ? [...changes, 'logo'] : changes,
          });
          if (logo) await dropImages(services, work, [found.workspace.logo]);
          work.emit('updateGuests', { workspaceId: params.id }, to(rooms.guestsOf(params.id)));
          return { workspace: viewFor(found.me, await tellWorkspace(work, params.id)) };
        }),
      );
    },
  },

  async remove({ work, record, params, body, say, services }) {
    demand(can.deleteWorkspace(record.me), 'forbidden');
    demand(body?.title === undefined || body.title === record.workspace.title, 'title_mismatch');
    await audit.record(work, {
      action: 'workspace_deleted',
      actorId: record.me.userId,
      target: placed(record.workspace),
    });
    await endWorkspace(services, work, { id: params.id, logo: record.workspace.logo });
    return { message: say('workspace_deleted') };
  },

  async join({ work, record, params }) {
    demand(!record.banned, 'banned_here');
    if (record.me.isMember) return { workspace: viewFor(record.me, await readWorkspace(work.db, params.id)) };
    return { workspace: await welcome(work, record) };
  },

  async leave({ work, record, params, say }) {
    demand(can.leaveWorkspace(record.me, (await readOwnerIds(work.db, params.id)).length), 'last_owner');
    await dismiss(work, params.id, record.me.userId);
    await tellWorkspace(work, params.id);
    return { message: say('workspace_left') };
  },
};

const changeWords = {
  title: 'title',
  description: 'description',
  societyId: 'society',
  restricted: 'restricted',
  tags: 'tags',
  welcomeChannel: 'welcomeChannel',
  autoDelete: 'autoDelete',
  autoDeleteDays: 'autoDelete',
  announceMoves: 'announceMoves',
} as const;

/** Updates the settings present in the body; absent fields stay, `null` empties optional ones. */
async function changeSettings(
  db: Db,
  actor: Actor,
  { workspace, me }: WorkspaceAccess,
  body: UpdateBody,
  logo: string | null,
): Promise<void> {
  demand(can.manageWorkspace(me), 'forbidden');
  demand(can.placeInSociety(actor, body.societyId, workspace.society_id), 'forbidden');
  if (body.welcomeChannel) {
    const channel = await findVisibleChannel(db, workspace.id, body.welcomeChannel, me);
    demand(can.welcomeIn(me, channel), 'welcome_channel');
  }
  const { title, description, societyId, restricted, tags, welcomeChannel, autoDelete, autoDeleteDays, announceMoves } =
    body;
  await updateSettings(db, workspace.id, {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description: description ?? '' }),
    ...(societyId !== undefined && { societyId }),
    ...(typeof restricted === 'boolean' && { restricted }),
    ...(tags !== undefined && { tags: parseTags(tags ?? []) }),
    ...(welcomeChannel && { welcomeChannel }),
    ...(typeof autoDelete === 'boolean' && { autoDelete }),
    ...(typeof autoDeleteDays === 'number' && { autoDeleteDays }),
    ...(typeof announceMoves === 'boolean' && { announceMoves }),
    ...(logo && { logo }),
  });
}

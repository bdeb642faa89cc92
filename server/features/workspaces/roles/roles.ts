import { limits } from '@palabre/common/contract/fields.ts';
import type { api } from '@palabre/common/contract/index.ts';
import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import { can, type MemberFacts } from '@palabre/common/permissions/can.ts';
import { type Opening, opened } from '@palabre/common/permissions/role-channels.ts';
import { rolePermissions } from '@palabre/common/permissions/role-permissions.ts';
import { defaultColor } from '@palabre/common/rules/workspaces/role-colour.ts';
import { memberFacts, type WorkspaceAccess } from '../../../platform/access/access.workspaces.ts';
import { demand } from '../../../platform/http/errors.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import { type Db, newId } from '../../../platform/postgres/db.ts';
import { audit, placed } from '../../running/audit/open/record.ts';
import { readChannelRecords } from '../structure/open/channels.store.ts';
import {
  countRoles,
  deleteRole,
  insertRole,
  moveRole,
  readColor,
  readRanks,
  readRole,
  readRoleFor,
  setChannels,
  setUsers,
  updateRole,
} from '../structure/open/roles.store.ts';
import { changeAndTell } from '../structure/open/workspaces.rights.ts';
import { rolesAs, rolesOf } from './open/written.ts';

/** Handlers of roles: list, read, create, change, delete. */
export const roles: Handlers<typeof api.roles> = {
  // Guests see no role.
  async list({ db, record: { workspace, me, isGuest } }) {
    if (isGuest) return { roles: [] };
    return rolesAs(db, workspace.id, me);
  },

  async mine({ db, record: { workspace, me, isGuest } }) {
    if (isGuest) return { roles: [] };
    return rolesOf(db, workspace.id, me);
  },

  async one({ db, record: { workspace, me, role } }) {
    return { role: await readRoleFor(db, workspace.id, me, role.id) };
  },

  async color({ db, query }) {
    return { color: (await readColor(db, query.workspaceId, query.userId)) ?? defaultColor };
  },

  async permissions({ language }) {
    return {
      permissions: rolePermissions.map(({ key, label, description }) => ({
        key,
        label: label[language],
        description: description[language],
      })),
    };
  },

  async create({ work, record, body, say, services }) {
    const { db } = work;
    const { me, workspace } = record;
    demand(can.manageWorkspace(me), 'forbidden');
    const { all, lastRank } = await countRoles(db, workspace.id);
    demand(all < limits.rolesPerWorkspace, 'too_many_roles');
    // Roles kept for channels stay below the new one: nobody chose their colour, which would hide the new role's.
    const rank = lastRank + 1;
    demand(can.manageRole(me, rank), 'rank_too_low');
    await services.limits.spend('makeRole', me.userId);
    const id = newId();
    await changeAndTell(work, workspace.id, { role: id }, async () => {
      const { name, color = defaultColor, addChannels = false, canKick = false, creator = false } = body;
      await insertRole(db, workspace.id, all + 1, { id, name, color, addChannels, canKick, creator });
      await moveRole(db, { id, workspace_id: workspace.id, rank: all + 1 }, rank);
      const role = await readRole(db, id);
      await changeHolders(db, me, role, body.users);
      await changeChannels(db, me, role, body);
    });
    await audit.record(work, {
      action: 'role_created',
      actorId: me.userId,
      target: { id, name: body.name },
      where: placed(workspace),
    });
    return { message: say('role_created'), role: await readAs(work.db, record, id) };
  },

  async update({ work, record, body, say }) {
    const { db } = work;
    const { me, workspace, role: row } = record;
    demand(can.manageWorkspace(me), 'forbidden');
    demand(can.manageRole(me, row.rank), 'rank_too_low');
    const { all, creators } = await countRoles(db, workspace.id);
    const rank = Math.min(body.rank ?? row.rank, all);
    demand(can.moveRole(me, row.rank, rank), 'rank_too_low');
    demand(body.creator !== false || can.spareCreator(row, creators), 'last_creator_role');
    await changeAndTell(work, workspace.id, { role: row.id }, async () => {
      const role = await readRole(db, row.id);
      await changeHolders(db, me, role, body.users);
      await changeChannels(db, me, role, body);
      await updateRole(db, row.id, body);
      await moveRole(db, row, rank);
    });
    await audit.record(work, {
      action: 'role_updated',
      actorId: me.userId,
      target: { id: row.id, name: row.name },
      where: placed(workspace),
      changes: audit.changes(body, changeWords),
    });
    return { message: say('role_updated'), role: await readAs(db, record, row.id) };
  },

  async remove({ work, record, say }) {
    const { db } = work;
    const { me, workspace, role } = record;
    demand(can.manageWorkspace(me), 'forbidden');
    demand(can.manageRole(me, role.rank), 'rank_too_low');
    demand(can.spareCreator(role, (await countRoles(db, workspace.id)).creators), 'last_creator_role');
    await audit.record(work, { action: 'role_deleted', actorId: me.userId, target: role, where: placed(workspace) });
    await changeAndTell(work, workspace.id, { role: role.id }, () => deleteRole(db, role));
    return { message: say('role_deleted') };
  },
};

const changeWords = {
  name: 'name',
  color: 'color',
  rank: 'rank',
  addChannels: 'permissions',
  canKick: 'permissions',
  creator: 'permissions',
  visibleChannels: 'channels',
  writableChannels: 'channels',
  users: 'users',
} as const;

/**
 * Reads a role as seen by the person who changed it, after the change: it may have shown them channels, or hidden some.
 */
async function readAs(db: Db, { workspace, me }: WorkspaceAccess, id: string): Promise<Role> {
  return readRoleFor(db, workspace.id, await memberFacts(db, workspace.id, me.userId), id);
}

/**
 * Gives the role to exactly these people, who must be members; nobody who gains or loses it may rank above the caller.
 */
async function changeHolders(db: Db, me: MemberFacts, role: Role, wanted: string[] | undefined): Promise<void> {
  if (wanted === undefined) return;
  const [before, after] = [new Set(role.users), new Set(wanted)];
  const ranks = await readRanks(db, role.workspaceId, [...new Set([...before, ...after])]);
  demand(
    [...after].every(id => ranks.has(id)),
    'not_member',
  );
  const changed = [...ranks].filter(([id]) => before.has(id) !== after.has(id));
  demand(
    changed.every(([, person]) => can.giveRole(me, role.rank, person)),
    'rank_too_low',
  );
  await setUsers(db, role, [...after]);
}

/**
 * Changes the channels that the role opens. Each named channel must be in the workspace and visible to the caller, or
 * already opened by the role. Private channels hidden from the caller stay as they are. Writing in a private channel
 * includes seeing it.
 */
async function changeChannels(
  db: Db,
  me: MemberFacts,
  role: Role,
  body: { visibleChannels?: string[] | undefined; writableChannels?: string[] | undefined },
): Promise<void> {
  if (body.visibleChannels === undefined && body.writableChannels === undefined) return;
  const channels = new Map((await readChannelRecords(db, role.workspaceId)).map(channel => [channel._id, channel]));
  const seen = (id: string) => {
    const channel = channels.get(id);
    return channel !== undefined && can.seeChannel(me, { id, visibility: channel.visibility });
  };
  const choose = (current: string[], wanted: string[] = current) => {
    demand(
      wanted.every(id => seen(id) || current.includes(id)),
      'not_found',
    );
    return [...new Set([...wanted.filter(seen), ...current.filter(id => !seen(id))])];
  };
  const chosen = body.writableChannels === undefined ? 'visible' : 'writable';
  const visible = choose(role.visibleChannels, body.visibleChannels);
  const writable = choose(role.writableChannels, body.writableChannels);
  const openings = [...channels.values()].map(({ _id, visibility }) => ({
    _id,
    ...opened(visibility, { visible: visible.includes(_id), writable: writable.includes(_id) }, chosen),
  }));
  const idsOf = (which: keyof Opening) => openings.filter(one => one[which]).map(one => one._id);
  await setChannels(db, role._id, { visible: idsOf('visible'), writable: idsOf('writable') });
}

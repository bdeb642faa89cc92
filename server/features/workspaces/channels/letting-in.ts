import { limits } from '@palabre/common/contract/fields.ts';
import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import { can, givesOnly } from '@palabre/common/permissions/can.ts';
import { defaultColor } from '@palabre/common/rules/workspaces/role-colour.ts';
import type { ChannelRow } from '../../../platform/access/access.records.ts';
import type { ChannelAccess } from '../../../platform/access/access.ts';
import { demand } from '../../../platform/http/errors.ts';
import { newId } from '../../../platform/postgres/db.ts';
import type { Work } from '../../../platform/work.ts';
import { audit, placed } from '../../running/audit/open/record.ts';
import { deleteChannel, keepRole, readKeptRole } from '../structure/open/channels.store.ts';
import {
  countRoles,
  deleteRole,
  insertRole,
  readRanks,
  readRole,
  setChannels,
  setUsers,
} from '../structure/open/roles.store.ts';
import { changeAndTell } from '../structure/open/workspaces.rights.ts';

/**
 * Name of a kept role. All members read the list of roles, so the name does not reveal the title of a private channel.
 */
const keptName = 'Salon privé';

/**
 * Lets members into a private channel, or takes them out of the role that it keeps (decision 0047). The workspace must
 * be locked.
 * @param spend counts the new role against its limit, when one must be made
 * @throws AppError `not_member`, `rank_too_low`, `too_many_roles`
 */
export async function letIn(
  work: Work,
  { workspace, me, channel }: ChannelAccess,
  { add = [], remove = [] }: { add?: readonly string[] | undefined; remove?: readonly string[] | undefined },
  spend: () => Promise<unknown>,
): Promise<void> {
  const { db } = work;
  const keptId = await readKeptRole(db, channel.id);
  const kept = keptId === null ? undefined : await readRole(db, keptId);
  const there = new Set(kept?.users);
  const added = [...new Set(add)].filter(id => !there.has(id));
  const removed = [...new Set(remove)].filter(id => there.has(id) || added.includes(id));
  const after = [...there, ...added].filter(id => !removed.includes(id));
  const changed = [...there, ...after].filter(id => there.has(id) !== after.includes(id));
  if (changed.length === 0) return;
  const ranks = await readRanks(db, workspace.id, changed);
  demand(ranks.size === changed.length, 'not_member');
  demand(
    [...ranks.values()].every(person => can.letIn(me, kept, channel.id, person)),
    'rank_too_low',
  );
  const id = kept?._id ?? newId();
  const { all } = kept ? { all: 0 } : await countRoles(db, workspace.id);
  demand(all < limits.rolesPerWorkspace, 'too_many_roles');
  if (!kept) await spend();
  await changeAndTell(work, workspace.id, { role: id, channel: channel.id }, async () => {
    if (!kept) {
      const plain = { addChannels: false, canKick: false, creator: false };
      await insertRole(db, workspace.id, all + 1, { id, name: keptName, color: defaultColor, ...plain });
      await keepRole(db, channel.id, id);
    }
    // Opens the channel to the role again, in case somebody removed it since.
    await setChannels(db, id, {
      visible: [...new Set([...(kept?.visibleChannels ?? []), channel.id])],
      writable: kept?.writableChannels ?? [channel.id],
    });
    await setUsers(db, { _id: id, workspaceId: workspace.id }, after);
  });
  await audit.record(work, {
    action: 'channel_updated',
    actorId: me.userId,
    target: { id: channel.id, name: channel.title },
    where: placed(workspace),
    changes: [
      ...(after.some(id => !there.has(id)) ? ['added' as const] : []),
      ...(removed.some(id => there.has(id)) ? ['removed' as const] : []),
    ],
  });
}

/** Deletes a channel, with its kept role if that role opens nothing else. The workspace must be locked. */
export async function forgetChannel(work: Work, channel: ChannelRow): Promise<void> {
  const { db } = work;
  const keptId = await readKeptRole(db, channel.id);
  const kept: Role | undefined = keptId === null ? undefined : await readRole(db, keptId);
  const goes = kept && givesOnly(kept, channel.id) ? kept : undefined;
  await changeAndTell(work, channel.workspaceId, { channel: channel.id, ...(goes && { role: goes._id }) }, async () => {
    await deleteChannel(db, channel.id);
    if (goes) await deleteRole(db, { id: goes._id, workspace_id: channel.workspaceId, rank: goes.rank });
  });
}

import type { Channel } from '@palabre/common/contract/channels.ts';
import type { Role } from '@palabre/common/contract/roles.ts';
import { audienceOf, staffOf } from '@palabre/common/permissions/audience.ts';
import type { Db } from '../../platform/postgres/db.ts';
import { rooms, type Target, to } from '../../platform/realtime/rooms.ts';
import type { Work } from '../../platform/work.ts';
import { type ChannelRecord, readChannelRecords, toChannel } from '../channels/channels.store.ts';
import { readOwnerIds } from '../members/members.store.ts';
import { readRoles } from '../roles/roles.store.ts';
import { tellWorkspace } from './workspaces.view.ts';

/**
 * The one mechanism by which a change of rights reaches people: what everyone may see is read before and after
 * the change, and each is told the difference, whatever made it (a role, a channel, a member gone).
 */

type Audience = ReturnType<typeof audienceOf>;

interface SeenChannel {
  channel: Channel;
  audience: Audience;
}

interface Rights {
  staff: ReadonlySet<string>;
  roles: Map<string, Role>;
  channels: Map<string, SeenChannel>;
  /** Ids of the channels that every member sees, in order. */
  open: string;
}

async function readRights(db: Db, workspaceId: string): Promise<Rights> {
  const owners = await readOwnerIds(db, workspaceId);
  const roles = await readRoles(db, workspaceId);
  const records = await readChannelRecords(db, workspaceId);
  const see = (record: ChannelRecord): [string, SeenChannel] => {
    const audience = audienceOf(record, owners, roles);
    const users = audience === 'everyone' ? [] : [...audience];
    return [record._id, { channel: toChannel({ ...record, users }), audience }];
  };
  return {
    staff: staffOf(owners, roles),
    roles: new Map(roles.map(role => [role._id, role])),
    channels: new Map(records.map(see)),
    open: records
      .filter(record => record.visibility !== 'private')
      .map(record => record._id)
      .join(),
  };
}

/**
 * Makes a change to a workspace's roles, channels, owners or members, and tells each person what it means to
 * them: roles that are new, changed or gone; channels they gain (`newChannel`), keep (`updateChannel`, when it
 * changed) or lose (`deleteChannel`); the workspace itself, when its list of channels or its staff changed.
 * Their sockets' rooms follow. The workspace must be locked.
 */
export async function followRights<T>(work: Work, workspaceId: string, change: () => Promise<T>): Promise<T> {
  const before = await readRights(work.db, workspaceId);
  const result = await change();
  const after = await readRights(work.db, workspaceId);
  tellRoles(work, workspaceId, before.roles, after.roles);
  for (const id of new Set([...before.channels.keys(), ...after.channels.keys()])) {
    tellChannel(work, workspaceId, id, before.channels.get(id), after.channels.get(id));
  }
  const staffChanges = [...minus(before.staff, after.staff), ...minus(after.staff, before.staff)];
  work.rightsChanged(staffChanges);
  if (staffChanges.length > 0 || before.open !== after.open) await tellWorkspace(work, workspaceId);
  return result;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const minus = (a: ReadonlySet<string>, b: ReadonlySet<string>): string[] => [...a].filter(id => !b.has(id));
const toPeople = (ids: Iterable<string>): Target => to(...[...ids].map(rooms.user));

function tellRoles({ emit }: Work, workspaceId: string, before: Map<string, Role>, after: Map<string, Role>): void {
  const members = to(rooms.workspace(workspaceId));
  for (const id of before.keys()) if (!after.has(id)) emit('deletedRole', { _id: id, workspaceId }, members);
  for (const [id, role] of after) {
    const was = before.get(id);
    if (!was) emit('newRole', role, members);
    else if (!same(was, role)) emit('updatedRole', role, members);
  }
}

function tellChannel(
  work: Work,
  workspaceId: string,
  id: string,
  before: SeenChannel | undefined,
  after: SeenChannel | undefined,
): void {
  const had = before?.audience ?? new Set<string>();
  const has = after?.audience ?? new Set<string>();
  const { gained, kept, lost } = differences(workspaceId, had, has);
  const { emit } = work;
  if (had !== has) work.rightsChanged(membersMoved(had, has));
  if (lost) emit('deleteChannel', { _id: id, workspaceId }, lost);
  if (after && gained) emit('newChannel', after.channel, gained);
  if (after && kept && !same(before?.channel, after.channel)) emit('updateChannel', after.channel, kept);
}

interface Differences {
  gained: Target | undefined;
  kept: Target | undefined;
  lost: Target | undefined;
}

/** Who gains, keeps and loses the sight of a channel. « Everyone » are those in the workspace's room. */
function differences(workspaceId: string, had: Audience, has: Audience): Differences {
  const everyone = rooms.workspace(workspaceId);
  const allBut = (ids: Iterable<string>): Target => ({ rooms: [everyone], except: [...ids].map(rooms.user) });
  const some = (ids: readonly string[]) => (ids.length > 0 ? toPeople(ids) : undefined);
  if (had === 'everyone' && has === 'everyone') return { gained: undefined, kept: to(everyone), lost: undefined };
  if (had === 'everyone') {
    const seeing = [...(has as ReadonlySet<string>)];
    return { gained: undefined, kept: some(seeing), lost: allBut(seeing) };
  }
  if (has === 'everyone') return { gained: allBut(had), kept: some([...had]), lost: undefined };
  return {
    gained: some(minus(has, had)),
    kept: some([...has].filter(id => had.has(id))),
    lost: some(minus(had, has)),
  };
}

/** People whose rooms change: those of one set and not of the other; « everyone » hears in the workspace's room. */
function membersMoved(had: Audience, has: Audience): string[] {
  const before = had === 'everyone' ? new Set<string>() : had;
  const after = has === 'everyone' ? new Set<string>() : has;
  return [...minus(before, after), ...minus(after, before)];
}

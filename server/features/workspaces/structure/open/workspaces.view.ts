import type { Workspace } from '@palabre/common/contract/workspaces/workspaces.ts';
import { can, type MemberFacts } from '@palabre/common/permissions/can.ts';
import type { WorkspaceAccess } from '../../../../platform/access/access.workspaces.ts';
import type { Db } from '../../../../platform/postgres/db.ts';
import { rooms, to } from '../../../../platform/realtime/rooms.ts';
import type { Work } from '../../../../platform/work.ts';
import { readWorkspaceAsGuest } from './guest-views.store.ts';
import { readOpenToGuests } from './guests.store.ts';
import { readWorkspace, readWorkspaces, type WholeWorkspace } from './workspaces.store.ts';

const forMembers = ({ bans: _bans, ...shown }: WholeWorkspace): Workspace => shown;

/**
 * Returns a workspace as one person sees it: bans for people who may ban, neither people nor channels for strangers.
 */
export function viewFor(me: MemberFacts, whole: WholeWorkspace): Workspace {
  if (!me.isMember) return { ...forMembers(whole), members: [], channels: [] };
  return can.banAnyone(me) ? whole : forMembers(whole);
}

/** Reads a workspace in a person's view: a member's, a guest's or a stranger's. */
export const readWorkspaceAs = async (
  db: Db,
  { workspace, me, isGuest }: Pick<WorkspaceAccess, 'workspace' | 'me' | 'isGuest'>,
): Promise<Workspace> =>
  isGuest ? readWorkspaceAsGuest(db, workspace.id, me.userId) : viewFor(me, await readWorkspace(db, workspace.id));

/** Notifies guests who share a channel with all members that the members have changed. */
export async function tellGuestsOfMembers({ db, emit }: Work, workspaceId: string): Promise<void> {
  const open = await readOpenToGuests(db, workspaceId);
  if (open.length > 0) emit('updateGuests', { workspaceId }, to(...open.map(rooms.guestsIn)));
}

/**
 * Emits a workspace's new state to its members, each in their own view.
 * @param newcomer member who has just joined: gets `newWorkspace` instead of `updateWorkspace`
 */
export async function tellWorkspace(
  { db, emit }: Work,
  id: string,
  { newcomer }: { newcomer?: string } = {},
): Promise<WholeWorkspace> {
  const whole = await readWorkspace(db, id);
  const apart = newcomer === undefined ? [] : [rooms.user(newcomer)];
  const staff = rooms.staff(id);
  if (newcomer !== undefined) emit('newWorkspace', forMembers(whole), to(...apart));
  emit('updateWorkspace', forMembers(whole), { rooms: [rooms.workspace(id)], except: [staff, ...apart] });
  emit('updateWorkspace', whole, { rooms: [staff], except: apart });
  return whole;
}

/** Emits the new state of several workspaces to their members. */
export async function tellWorkspaces({ db, emit }: Work, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const whole of await readWorkspaces(db, ids)) {
    const [everyone, staff] = [rooms.workspace(whole._id), rooms.staff(whole._id)];
    emit('updateWorkspace', forMembers(whole), { rooms: [everyone], except: [staff] });
    emit('updateWorkspace', whole, to(staff));
  }
}

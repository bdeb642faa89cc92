import type { Workspace } from '@palabre/common/contract/workspaces/workspaces.ts';
import { demand } from '../../../../platform/http/errors.ts';
import { rooms, to } from '../../../../platform/realtime/rooms.ts';
import type { Services } from '../../../../platform/services.ts';
import type { Work } from '../../../../platform/work.ts';
import { audit, type placed } from '../../../running/audit/open/record.ts';
import { followRooms, readRoomsOf } from '../../structure/open/channels.store.ts';
import { readWorkspaceAsGuest } from '../../structure/open/guest-views.store.ts';
import {
  findStay,
  moveGuest,
  type NewStay,
  readChannelsOf,
  readSeenAmong,
  type Stay,
  setEnd,
  settleEnds,
  writeStay,
} from '../../structure/open/guests.store.ts';
import { changeAndTell } from '../../structure/open/workspaces.rights.ts';

/** Workspace named for the journal. */
type Where = ReturnType<typeof placed>;
type Ending = Pick<Services, 'sessions'>;

/** Closes the accounts of guests without a remaining stay; the others' sessions read the new end of theirs again. */
export async function settleAccounts({ sessions }: Ending, work: Work, userIds: readonly string[]): Promise<void> {
  for (const userId of await settleEnds(work.db, userIds)) {
    work.afterCommit((await sessions.end(work.db, { userId })).done);
  }
  work.afterCommit(() => sessions.refresh(...userIds));
}

/** Notifies the people around a guest that the list of guests there has changed. */
export async function tellAround(
  work: Work,
  { workspaceId, userId }: Stay,
  channels: readonly string[],
): Promise<void> {
  const { sponsorId } = (await findStay(work.db, { workspaceId, userId })) ?? { sponsorId: null };
  const around = await readRoomsOf(work.db, channels);
  const staff = [rooms.staff(workspaceId), ...(sponsorId ? [rooms.user(sponsorId)] : [])];
  work.emit('updateGuests', { workspaceId }, to(...staff, ...around));
}

/**
 * Lets a guest into channels of a workspace that the sponsor sees; the workspace must be locked. The account must be a
 * guest's.
 */
export async function beginStay(
  services: Ending,
  work: Work,
  stay: NewStay & { channels: readonly string[] },
  where: Where,
): Promise<Workspace> {
  const { db } = work;
  const { workspaceId, userId, sponsorId } = stay;
  const into = await readSeenAmong(db, { workspaceId, userId: sponsorId }, stay.channels);
  demand(into.length > 0, 'invite_not_found');
  await changeAndTell(work, workspaceId, {}, async () => {
    await writeStay(db, stay);
    await moveGuest(db, stay, { into, outOf: [] });
    await followRooms(db, into);
  });
  await settleAccounts(services, work, [userId]);
  await audit.record(work, { action: 'guest_joined', actorId: userId, person: userId, where });
  await tellAround(work, stay, into);
  return welcomeGuest(work, stay);
}

/** Sends a guest the workspace where a stay of theirs has begun, or goes on after its end. */
export async function welcomeGuest(work: Work, { workspaceId, userId }: Stay): Promise<Workspace> {
  const workspace = await readWorkspaceAsGuest(work.db, workspaceId, userId);
  work.rightsChanged([userId]);
  work.emit('newWorkspace', workspace, to(rooms.user(userId)));
  return workspace;
}

/** Ends the stay of a guest at once; the workspace must be locked. */
export async function endStay(services: Ending, work: Work, stay: Stay): Promise<void> {
  const { db } = work;
  await changeAndTell(work, stay.workspaceId, {}, () => setEnd(db, stay, null));
  await settleAccounts(services, work, [stay.userId]);
  await tellEnd(work, stay);
}

/** Notifies a guest, and the people around them, that their stay is over. */
export async function tellEnd(work: Work, stay: Stay): Promise<void> {
  work.rightsChanged([stay.userId]);
  work.emit('deleteWorkspace', { _id: stay.workspaceId }, to(rooms.user(stay.userId)));
  await tellAround(work, stay, await readChannelsOf(work.db, stay));
}

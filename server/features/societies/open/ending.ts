import { lockSociety } from '../../../platform/access/access.societies.ts';
import { dropImages } from '../../../platform/files/images.ts';
import { rooms, to } from '../../../platform/realtime/rooms.ts';
import type { Services } from '../../../platform/services.ts';
import type { Work } from '../../../platform/work.ts';
import { tellWorkspaces } from '../../workspaces/structure/open/workspaces.view.ts';
import { refreshRights, settleRequests } from '../membership.ts';
import {
  deleteSociety,
  findStanding,
  freeWorkspaces,
  oldestMember,
  readEveryone,
  readSociety,
  removeStanding,
  setStanding,
} from '../societies.store.ts';
import { tellSociety } from './societies.view.ts';

/**
 * Deletes a society. Its people and workspaces then have none; its restricted workspaces can be joined by invitation
 * only.
 */
export async function endSociety(work: Work, services: Services, id: string, logo: string | null): Promise<void> {
  const everyone = await readEveryone(work.db, id);
  const workspaces = await freeWorkspaces(work.db, id);
  await deleteSociety(work.db, id);
  refreshRights(work, services, everyone);
  await settleRequests(work, id, everyone);
  await dropImages(services, work, [logo]);
  // Sent to everyone: any page may show the society, or a list that names it.
  work.emit('deleteSociety', { _id: id }, to(rooms.everyone));
  await tellWorkspaces(work, workspaces);
}

/**
 * Removes a person whose account is about to be deleted from their society. The last owner is replaced by the oldest
 * member; a society without another member is deleted.
 */
export async function departFromSociety(work: Work, services: Services, userId: string): Promise<void> {
  const { db } = work;
  const before = await findStanding(db, userId);
  if (!before) return;
  const { societyId } = before;
  await lockSociety(db, societyId);
  const now = await findStanding(db, userId);
  if (now?.societyId !== societyId) return;
  const { owners, logo } = await readSociety(db, societyId);
  if (now.membership === 'owner' && owners.length === 1) {
    const heir = await oldestMember(db, societyId);
    if (!heir) return endSociety(work, services, societyId, logo);
    await setStanding(db, societyId, [heir], 'owner');
    work.rightsChanged([heir]);
  }
  await removeStanding(db, societyId, userId);
  refreshRights(work, services, [userId]);
  await tellSociety(work, societyId, { ownersOnly: now.membership === 'pending' });
}

import { lockSociety } from '../../../platform/access/access.societies.ts';
import type { Services } from '../../../platform/services.ts';
import type { Work } from '../../../platform/work.ts';
import { notify } from '../../reading/notifications/open/notify.ts';
import { audit } from '../../running/audit/open/record.ts';
import { refreshRights, settleRequests } from '../membership.ts';
import { removeStanding, setStanding } from '../societies.store.ts';
import { readOwnStanding } from './passing.store.ts';
import { tellSociety } from './societies.view.ts';

/** Departure of a person from the places they run, as an administrator orders it. */
export interface Departing {
  actorId: string;
  userId: string;
  /** New owner of the places that the departing person owns alone; null leaves these as they are. */
  heirId: string | null;
  /** Whether the person is also removed. */
  leaves: boolean;
  /** Reason recorded in the journal. */
  reason: string;
  /** Sentence of the notification of a new owner, after the name of the place they now own. */
  since: string;
}

/**
 * Hands over the society that a person owns alone, and removes them from theirs. A society without another possible
 * owner stays as it is.
 */
export async function departSociety(work: Work, services: Services, departing: Departing): Promise<void> {
  const { db } = work;
  const { actorId, userId, heirId, leaves, reason } = departing;
  const before = await readOwnStanding(db, userId, heirId);
  if (!before) return;
  await lockSociety(db, before._id);
  const found = await readOwnStanding(db, userId, heirId);
  if (found?._id !== before._id) return;
  const { _id: id, name, membership, ownedAlone } = found;
  const where = { id, name };
  const heir = ownedAlone && heirId !== null ? found.heir : null;
  if (heir) {
    await setStanding(db, id, [heir._id], 'owner');
    await setStanding(db, id, [userId], 'member');
    await audit.record(work, { action: 'society_owner_added', actorId, person: heir._id, where, reason });
    await notify(work, [heir._id], {
      type: 'society',
      content: `Vous êtes maintenant propriétaire de la société «\u202f${name}\u202f»${departing.since}.`,
      link: '/userSociety',
      actorId,
    });
  }
  const isOut = leaves && (!ownedAlone || heir !== null);
  if (isOut) {
    await removeStanding(db, id, userId);
    const action = membership === 'pending' ? 'society_declined' : 'society_member_removed';
    await audit.record(work, { action, actorId, person: userId, where, reason });
    if (membership === 'pending') await settleRequests(work, id, [userId]);
  }
  if (!heir && !isOut) return;
  refreshRights(work, services, [userId, ...(heir ? [heir._id] : [])]);
  await tellSociety(work, id, { ownersOnly: membership === 'pending' });
}

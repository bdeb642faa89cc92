import type { Society } from '@palabre/common/contract/societies.ts';
import { can } from '@palabre/common/permissions/can.ts';
import type { Membership } from '@palabre/common/rules/society-membership.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import { rooms, to } from '../../../platform/realtime/rooms.ts';
import type { Work } from '../../../platform/work.ts';
import { findStanding, readSociety, type WholeSociety } from '../societies.store.ts';

/** Returns a society as one person sees it: requests and whitelist for owners, no members for strangers. */
export function viewFor(membership: Membership, whole: WholeSociety): Society {
  const { pendingUsers, pendingCount, whitelist, users, ...shown } = whole;
  return {
    ...shown,
    membership,
    users: can.seeSocietyPeople(membership) ? users : [],
    ...(can.manageSociety(membership) && { pendingUsers, pendingCount, whitelist }),
  };
}

/** Reads the society that a person belongs to or has a pending request in, in their view. */
export async function readOwnSociety(db: Db, userId: string): Promise<Society | null> {
  const found = await findStanding(db, userId);
  return found ? viewFor(found.membership, await readSociety(db, found.societyId)) : null;
}

/**
 * Emits a society's new state, to each person in their own view.
 * @param ownersOnly when only fields for owners changed
 * @param changed people whose standing changed, who get an event of their own
 */
export async function tellSociety(
  { db, emit }: Work,
  id: string,
  { ownersOnly = false, changed = [] }: { ownersOnly?: boolean; changed?: [userId: string, now: Membership][] } = {},
): Promise<WholeSociety> {
  const whole = await readSociety(db, id);
  for (const [userId, now] of changed) emit('updateSociety', viewFor(now, whole), to(rooms.user(userId)));
  emit('updateSociety', viewFor('owner', whole), to(rooms.societyOwners(id)));
  if (ownersOnly) return whole;
  emit('updateSociety', viewFor('member', whole), { rooms: [rooms.society(id)], except: [rooms.societyOwners(id)] });
  emit('updateSociety', viewFor('pending', whole), to(rooms.societyPending(id)));
  return whole;
}

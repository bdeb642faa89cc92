import { rooms, to } from '../../../../platform/realtime/rooms.ts';
import type { Services } from '../../../../platform/services.ts';
import { makeAdministrator } from '../../../../platform/sessions/administrator.store.ts';
import { forgetDevices } from '../../../../platform/sessions/known-devices.store.ts';
import type { Work } from '../../../../platform/work.ts';
import { endLinks } from '../../users/open/links.ts';
import { findPublic, noteProven } from '../../users/open/users.store.ts';
import { deleteWaysIn } from '../otp.store.ts';

/**
 * Way in which an address is proven: by a code requested from the account's session or with its password; or, without
 * knowledge of the account's earlier users, by a reset or a provider.
 */
export type ProvenBy = 'code' | 'reset' | 'provider';

/**
 * Rights that a named address gives, once its person has proven it: administration for `ADMIN_EMAIL`, here and at the
 * start; a society for an address on its whitelist (`readChangeFacts`, `pendingWith` of `societies.store.ts`).
 */
export const openedByAddress = ['administrator', 'whitelist'] as const;

type Proving = Pick<Services, 'env' | 'sessions'>;

/**
 * Records that the current person reads the mails of an account's address. The first time, the address's rights are
 * given; and a proof by a reset or a provider gives the account a new owner: every earlier session, password and link
 * ends with the commit (decision 0043). A reset sets its new password afterwards.
 * @returns whether it is the first time
 */
export async function proveAddress(services: Proving, work: Work, userId: string, by: ProvenBy): Promise<boolean> {
  const { db, emit, afterCommit } = work;
  const email = await noteProven(db, userId);
  if (email === undefined) return false;
  if (by !== 'code') {
    await deleteWaysIn(db, userId);
    await forgetDevices(db, userId);
    afterCommit((await services.sessions.end(db, { userId })).done);
    await endLinks(work, services, userId);
  }
  if (email === services.env.adminEmail) {
    await makeAdministrator(db, email, { provenOnly: true });
    afterCommit(() => services.sessions.refresh(userId));
  }
  const profile = await findPublic(db, userId, { userId, admin: false });
  if (profile) emit('updateUser', profile, to(rooms.user(userId)));
  return true;
}

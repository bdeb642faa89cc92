import { rooms, to } from '../../../../platform/realtime/rooms.ts';
import type { Services } from '../../../../platform/services.ts';
import { makeAdministrator } from '../../../../platform/sessions/administrator.store.ts';
import { forgetDevices } from '../../../../platform/sessions/known-devices.store.ts';
import type { Work } from '../../../../platform/work.ts';
import { endLinks } from '../../users/open/links.ts';
import { findPublic, noteProven } from '../../users/open/users.store.ts';
import { deleteWaysIn } from '../otp.store.ts';

/**
 * How an address is proven: by a code that its person's session, or their password, asked for; or by what knows nothing of
 * who was in the account before, a reset or a provider.
 */
export type ProvenBy = 'code' | 'reset' | 'provider';

/**
 * What an address opens by being named for it, to who has proven it alone: running Palabre to that of `ADMIN_EMAIL`, here and
 * at the start; a society to those of its whitelist (`readMoving`, `pendingWith` of `societies.store.ts`).
 */
export const openedByAddress = ['administrator', 'whitelist'] as const;

type Proving = Pick<Services, 'env' | 'sessions'>;

/**
 * Notes that whoever is here reads the mails of an account's address. The first time, what that opens is opened; and proven
 * by a reset or a provider, the account has a new owner: every session, password and link made before ends with the commit
 * (decision 0043). A reset gives its new password after this.
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

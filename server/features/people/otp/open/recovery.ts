import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../../../platform/postgres/db.ts';
import { insertRecovery, recoveryMinutes } from '../otp.store.ts';

export { recoveryMinutes };

/**
 * Makes the path of a single-use link for choosing a new password; a newer link, a new password or half an hour
 * invalidates it. The secret stands after `#`: no server sees it in an address.
 * @param twoStep whether the link also turns two-step off
 */
export async function recoveryPath(
  db: Db,
  { id, email }: { id: string; email: string },
  twoStep: boolean,
): Promise<string> {
  const proof = randomBytes(32).toString('base64url');
  await insertRecovery(db, createHash('sha256').update(proof).digest(), twoStep ? 'recovery-two-step' : 'recovery', id);
  return `/reset-password?email=${encodeURIComponent(email)}#recovery=${proof}`;
}

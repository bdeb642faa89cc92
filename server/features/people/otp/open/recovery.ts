import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../../../platform/postgres/db.ts';
import { insertRecovery, recoveryMinutes } from '../otp.store.ts';

export { recoveryMinutes };

/**
 * Makes the path of a link by which a person chooses a new password, once; it dies with the next link, the next password,
 * and after half an hour. The secret stands after `#`: no server sees it in an address.
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

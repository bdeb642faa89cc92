import type { Services } from '../../../../platform/services.ts';
import { hashPassword, isOutdated } from '../../../../platform/sessions/passwords.ts';
import { renewHash } from '../otp.store.ts';

/**
 * Hashes a just proven password again, when its hash has an older cost.
 * @param stored hash that the password matches
 * @returns the hash stored since; undefined when another request has replaced the stored one meanwhile
 */
export async function renewPassword(
  { database }: Pick<Services, 'database'>,
  userId: string,
  password: string,
  stored: string,
): Promise<string | undefined> {
  if (!isOutdated(stored)) return stored;
  const hash = await hashPassword(password);
  const isRenewed = await database.kysely.transaction().execute(db => renewHash(db, userId, stored, hash));
  return isRenewed ? hash : undefined;
}

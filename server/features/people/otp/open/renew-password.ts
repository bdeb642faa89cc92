import type { Services } from '../../../../platform/services.ts';
import { hashPassword, isOutdated } from '../../../../platform/sessions/passwords.ts';
import { renewHash } from '../otp.store.ts';

/**
 * Hashes a password that was just proven again, when its hash has another cost than today's.
 * @param stored hash that it matches
 * @returns the hash stored since; undefined when another request has replaced that one meanwhile
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

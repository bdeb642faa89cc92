import { demand, fail } from '../../platform/http/errors.ts';
import { passwordMatches } from '../../platform/passwords.ts';
import type { Services } from '../../platform/services.ts';
import { findPassword } from './users.store.ts';

/**
 * Refuses unless this is the person's own password: a wrong one counts like a failed login, of the account and of the
 * address (contract.md, « HTTP »).
 * @returns the hash that it was compared with
 * @throws AppError `wrong_password`, `too_many_requests`
 */
export async function demandOwnPassword(
  { database, limits }: Pick<Services, 'database' | 'limits'>,
  { userId, ip }: { userId: string; ip: string },
  password: string,
): Promise<string> {
  const { email, passwordHash } = (await findPassword(database.kysely, userId)) ?? fail('unauthorized');
  // Spent before it is looked at and given back when it is right: guesses made at once count as well.
  await limits.spend('loginAddress', ip);
  await limits.spend('loginAccount', email);
  const isRight = await passwordMatches(passwordHash, password);
  demand(isRight && passwordHash !== null, 'wrong_password');
  await Promise.all([limits.refund('loginAddress', ip), limits.clear('loginAccount', email)]);
  return passwordHash;
}

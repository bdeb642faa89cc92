import type { Cookies } from '../../../../platform/http/cookies.ts';
import { AppError, demand, fail } from '../../../../platform/http/errors.ts';
import type { Services } from '../../../../platform/services.ts';
import { deviceHashOf } from '../../../../platform/sessions/known-devices.ts';
import { passwordMatches } from '../../../../platform/sessions/passwords.ts';
import type { From } from '../../../../platform/sessions/session.ts';
import { countGuess } from './guesses.ts';
import { findPassword } from './users.store.ts';

/**
 * Demands the person's own password; a wrong password counts as a failed login, for the account and the address.
 * @returns the hash compared with
 * @throws AppError `wrong_password`, `too_many_requests`
 */
export async function demandOwnPassword(
  { database, limits }: Pick<Services, 'database' | 'limits'>,
  { userId, from, cookies }: { userId: string; from: From; cookies: Pick<Cookies, 'get'> },
  password: string,
): Promise<string> {
  const hash = deviceHashOf(cookies);
  const { email, passwordHash, known } = (await findPassword(database.kysely, userId, hash)) ?? fail('unauthorized');
  const ip = from.address;
  const device = hash && known ? { userId, hash } : null;
  const refusal = await limits.spend('loginAddress', ip).then(() => null, orRefusal);
  const giveBack = await countGuess(limits, { email, ip, device, refusal });
  const isRight = await passwordMatches(passwordHash, password);
  demand(isRight && passwordHash !== null, 'wrong_password');
  await giveBack();
  return passwordHash;
}

function orRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}

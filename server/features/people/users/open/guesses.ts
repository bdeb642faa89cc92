import type { AppError } from '../../../../platform/http/errors.ts';
import type { Limits } from '../../../../platform/http/floods/limits.ts';
import { deviceKey } from '../../../../platform/sessions/known-devices.ts';

/** Password given for an account. */
export interface Guess {
  email: string;
  ip: string;
  /** Browser of the guess, if the account knows it. */
  device: { userId: string; hash: Buffer } | null;
  /** Refusal by the limit of its address, a point of which has been spent. */
  refusal: AppError | null;
}

/**
 * Counts a guess of a password before it is compared, so that concurrent guesses all count: in a known browser, for
 * that account and browser alone; in any other, for the account and for the address.
 * @returns a function that refunds a right guess
 * @throws AppError `too_many_requests`
 */
export async function countGuess(limits: Limits, { email, ip, device, refusal }: Guess): Promise<() => Promise<void>> {
  if (device) {
    const key = deviceKey(device.userId, device.hash);
    await limits.refund('loginAddress', ip);
    await limits.spend('loginDevice', key);
    return () => limits.clear('loginDevice', key);
  }
  if (refusal) throw refusal;
  await limits.spend('loginAccount', email);
  return async () => {
    await Promise.all([limits.refund('loginAddress', ip), limits.clear('loginAccount', email)]);
  };
}

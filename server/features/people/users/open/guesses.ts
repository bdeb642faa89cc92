import type { AppError } from '../../../../platform/http/errors.ts';
import type { Limits } from '../../../../platform/http/floods/limits.ts';
import { deviceKey } from '../../../../platform/sessions/known-devices.ts';

/** A password that is given for an account. */
export interface Guess {
  email: string;
  ip: string;
  /** The browser it is given in, if the account knows it. */
  device: { userId: string; hash: Buffer } | null;
  /** What refuses its address, of which a point has been spent. */
  refusal: AppError | null;
}

/**
 * Counts a password before it is looked at, so that guesses made at once count as well. In a browser that the account knows,
 * it counts for that account in that browser alone; in any other, for the account and for the address.
 * @returns what gives it back when it is right
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

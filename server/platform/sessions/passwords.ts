import { availableParallelism } from 'node:os';
import { createGate } from '../pacing/gate.ts';
import { hashing } from './hashing.ts';

/** argon2id, the library's own algorithm by default, as OWASP advises it: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash takes 25 ms of a core: a storm of logins waits in line, and posts go on. */
const gate = createGate({ atOnce: Math.max(1, Math.min(3, availableParallelism() - 1)), waiting: 2_000 });

/** Compared when there is nobody to compare with, so that it takes the same time; the hash of no known password. */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$cNPYVlJi/rfpPgkLbBTQnQ$jJEPhEGoDl0LAgfofcu5jRirQr/IX+Fn8TOASU1QX24';

/** Hashes a password, off the event loop. */
export const hashPassword = (password: string): Promise<string> =>
  gate(async () => String(await hashing({ password, cost })));

/**
 * Whether this is the password of that hash. It takes as long without a hash (no such person, or one without a
 * password), and the answer is then no.
 */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  const same = await gate(() => hashing({ password, hash: stored ?? nobodysHash }));
  return same === true && stored != null;
}

import { availableParallelism } from 'node:os';
import { createGate } from '../pacing/gate.ts';
import { beginOf, hashing } from './hashing.ts';

/** Cost of argon2id, the default algorithm of the library, as OWASP advises: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Gate of hashings: each takes 25 ms of a core, so a storm of logins queues while posts go on. */
const gate = createGate({ atOnce: Math.max(1, Math.min(3, availableParallelism() - 1)), waiting: 2_000 });

/** Hash of no known password, compared when there is no account, so that the response time stays the same. */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$cNPYVlJi/rfpPgkLbBTQnQ$jJEPhEGoDl0LAgfofcu5jRirQr/IX+Fn8TOASU1QX24';

/** Hashes a password, off the event loop. */
export const hashPassword = (password: string): Promise<string> =>
  gate(async () => String(await hashing({ password, cost })));

/** Tells whether a hash was made at an older cost, and should be replaced when the password is next proved. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(beginOf(cost));

/**
 * Tells whether a password matches a hash. Without a hash (no such person, or a person without a password) the answer
 * is no, after the same time.
 */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  const same = await gate(() => hashing({ password, hash: stored ?? nobodysHash }));
  return same === true && stored != null;
}

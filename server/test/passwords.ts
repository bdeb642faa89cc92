import type { Hashing } from '../platform/sessions/hashing.ts';
import { afterFile } from './cleanup.ts';

/** What argon2 takes at least: every test has people of its own, and few are about how long a password takes. */
const least = { memoryCost: 8, timeCost: 1, parallelism: 1 };
let asShipped = false;

/** A password to hash as tests hash it. */
export const asTested = (what: Hashing): Hashing => ('cost' in what && !asShipped ? { ...what, cost: least } : what);

/** Passwords are hashed as the product does it until the end of the file: for tests of what that takes. */
export function hashAsShipped(): void {
  asShipped = true;
  afterFile(() => {
    asShipped = false;
  });
}

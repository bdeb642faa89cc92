import type { Cost, Hashing } from '../platform/sessions/hashing.ts';
import { afterFile } from './cleanup.ts';

/** Lowest cost of argon2: every test registers people, and few measure passwords. */
const least = { memoryCost: 8, timeCost: 1, parallelism: 1 };
let asShipped = false;

/** Returns the cost of tests in place of another one. */
export const costTested = (cost: Cost): Cost => (asShipped ? cost : least);

/** Returns a hashing task at the cost of tests. */
export const asTested = (what: Hashing): Hashing => ('cost' in what ? { ...what, cost: costTested(what.cost) } : what);

/** Hashes at the production cost until the end of the file, for tests of that cost. */
export function hashAsShipped(): void {
  asShipped = true;
  afterFile(() => {
    asShipped = false;
  });
}

import { afterAll, vi } from 'vitest';
import type * as Hashing from '../platform/sessions/hashing.ts';
import { cleanUp } from './cleanup.ts';
import { asTested, costTested } from './passwords.ts';

// Runs before each test file.
afterAll(cleanUp);

vi.mock('../platform/sessions/hashing.ts', async original => {
  const { beginOf, hashing } = await original<typeof Hashing>();
  return {
    beginOf: (cost: Hashing.Cost) => beginOf(costTested(cost)),
    hashing: (what: Hashing.Hashing) => hashing(asTested(what)),
  };
});

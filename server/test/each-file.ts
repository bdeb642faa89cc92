import { v7 } from 'uuid';
import { afterAll, expect, vi } from 'vitest';
import type * as Hashing from '../platform/sessions/hashing.ts';
import { cleanUp } from './cleanup.ts';
import { asTested, costTested } from './passwords.ts';

// Runs before each test file.
afterAll(cleanUp);

/** Returns by how many milliseconds ids are ahead of the clock: they are made on the latest one seen. */
const aheadMs = () => Number.parseInt(v7().replace('-', '').slice(0, 12), 16) - Date.now();
const aheadBefore = aheadMs();
afterAll(() => {
  // Later files in this process would make all their ids of one millisecond, ahead of the database's clock.
  expect(aheadMs() - aheadBefore, 'milliseconds by which tests of this file made ids ahead').toBeLessThan(1_000);
});

vi.mock('../platform/sessions/hashing.ts', async original => {
  const { beginOf, hashing } = await original<typeof Hashing>();
  return {
    beginOf: (cost: Hashing.Cost) => beginOf(costTested(cost)),
    hashing: (what: Hashing.Hashing) => hashing(asTested(what)),
  };
});

import fc from 'fast-check';
import { beforeAll, it } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { Sequence } from './test/sequence.ts';
import { step } from './test/steps.ts';

/**
 * Tests that after any order of acts a badge is the list that it stands for, and both are what a recount says; and that
 * what a page keeps is right by events alone. `THREAD_SEQUENCES` sets how many orders are tried; without it, as many as
 * take some seconds. `tools/processes/threads.crash.test.ts` tries orders in which the server is killed.
 */
const sequences = Number(process.env.THREAD_SEQUENCES ?? 0);
const quickMs = 8_000;

let palabre: Palabre;
let camille: Person;
let karim: Person;
let phone: Person;
let team: Team;

beforeAll(async () => {
  palabre = await startPalabre({ env: { RATE_LIMITS: 'off' } });
  [camille, karim] = [await palabre.register({ firstName: 'Camille' }), await palabre.register({ firstName: 'Karim' })];
  phone = await karim.elsewhere();
  team = await gather(camille, karim);
});

it(
  'Badges, lists and a recount of threads agree after any order of replies, deletions, reads and rights, and events tell it all',
  async () => {
    const ears = [{ device: karim, listener: await karim.connect() }];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 20 }), async steps => {
        const sequence = await Sequence.begin({ people: { camille, karim, phone }, workspaceId: team.id, ears });
        for (const one of steps) {
          await sequence.act(one);
          await sequence.check();
        }
        await sequence.keptIsRight();
        await sequence.end();
      }),
      sequences > 0 ? { numRuns: sequences } : { numRuns: 200, interruptAfterTimeLimit: quickMs },
    );
  },
  24 * 3_600_000,
);

import { api } from '@palabre/common/contract/index.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Sequence } from '../../server/features/messages/threads/test/sequence.ts';
import { lanesOf, type Step, step } from '../../server/features/messages/threads/test/steps.ts';
import { Client } from '../../server/test/client.ts';
import { createWorkspace } from '../../server/test/people/world.ts';
import { missedBy } from '../../web/app/live/missed.ts';
import { type Death, Device, Mortal } from './mortal.ts';

/** Number of kills, each in a sequence of its own: `THREAD_KILLS=1000` for many. */
const kills = Number(process.env.THREAD_KILLS ?? 2);

const password = 'un mot de passe sûr';

/** Registers Camille, who owns a workspace, and Karim, who is in it with two devices. */
async function gatherDevices(server: Mortal) {
  const nobody = new Client(server.url);
  const register = async (firstName: string) => {
    const email = `${firstName}@exemple.fr`;
    const { token, newUser } = await nobody.ok(api.users.register, {
      body: { firstName, lastName: 'Riou', email, password },
    });
    return new Device(server, token ?? '', newUser._id);
  };
  const [camille, karim] = [await register('Camille'), await register('Karim')];
  const { token } = await nobody.ok(api.users.login, { body: { email: 'Karim@exemple.fr', password } });
  const { workspace } = await createWorkspace(camille, { title: 'Chantier' });
  await karim.ok(api.workspaces.join, { params: { id: workspace._id } });
  return { people: { camille, karim, phone: new Device(server, token ?? '', karim.id) }, workspaceId: workspace._id };
}

const death: fc.Arbitrary<Death> = fc.record({
  request: fc.integer({ min: 1, max: 6 }),
  inVain: fc.constantFrom(0, 1, 1, 2, 3),
  afterMs: fc.constantFrom(0, 0, 5, 10, 20),
  postgres: fc.constantFrom(false, false, false, true),
});

/** Six requests at once, amid which a server is killed at the latest. */
const posts = [0, 1].map((thread): Step => ({ what: 'post', by: true, thread, names: true, at: 0, times: 3 }));
/** Half of these stored and not answered: the one moment that each run tries. */
const amidPosts: Death = { request: 6, inVain: 3, afterMs: 0, postgres: false };

/** Runs the steps of a sequence, concurrently where steps may be under way at once. */
async function actAtOnce(sequence: Sequence, steps: readonly Step[]): Promise<void> {
  for (const lanes of lanesOf(steps)) {
    await Promise.all(
      lanes.map(async lane => {
        for (const one of lane) await sequence.act(one);
      }),
    );
  }
}

test(
  'Badges, lists and a recount of threads agree after SIGKILL amid any order of acts, and devices that come back catch up',
  async () => {
    const server = await Mortal.start();
    const { people, workspaceId } = await gatherDevices(server);
    const devices = [people.karim, people.phone];
    const ears = await Promise.all(devices.map(async device => ({ device, listener: await device.connect() })));
    const comeBack = async (sequence: Sequence) => {
      for (const [n, each] of ears.entries()) {
        each.listener = await each.device.connect();
        sequence.kept[n]?.hearBy(each.listener);
        if (missedBy(await each.device.missed(each.listener), true).messages)
          await sequence.kept[n]?.readAgain(sequence.ids);
      }
    };

    const some = fc.array(step, { minLength: 3, maxLength: 10, size: 'max' });
    await fc.assert(
      fc.asyncProperty(some, some, death, some, async (before, amid, how, after) => {
        const sequence = await Sequence.begin({ people, workspaceId, ears, repeated: server.repeated });
        const agree = async () => {
          await sequence.check();
          await sequence.keptIsRight();
        };
        for (const one of before) await sequence.act(one);
        await agree();
        await server.dieAmid(
          how,
          () => actAtOnce(sequence, [...amid, ...posts]),
          () => comeBack(sequence),
        );
        await agree();
        for (const one of after) {
          await sequence.act(one);
          await sequence.check();
        }
        await agree();
        await sequence.end();
      }),
      // Another start for each smaller order would take minutes, and another moment would not be the same.
      { numRuns: kills, endOnFailure: true, examples: [[[], [], amidPosts, []]] },
    );
    expect(server.lost).toBeGreaterThan(0);
  },
  24 * 3_600_000,
);

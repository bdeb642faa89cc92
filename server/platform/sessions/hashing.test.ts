import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { hashAsShipped } from '../../test/passwords.ts';
import { hashing } from './hashing.ts';

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
beforeAll(hashAsShipped);

/** The priority of each thread of this process: 0 is the usual one, 19 the lowest. */
function nicesOfThreads(): number[] {
  return readdirSync('/proc/self/task').map(task => {
    const [, fields = ''] = readFileSync(`/proc/self/task/${task}/stat`, 'utf8').split(') ');
    return Number(fields.split(' ')[16]);
  });
}

it.runIf(process.platform === 'linux')(
  'hashes at a lower priority than all else of the server, which keeps its own',
  async () => {
    await hashing({ password: 'un mot de passe', cost });
    const mine = getPriority(process.pid);
    const nices = nicesOfThreads();
    expect(new Set(nices)).toEqual(new Set([mine, Math.min(19, mine + 10)]));
    // As many hash at once as the gate of passwords lets in, in whatever ran before.
    expect(nices.filter(nice => nice > mine).length).toBeLessThanOrEqual(3);
  },
);

it('answers several at once, each its own, and goes on after one that fails', async () => {
  const passwords = ['un', 'deux', 'trois'];
  const hashes = await Promise.all(passwords.map(password => hashing({ password, cost })));
  const same = hashes.map((hash, i) => hashing({ password: passwords[i] ?? '', hash: String(hash) }));
  expect(await Promise.all(same)).toEqual([true, true, true]);
  await expect(hashing({ password: 'un', hash: 'pas une empreinte' })).rejects.toThrow();
  expect(await hashing({ password: 'deux', hash: String(hashes[0]) })).toBe(false);
});

it('asks no thread that has ended, idle or at work, and makes another', async () => {
  const posted = vi.spyOn(Worker.prototype, 'postMessage');
  onTestFinished(() => posted.mockRestore());
  const several = () => Array.from({ length: 8 }, (_, n) => hashing({ password: `${n}`, cost }));
  /** Ends all threads that have been asked something. */
  const end = () => Promise.all((posted.mock.contexts.splice(0) as Worker[]).map(thread => thread.terminate()));
  await Promise.all(several());
  expect(posted.mock.contexts).toHaveLength(8);
  await end();
  // What they are asked does not reach them: they are at work until they end, however quick they are.
  posted.mockImplementation(() => {});
  const asked = Promise.allSettled(several());
  await end();
  expect((await asked).map(({ status }) => status)).toEqual(Array(8).fill('rejected'));
  posted.mockRestore();
  expect(await Promise.all(several())).toHaveLength(8);
});

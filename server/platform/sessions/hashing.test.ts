import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { hashAsShipped } from '../../test/passwords.ts';
import { hashing } from './hashing.ts';

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
beforeAll(hashAsShipped);

/** Reads the nice value of each thread of this process: 0 is the default, 19 the lowest priority. */
function nicesOfThreads(): number[] {
  return readdirSync('/proc/self/task').flatMap(task => {
    try {
      const [, fields = ''] = readFileSync(`/proc/self/task/${task}/stat`, 'utf8').split(') ');
      return Number(fields.split(' ')[16]);
    } catch {
      // The thread has ended meanwhile.
      return [];
    }
  });
}

it.runIf(process.platform === 'linux')(
  'hashing threads have a lower priority, and the rest of the server keeps its own',
  async () => {
    await hashing({ password: 'un mot de passe', cost });
    const mine = getPriority(process.pid);
    const nices = nicesOfThreads();
    expect(new Set(nices)).toEqual(new Set([mine, Math.min(19, mine + 10)]));
    // At most as many threads as the gate of passwords admits, whatever ran before.
    expect(nices.filter(nice => nice > mine).length).toBeLessThanOrEqual(3);
  },
);

it('concurrent hashings each get their own result, and hashing goes on after a failure', async () => {
  const passwords = ['un', 'deux', 'trois'];
  const hashes = await Promise.all(passwords.map(password => hashing({ password, cost })));
  const same = hashes.map((hash, i) => hashing({ password: passwords[i] ?? '', hash: String(hash) }));
  expect(await Promise.all(same)).toEqual([true, true, true]);
  await expect(hashing({ password: 'un', hash: 'pas une empreinte' })).rejects.toThrow();
  expect(await hashing({ password: 'deux', hash: String(hashes[0]) })).toBe(false);
});

it('a hashing thread keeps the process alive while it hashes, and no longer, whatever came of it', async () => {
  const kept = new Map<unknown, boolean>();
  for (const [name, keeps] of [
    ['ref', true],
    ['unref', false],
  ] as const) {
    const real = Worker.prototype[name];
    const spied = vi.spyOn(Worker.prototype, name).mockImplementation(function (this: Worker) {
      kept.set(this, keeps);
      real.call(this);
    });
    onTestFinished(() => spied.mockRestore());
  }
  for (const what of [{ cost }, { hash: 'pas une empreinte' }]) {
    const asked = hashing({ password: 'un', ...what });
    expect([...kept.values()]).toEqual([true]);
    await Promise.allSettled([asked]);
    expect([...kept.values()], 'threads that still keep the process alive').toEqual([false]);
    kept.clear();
  }
});

it('a hashing thread that ended, idle or busy, is replaced', async () => {
  const posted = vi.spyOn(Worker.prototype, 'postMessage');
  onTestFinished(() => posted.mockRestore());
  const several = () => Array.from({ length: 8 }, (_, n) => hashing({ password: `${n}`, cost }));
  /** Ends all threads that were used. */
  const end = () => Promise.all((posted.mock.contexts.splice(0) as Worker[]).map(thread => thread.terminate()));
  await Promise.all(several());
  expect(posted.mock.contexts).toHaveLength(8);
  await end();
  // Requests are swallowed, so that the threads stay busy until they end.
  posted.mockImplementation(() => {});
  const failed = vi.fn();
  for (const asked of several()) asked.catch(failed);
  await end();
  await vi.waitFor(() => expect(failed, 'failures told to who waits for an ended thread').toHaveBeenCalledTimes(8));
  posted.mockRestore();
  expect(await Promise.all(several())).toHaveLength(8);
});

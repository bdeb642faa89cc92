import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { hashing } from './hashing.ts';

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

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
    const nices = nicesOfThreads().sort((a, b) => a - b);
    expect(nices[0]).toBe(0);
    expect(nices.at(-1)).toBe(10);
    expect(nices.filter(nice => nice > 0)).toHaveLength(1);
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

import { expect, it } from 'vitest';
import { Rests } from './rests.ts';

/** Does steps of a work that last so long and take so much of a processor; returns the rests between them, in ms. */
async function restsOf(steps: readonly [lastedMs: number, cpuMs: number][]): Promise<number[]> {
  let [now, cpu] = [0, 0];
  const paused: number[] = [];
  const pause = async (ms: number) => {
    paused.push(ms);
    now += ms;
  };
  const rests = new Rests({ nowMs: () => now, cpuMs: () => cpu, pause });
  for (const [lastedMs, cpuMs] of steps) {
    now += lastedMs;
    cpu += cpuMs;
    await rests.rest();
  }
  return paused;
}

const halfASecond = Array.from({ length: 25 }, (): [number, number] => [20, 10]);

it('A backup rests seven times as long as it works, in steps of ten milliseconds, after half a second of work', async () => {
  expect(await restsOf(halfASecond)).toEqual([]);
  expect(await restsOf([...halfASecond, [20, 20], [6, 5], [6, 5], [40, 30]])).toEqual([140, 84, 280]);
});

it('A backup on a busy machine rests by the time of a processor that it takes, not by what others do meanwhile', async () => {
  expect(await restsOf([...halfASecond, [400, 5]])).toEqual([105]);
  // Half a second is counted so too.
  expect(await restsOf(Array.from({ length: 9 }, () => [4_000, 20]))).toEqual([]);
});

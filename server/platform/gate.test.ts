import { describe, expect, it } from 'vitest';
import { createGate } from './gate.ts';

describe('a gate', () => {
  it('lets so many through at once, and all of them in the end, in their order', async () => {
    const gate = createGate({ atOnce: 2, waiting: 10 });
    const [begun, running] = [[] as number[], { now: 0, most: 0 }];
    const work = (index: number) => async () => {
      begun.push(index);
      running.now += 1;
      running.most = Math.max(running.most, running.now);
      await new Promise(resolve => setImmediate(resolve));
      running.now -= 1;
      return index;
    };
    expect(await Promise.all([0, 1, 2, 3, 4].map(index => gate(work(index))))).toEqual([0, 1, 2, 3, 4]);
    expect({ begun, most: running.most }).toEqual({ begun: [0, 1, 2, 3, 4], most: 2 });
  });

  it('refuses who finds the line full, and stays open after work that failed', async () => {
    const gate = createGate({ atOnce: 1, waiting: 1 });
    let finish = () => {};
    const first = gate(() => new Promise<void>(resolve => (finish = resolve)));
    const second = gate(async () => Promise.reject(new Error('failed')));
    await expect(gate(async () => 'third')).rejects.toMatchObject({ code: 'too_many_requests' });
    finish();
    await first;
    await expect(second).rejects.toThrow('failed');
    expect(await gate(async () => 'fourth')).toBe('fourth');
  });
});

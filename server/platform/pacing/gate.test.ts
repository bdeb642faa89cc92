import { describe, expect, it } from 'vitest';
import { AppError } from '../http/errors.ts';
import { createFairGate, createGate } from './gate.ts';

/** Returns the code with which work is refused at once; undefined when it waits or runs. */
async function refusalOf(asked: Promise<unknown>): Promise<unknown> {
  let code: unknown;
  asked.catch((error: AppError) => {
    code = error.code;
  });
  await new Promise(resolve => setImmediate(resolve));
  return code;
}

describe('a gate', () => {
  it('runs at most `atOnce` pieces of work together, and all of them in the order of asking', async () => {
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

  it('refuses a caller who finds the queue full, and stays open after work that failed', async () => {
    const gate = createGate({ atOnce: 1, waiting: 1 });
    let finish = () => {};
    const first = gate(() => new Promise<void>(resolve => (finish = resolve)));
    const second = gate(async () => Promise.reject(new Error('failed')));
    await expect(gate(async () => 'third')).rejects.toMatchObject({
      ...{ code: 'too_many_requests', retryAfter: 5, refusal: 'passwords' },
    });
    finish();
    await first;
    await expect(second).rejects.toThrow('failed');
    expect(await gate(async () => 'fourth')).toBe('fourth');
  });
});

describe('a fair gate', () => {
  const refuse = (): never => {
    throw new AppError('image_in_progress');
  };
  const waiting = { ofAddress: 3, inAll: 5 };
  /** Opens a fair gate: `order` lists who was let in, `letOut` ends the oldest running work. */
  function open(atOnce = 1) {
    const gate = createFairGate({ atOnce, waiting, refuse });
    const order: string[] = [];
    const ends: (() => void)[] = [];
    const ask = (person: string, address = person) =>
      gate({ person, address }, async () => {
        order.push(person);
        await new Promise<void>(resolve => ends.push(resolve));
      });
    const letOut = async () => {
      await new Promise(resolve => setImmediate(resolve));
      ends.shift()?.();
    };
    return { order, ask, letOut };
  }

  it('lets a stranger run before the second work of a person who had a turn, whoever asked first', async () => {
    const { order, ask, letOut } = open();
    const all = [ask('greedy'), ask('greedy'), ask('stranger')];
    expect(await refusalOf(ask('greedy'))).toBe('image_in_progress');
    for (const _ of all) await letOut();
    await Promise.all(all);
    expect(order).toEqual(['greedy', 'stranger', 'greedy']);
  });

  it('gives turns to addresses, and within an address to its people', async () => {
    const { order, ask, letOut } = open();
    const all = [ask('a', 'x'), ask('b', 'x'), ask('c', 'x'), ask('d', 'y'), ask('a', 'x'), ask('e', 'z')];
    for (const _ of all) await letOut();
    await Promise.all(all);
    expect(order).toEqual(['a', 'd', 'e', 'b', 'c', 'a']);
  });

  it('forgets who had a turn once nobody runs', async () => {
    const { order, ask, letOut } = open();
    const early = ask('a');
    await letOut();
    await early;
    const all = [ask('first'), ask('a'), ask('b')];
    for (const _ of all) await letOut();
    await Promise.all(all);
    expect(order).toEqual(['a', 'first', 'a', 'b']);
  });

  it('stays open to a person whose work failed', async () => {
    const gate = createFairGate({ atOnce: 1, waiting, refuse });
    const who = { person: 'a', address: 'x' };
    await expect(gate(who, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await gate(who, async () => 'again')).toBe('again');
  });

  it('refuses work beyond the waiting limit of one address, and beyond the waiting limit in all', async () => {
    const { ask, letOut } = open();
    const of = (address: string, count: number) =>
      Array.from({ length: count }, (_, n) => ask(`${address}${n}`, address));
    const all = [ask('first'), ...of('x', 3)];
    expect(await refusalOf(ask('x4', 'x'))).toBe('image_in_progress');
    all.push(...of('y', 2));
    expect(await refusalOf(ask('z'))).toBe('image_in_progress');
    for (const _ of all) await letOut();
    await Promise.all(all);
  });

  it('runs one work of a person at once, whatever room there is, and several of an address', async () => {
    const { order, ask, letOut } = open(3);
    const all = [ask('a', 'x'), ask('a', 'x'), ask('b', 'x')];
    await new Promise(resolve => setImmediate(resolve));
    expect(order).toEqual(['a', 'b']);
    for (const _ of all) await letOut();
    await Promise.all(all);
    expect(order).toEqual(['a', 'b', 'a']);
  });
});

import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gathering } from '../../../test/people/gathering.ts';
import { refreshesAtOnce } from './refreshes.ts';
import type { Kind } from './shares.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('requests of one person', () => {
  it('run 16 at once (6 readings, 4 uploads); 256 more wait, further ones are refused, and readings wait for no change', async () => {
    const { running, ask, answer } = gathering();
    const asked = Array.from({ length: 273 }, (_, n) => ask('camille', `${n}`));
    await expect(asked[272]?.entered).rejects.toMatchObject({ code: 'too_many_requests', refusal: 'changes' });
    expect(running).toHaveLength(16);
    await ask('camille', 'une lecture', 'readings').entered;
    for (let n = 1; n <= 5; n += 1) ask('camille', `fichier ${n}`, 'files');
    await answer('3');
    await answer('fichier 1');
    await ask('karim', 'un autre').entered;
    const files = ['1', '2', '3', '4'].map(n => `fichier ${n}`);
    expect(running.slice(16)).toEqual(['une lecture', ...files, '16', 'fichier 5', 'un autre']);
  });

  it('run three changes at once while others ask, and 16 again a second later', async () => {
    const { running, ask, answer } = gathering();
    await ask('karim', 'un autre').entered;
    for (let n = 0; n < 20; n += 1) ask('camille', `${n}`);
    await vi.advanceTimersByTimeAsync(0);
    expect(running).toHaveLength(1 + 3);
    await answer('0');
    expect(running).toHaveLength(1 + 4);
    await answer('1', 1_000);
    expect(running).toHaveLength(1 + 2 + 16);
  });

  it('with a picture run one by one: a second waits, a third is refused, and messages wait for none', async () => {
    const { running, ask, answer } = gathering();
    await ask('camille', 'une image', 'pictures').entered;
    const next = ask('camille', 'une autre', 'pictures');
    await expect(ask('camille', 'une de trop', 'pictures').entered).rejects.toMatchObject({ refusal: 'pictures' });
    await ask('camille', 'un message').entered;
    await answer('une image');
    await next.entered;
    expect(running).toEqual(['une image', 'un message', 'une autre']);
  });

  it('count for a tenth of their time while requests of everybody take ten times as long', async () => {
    const { running, ask, served, slow } = gathering();
    await slow(100);
    // 800 ms, of 150 at once.
    for (let n = 0; n < 4; n += 1) await served('camille', `lente ${n}`, 200);
    await ask('karim', 'un autre').entered;
    for (let n = 0; n < 3; n += 1) ask('camille', `${n}`);
    await vi.advanceTimersByTimeAsync(0);
    expect(running.slice(-3)).toEqual(['0', '1', '2']);
  });

  it('that run together count once for the time that they share', async () => {
    const { running, ask, answer } = gathering();
    for (let n = 0; n < 10; n += 1) await ask('camille', `avant ${n}`).entered;
    await vi.advanceTimersByTimeAsync(100);
    // A second in all, of a tenth of one, of 150 ms at once.
    for (let n = 0; n < 10; n += 1) await answer(`avant ${n}`);
    await ask('karim', 'un autre').entered;
    for (let n = 0; n < 3; n += 1) ask('camille', `${n}`);
    await vi.advanceTimersByTimeAsync(0);
    expect(running.slice(-3)).toEqual(['0', '1', '2']);
  });

  it('given up in the queue leave their place to the next', async () => {
    const { running, ask, answer } = gathering();
    const asked = Array.from({ length: 18 }, (_, n) => ask('camille', `${n}`));
    await vi.advanceTimersByTimeAsync(0);
    asked[16]?.giveUp();
    await expect(asked[16]?.entered).rejects.toMatchObject({ code: 'too_many_requests' });
    await answer('0');
    expect(running.at(-1)).toBe('17');
  });
});

it.each<[kind: Kind, atOnce: number, waiting: number]>([
  ['changes', 16, 256],
  ['readings', 6, 1_000],
  ['refreshes', 6, 1_000],
  ['files', 4, 16],
  ['pictures', 1, 1],
  ['downloads', 32, 1_000],
])(
  'of the %s of one person, %i run at once and %i wait; the next is refused, and others’ are not',
  async (kind, atOnce, waiting) => {
    // Refreshes of everybody share a line, which is lifted with the limits by time.
    const { running, ask } = gathering(false);
    for (let n = 0; n < atOnce + waiting; n += 1) ask('camille', `${n}`, kind);
    await vi.advanceTimersByTimeAsync(0);
    expect(running).toHaveLength(atOnce);
    const refused = vi.fn();
    ask('camille', 'une de trop', kind).entered.catch(refused);
    await vi.advanceTimersByTimeAsync(0);
    expect(refused.mock.calls).toMatchObject([[{ code: 'too_many_requests', refusal: kind, retryAfter: 1 }]]);
    await ask('karim', 'une autre', kind).entered;
  },
);

describe('refreshes of what pages show already', () => {
  it('run few at once, of everybody together and in fair turns of addresses; nothing else waits for them', async () => {
    const few = refreshesAtOnce;
    const { running, ask, answer } = gathering();
    for (let n = 0; n < 20; n += 1) ask(`personne ${n}`, `${n}`, 'refreshes', 'un bureau');
    ask('karim', 'd’ailleurs', 'refreshes');
    await vi.advanceTimersByTimeAsync(0);
    expect(running).toEqual(Array.from({ length: few }, (_, n) => `${n}`));
    for (const kind of ['changes', 'readings'] as const) await ask('personne 5', kind, kind, 'un bureau').entered;
    await answer('0', 10);
    expect(running.slice(few)).toEqual(['changes', 'readings', 'd’ailleurs']);
    await answer('d’ailleurs');
    expect(running.at(-1)).toBe(`${few}`);
  });

  it('given up in the line of everybody leave their places to others of their address', async () => {
    const { running, ask, answer } = gathering();
    for (let n = 0; n < refreshesAtOnce; n += 1) ask(`voisin ${n}`, `ailleurs ${n}`, 'refreshes', 'ailleurs');
    // As many as one address may run at once.
    const left = Array.from({ length: 4 }, (_, n) => ask(`personne ${n}`, `${n}`, 'refreshes', 'un bureau'));
    await vi.advanceTimersByTimeAsync(0);
    const refused = left.map(({ entered }) => expect(entered).rejects.toMatchObject({ code: 'too_many_requests' }));
    for (const { giveUp } of left) giveUp();
    await Promise.all(refused);
    ask('personne 4', 'la suite', 'refreshes', 'un bureau');
    await answer('ailleurs 0');
    expect(running.at(-1)).toBe('la suite');
  });

  it('of one person run six at once and are refused beyond a thousand that wait', async () => {
    const { ask } = gathering();
    for (let n = 0; n < 1_006; n += 1) ask('camille', `${n}`, 'refreshes');
    await expect(ask('camille', 'une de trop', 'refreshes').entered).rejects.toMatchObject({ refusal: 'refreshes' });
    await ask('camille', 'une lecture', 'readings').entered;
  });
});

describe('a person who has kept the server busy', () => {
  it('runs one request at a time while others ask, each after a pause 40 times as long as the previous one took', async () => {
    const { running, ask, answer, served } = gathering();
    await served('camille', 'longue', 250);
    await served('camille', 'longue encore', 250);
    await ask('karim', 'quelqu’un').entered;
    for (const name of ['a', 'b', 'c']) ask('camille', name);
    await vi.advanceTimersByTimeAsync(0);
    expect(running.slice(3)).toEqual(['a']);
    await answer('a', 20);
    await vi.advanceTimersByTimeAsync(799);
    expect(running.slice(3)).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(2);
    expect(running.slice(3)).toEqual(['a', 'b']);
  });

  it('is one whose requests are refused before they are served, too: each counts for three milliseconds', async () => {
    const { shares, running, ask } = gathering();
    for (let n = 0; n < 60; n += 1) {
      await vi.advanceTimersByTimeAsync(5);
      const response = Object.assign(new EventEmitter(), { closed: false }) as unknown as ServerResponse;
      (await shares.enter({ userId: 'camille', address: 'camille' }, 'changes', response)).answered(null);
      response.emit('close');
    }
    await ask('karim', 'quelqu’un').entered;
    for (const name of ['a', 'b', 'c']) ask('camille', name);
    await vi.advanceTimersByTimeAsync(0);
    expect(running).toEqual(['quelqu’un', 'a']);
  });

  it('waits 4 seconds at most, whatever the previous request took', async () => {
    const { running, ask, answer, served } = gathering();
    for (const name of ['longue', 'longue encore']) await served('camille', name, 250);
    const others = setInterval(() => void ask('karim', 'quelqu’un'), 500);
    await ask('karim', 'quelqu’un').entered;
    for (const name of ['a', 'b']) ask('camille', name);
    await answer('a', 250);
    await vi.advanceTimersByTimeAsync(3_990);
    expect(running).not.toContain('b');
    await vi.advanceTimersByTimeAsync(20);
    clearInterval(others);
    expect(running).toContain('b');
  });

  it('runs several requests at once when nobody else asks, after a rest, or without rate limits', async () => {
    const busy = async (others: boolean, restMs: number, timed = true) => {
      const { running, ask, served } = gathering(timed);
      await served('camille', 'longue', 250);
      await served('camille', 'longue encore', 250);
      await vi.advanceTimersByTimeAsync(restMs);
      if (others) await ask('karim', 'quelqu’un').entered;
      for (const name of ['a', 'b', 'c']) ask('camille', name);
      await vi.advanceTimersByTimeAsync(0);
      return running.filter(name => name.length === 1);
    };
    expect(await busy(true, 0)).toEqual(['a']);
    expect(await busy(false, 0)).toEqual(['a', 'b', 'c']);
    expect(await busy(true, 5_000)).toEqual(['a', 'b', 'c']);
    expect(await busy(true, 0, false)).toEqual(['a', 'b', 'c']);
  });

  it('waits before a picture until out of debt, even when no picture runs', async () => {
    const { running, ask, served } = gathering();
    await ask('karim', 'quelqu’un').entered;
    await served('camille', 'une longue', 160);
    const picture = ask('camille', 'une image', 'pictures');
    await vi.advanceTimersByTimeAsync(390);
    expect(running).not.toContain('une image');
    await vi.advanceTimersByTimeAsync(20);
    await picture.entered;
  });

  it('never waits with sequential requests', async () => {
    const { running, ask, served } = gathering();
    await ask('karim', 'quelqu’un').entered;
    for (let n = 0; n < 20; n += 1) await served('camille', `${n}`, 100);
    expect(running).toHaveLength(21);
    expect(performance.now()).toBeLessThan(20 * 100 + 1_000);
  });

  it('is admitted again as time passes while one of their requests hangs', async () => {
    const { running, ask, served } = gathering();
    for (let n = 0; n < 4; n += 1) await served('camille', `${n}`, 250);
    await ask('karim', 'quelqu’un').entered;
    await ask('camille', 'bloquée').entered;
    ask('camille', 'une autre');
    const others = setInterval(() => void ask('karim', 'encore'), 500);
    await vi.advanceTimersByTimeAsync(5_000);
    clearInterval(others);
    expect(running).toContain('une autre');
  });

  it('is forgotten once out of debt, with their address', async () => {
    const { shares, served } = gathering();
    await served('camille', 'une', 250);
    expect(shares.size).toBe(2);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(shares.size).toBe(0);
    shares.close();
  });
});

describe('downloads of one person', () => {
  it('are looked up 32 at once (4 while others ask), then sent 64 at once, at the pace of the reader', async () => {
    const { shares, running, ask, answer } = gathering();
    for (let n = 0; n < 40; n += 1) ask('camille', `${n}`, 'downloads');
    await vi.advanceTimersByTimeAsync(0);
    expect(running).toHaveLength(32);
    await ask('karim', 'quelqu’un').entered;
    await answer('0');
    expect(running).toHaveLength(33);
    for (let n = 1; n < 29; n += 1) await answer(`${n}`);
    expect(running.slice(33)).toEqual(['32']);
    let sent = 0;
    const response = () => Object.assign(new EventEmitter(), { closed: false });
    const readers = Array.from({ length: 65 }, response);
    for (const reader of readers)
      void shares.stream('camille', reader as unknown as ServerResponse).then(() => (sent += 1));
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toBe(64);
    readers[0]?.emit('close');
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toBe(65);
    const more = () => shares.stream('camille', response() as unknown as ServerResponse);
    for (let n = 0; n < 1_000; n += 1) void more();
    const refused = vi.fn();
    more().catch(refused);
    await vi.advanceTimersByTimeAsync(0);
    expect(refused.mock.calls).toMatchObject([[{ code: 'too_many_requests', refusal: 'streams' }]]);
  });

  it('take turns once there were too many, and delay none of the messages of the person', async () => {
    const { running, ask, answer } = gathering();
    await ask('karim', 'quelqu’un').entered;
    for (let n = 0; n < 70; n += 1) {
      await ask('camille', `${n}`, 'downloads').entered;
      await answer(`${n}`, 5);
    }
    running.length = 0;
    await ask('karim', 'encore quelqu’un').entered;
    for (let n = 0; n < 8; n += 1) ask('camille', `encore ${n}`, 'downloads');
    for (let n = 0; n < 3; n += 1) ask('camille', `un message ${n}`);
    await vi.advanceTimersByTimeAsync(0);
    expect(running).toEqual(['encore quelqu’un', 'encore 0', 'un message 0', 'un message 1', 'un message 2']);
  });

  it('get forty milliseconds of it back each second', async () => {
    const begunAfter = async (restMs: number) => {
      const { running, ask, answer } = gathering();
      // 350 ms, of 300 at once and the 14 that come back meanwhile.
      for (let n = 0; n < 70; n += 1) {
        await ask('camille', `${n}`, 'downloads').entered;
        await answer(`${n}`, 5);
      }
      await vi.advanceTimersByTimeAsync(restMs);
      running.length = 0;
      await ask('karim', 'quelqu’un').entered;
      for (let n = 0; n < 8; n += 1) ask('camille', `encore ${n}`, 'downloads');
      await vi.advanceTimersByTimeAsync(0);
      return running.length - 1;
    };
    expect([await begunAfter(850), await begunAfter(950)]).toEqual([1, 4]);
  });

  it('have a longer time of their own', async () => {
    const { running, ask, answer } = gathering();
    const download = async (name: string) => {
      await ask('camille', name, 'downloads').entered;
      await answer(name, 5);
    };
    const begunAtOnce = async () => {
      running.length = 0;
      await ask('karim', 'un autre').entered;
      for (let n = 0; n < 8; n += 1) ask('camille', `ensemble ${n}`, 'downloads');
      await vi.advanceTimersByTimeAsync(0);
      return running.length - 1;
    };
    await ask('karim', 'quelqu’un').entered;
    // 250 ms, of 300 at once.
    for (let n = 0; n < 50; n += 1) await download(`${n}`);
    expect(await begunAtOnce()).toBe(4);
  });
});

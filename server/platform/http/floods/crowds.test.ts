import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gathering } from '../../../test/people/gathering.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const office = '198.51.100.7';
const now = () => vi.advanceTimersByTimeAsync(0);

/** People of one address on a fake clock, and a stranger who asks from elsewhere. */
function crowd() {
  const all = gathering();
  const fromOffice = (who: string, name: string) => all.ask(who, name, 'changes', office);
  const stranger = (name = 'un voisin') => all.ask('karim', name).entered;
  /** Has ten people, each within their own credit, spend the credit of their address. */
  const tire = async () => {
    for (let n = 0; n < 10; n += 1) {
      await fromOffice(`personne ${n}`, `avant ${n}`).entered;
      await all.answer(`avant ${n}`, 100);
    }
    all.running.length = 0;
  };
  return { ...all, fromOffice, stranger, tire };
}

describe('many accounts of one address', () => {
  it('run four requests at once while another address asks, whose requests pass before all that wait', async () => {
    const { running, fromOffice, stranger, answer } = crowd();
    await stranger('le premier');
    for (let n = 0; n < 40; n += 1) for (const one of ['a', 'b', 'c']) fromOffice(`personne ${n}`, `${one}${n}`);
    await now();
    expect(running).toHaveLength(1 + 4);
    await stranger('le second');
    expect(running.at(-1)).toBe('le second');
    await answer(running[1] as string);
    expect(running).toHaveLength(1 + 4 + 1 + 1);
  });

  it('never wait while no other address asks', async () => {
    const { running, fromOffice, tire } = crowd();
    await tire();
    for (let n = 0; n < 40; n += 1) for (const one of ['a', 'b', 'c']) fromOffice(`personne ${n}`, `${one}${n}`);
    await now();
    expect(running).toHaveLength(120);
  });

  it('that spent their credit run one by one, after pauses, however little each of them asked for', async () => {
    const { running, fromOffice, stranger, answer, tire } = crowd();
    await tire();
    await stranger();
    for (let n = 0; n < 5; n += 1) fromOffice(`personne ${n}`, `${n}`);
    await now();
    expect(running).toEqual(['un voisin', '0']);
    await answer('0', 10);
    // Four times the time in which ten people are given 10 ms again, at 150 ms a second.
    await vi.advanceTimersByTimeAsync(260);
    expect(running).toEqual(['un voisin', '0']);
    await vi.advanceTimersByTimeAsync(10);
    expect(running).toEqual(['un voisin', '0', '1']);
  });

  it('get through a backlog while they go on asking for less than they are given', async () => {
    const { running, fromOffice, stranger, answer, tire } = crowd();
    await tire();
    await stranger();
    let asked = 0;
    const askOne = () => fromOffice(`personne ${asked % 10}`, `${asked++}`);
    for (let n = 0; n < 20; n += 1) askOne();
    const answered = new Set<string>();
    const answerAll = async () => {
      for (const name of running) {
        if (answered.has(name)) continue;
        answered.add(name);
        await answer(name);
      }
    };
    // 25 ms of each second, of the 150 that ten people are given.
    for (let ms = 0; ms < 20_000; ms += 10) {
      if (ms % 400 === 0) askOne();
      if (ms % 500 === 0) stranger(`encore ${ms}`);
      await vi.advanceTimersByTimeAsync(10);
      await answerAll();
    }
    expect(running.filter(name => /^\d+$/.test(name))).toHaveLength(asked);
  });

  it('wait a tenth as long while requests of everybody take ten times as long', async () => {
    const { running, fromOffice, slow, answer, tire } = crowd();
    await tire();
    await slow(100);
    for (let n = 0; n < 3; n += 1) fromOffice(`personne ${n}`, `${n}`);
    await now();
    await answer('0', 100);
    await vi.advanceTimersByTimeAsync(260);
    expect(running).toEqual(['0']);
    await vi.advanceTimersByTimeAsync(10);
    expect(running).toEqual(['0', '1']);
  });

  it('take fair turns: the account served least comes next, before a busier one', async () => {
    const { running, fromOffice, stranger, answer, tire } = crowd();
    await tire();
    await stranger();
    await fromOffice('pressé', 'p0').entered;
    for (const name of ['p1', 'p2']) fromOffice('pressé', name);
    fromOffice('une collègue', 'une question');
    await stranger('encore');
    await now();
    expect(running).toEqual(['un voisin', 'p0', 'encore']);
    await answer('p0', 20);
    await vi.advanceTimersByTimeAsync(850);
    expect(running[3]).toBe('une question');
  });

  it('start no lower than the others when they come back, however little they asked for before', async () => {
    const { running, fromOffice, stranger, answer } = crowd();
    await fromOffice('ancien', 'avant').entered;
    await answer('avant', 1);
    for (let n = 0; n < 20; n += 1) {
      await fromOffice('pressé', `p${n}`).entered;
      await answer(`p${n}`, 10);
    }
    await stranger();
    for (let n = 0; n < 4; n += 1) await fromOffice(`personne ${n}`, `lente ${n}`).entered;
    for (const name of ['a1', 'a2', 'a3']) fromOffice('ancien', name);
    fromOffice('une collègue', 'une question');
    await now();
    running.length = 0;
    for (const name of ['lente 0', 'lente 1']) await answer(name);
    expect(running).toEqual(['a1', 'une question']);
  });

  it('block no colleague with slow requests: those give up their place', async () => {
    const { running, fromOffice, stranger } = crowd();
    await stranger();
    for (let n = 0; n < 4; n += 1) await fromOffice(`personne ${n}`, `lente ${n}`).entered;
    fromOffice('une collègue', 'une question');
    await vi.advanceTimersByTimeAsync(200);
    expect(running).not.toContain('une question');
    await stranger('encore');
    await vi.advanceTimersByTimeAsync(60);
    expect(running).toContain('une question');
  });
});

describe('a client without a session', () => {
  it('is one of the people of its address: 64 requests at once, four while others ask, and the 1,001st in the queue is refused', async () => {
    const { running, fromOffice, stranger } = crowd();
    for (let n = 0; n < 1_064; n += 1) fromOffice('', `${n}`);
    await expect(fromOffice('', 'une de trop').entered).rejects.toMatchObject({ refusal: 'nobodys' });
    expect(running).toHaveLength(64);
    await stranger();
    await vi.advanceTimersByTimeAsync(250);
    expect(running.filter(name => name !== 'un voisin')).toHaveLength(64 + 4);
    fromOffice('une collègue', 'une question');
    await stranger('encore');
    await vi.advanceTimersByTimeAsync(250);
    expect(running.slice(64 + 1 + 4).slice(0, 2)).toEqual(['encore', 'une question']);
  });

  it('shares two requests at once with all others without a session while people ask, whatever their address; files of the page are apart', async () => {
    const { running, ask, answer } = gathering();
    for (let n = 0; n < 100; n += 1) ask('', `avant ${n}`, 'readings', `192.0.2.${n}`);
    await now();
    expect(running).toHaveLength(100);
    for (let n = 0; n < 100; n += 1) await answer(`avant ${n}`);
    await ask('karim', 'quelqu’un').entered;
    running.length = 0;
    for (let n = 0; n < 100; n += 1) ask('', `${n}`, 'readings', `192.0.2.${n}`);
    await now();
    expect(running).toEqual(['0', '1']);
    await ask('', 'une page', 'downloads', '198.51.100.9').entered;
    await ask('karim', 'encore quelqu’un').entered;
    await answer('0');
    expect(running).toEqual(['0', '1', 'une page', 'encore quelqu’un', '2']);
  });

  it('does not wait for slow logins: a hundred people who log in at nine all get in', async () => {
    const { running, fromOffice, served, answer } = crowd();
    await served('karim', 'quelqu’un', 0);
    for (let n = 0; n < 100; n += 1) fromOffice('', `${n}`);
    for (let n = 0; n < 100; n += 1) {
      await served('karim', 'quelqu’un', 0);
      await answer(`${n}`, 100);
    }
    expect(running.filter(name => name !== 'quelqu’un')).toHaveLength(100);
  });
});

describe('the memory of addresses', () => {
  it('forgets clients that left while they waited, or while they were served', async () => {
    const { shares, running, fromOffice, served } = crowd();
    await served('karim', 'un voisin', 10);
    const asked = Array.from({ length: 200 }, (_, n) => fromOffice(n % 2 ? `personne ${n}` : '', `${n}`));
    await now();
    expect(running).toHaveLength(1 + 4);
    const refused = Promise.allSettled(asked.map(({ entered }) => entered));
    for (const { giveUp } of asked) giveUp();
    await refused;
    expect(shares.size).toBeGreaterThan(100);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(shares.size).toBe(0);
  });

  it('keeps an address whose requests still wait, however long ago they were sent', async () => {
    const { running, ask, fromOffice, answer, tire } = crowd();
    await tire();
    ask('karim', 'un voisin');
    for (let n = 0; n < 12; n += 1) fromOffice(`personne ${n}`, `${n}`);
    await now();
    // Each new address has the oldest ones looked at.
    for (let ms = 0; ms < 16_000; ms += 500) {
      await vi.advanceTimersByTimeAsync(100);
      for (const name of running.slice()) await answer(name);
      await ask(`voisin ${ms}`, `ailleurs ${ms}`).entered;
      await answer(`ailleurs ${ms}`);
      await vi.advanceTimersByTimeAsync(400);
    }
    expect(running).not.toContain('11');
    fromOffice('une collègue', 'une de plus');
    await now();
    expect(running).not.toContain('une de plus');
  });

  it('does not grow when each address asks once', async () => {
    const { shares, ask, answer } = gathering();
    let most = 0;
    for (let n = 0; n < 5_000; n += 1) {
      await ask('', `${n}`, 'readings', `2001:db8:${n.toString(16)}:0::/64`).entered;
      await answer(`${n}`, 10);
      most = Math.max(most, shares.size);
    }
    expect(most).toBeLessThan(1_500);
  });
});

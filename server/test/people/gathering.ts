import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { vi } from 'vitest';
import { type Kind, Shares } from '../../platform/http/floods/shares.ts';

/**
 * Makes requests of a few people against a share, on the test's clock: records their order of entry, and answers them
 * on demand.
 */
export function gathering(timed = true) {
  const shares = new Shares(timed);
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  /** Sends a request. By default each person has an address of their own; an empty name is nobody. */
  const ask = (who: string, name: string, kind: Kind = 'changes', address = who) => {
    const response = Object.assign(new EventEmitter(), { closed: false });
    const asker = { userId: who || null, address };
    const entered = shares.enter(asker, kind, response as unknown as ServerResponse).then(turn => {
      running.push(name);
      const since = performance.now();
      ends.set(name, () => {
        turn.answered(since);
        response.emit('close');
      });
    });
    const giveUp = () => {
      response.closed = true;
      response.emit('close');
    };
    return { entered, giveUp };
  };
  /** Moves the clock, then answers a request. */
  const answer = async (name: string, after = 0) => {
    await vi.advanceTimersByTimeAsync(after);
    ends.get(name)?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  /** Sends a request, and answers it some time later. */
  const served = async (who: string, name: string, after: number) => {
    await ask(who, name).entered;
    await answer(name, after);
  };
  /** Makes one request of each of forty people elsewhere take `ms`, and waits until the server counts as that slow. */
  const slow = async (ms: number) => {
    const people = Array.from({ length: 40 }, (_, n) => `voisin ${n}`);
    await Promise.all(people.map(name => ask(name, name).entered));
    await vi.advanceTimersByTimeAsync(ms);
    for (const name of people) await answer(name);
    await vi.advanceTimersByTimeAsync(250);
    running.length = 0;
  };
  return { shares, running, ask, answer, served, slow };
}

import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { vi } from 'vitest';
import { type Kind, Shares } from '../platform/http/floods/shares.ts';

/** Requests of a few people, on time that the test makes go: those that came in, in their order, and ways to answer them. */
export function gathering(timed = true) {
  const shares = new Shares(timed);
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  /** Each has an address of their own unless one is said; without a name it is nobody's. */
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
  /** Lets so much time pass, then answers this one. */
  const answer = async (name: string, after = 0) => {
    await vi.advanceTimersByTimeAsync(after);
    ends.get(name)?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  /** Comes in, and is answered so much later. */
  const served = async (who: string, name: string, after: number) => {
    await ask(who, name).entered;
    await answer(name, after);
  };
  return { shares, running, ask, answer, served };
}

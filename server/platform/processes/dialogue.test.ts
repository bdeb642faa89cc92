import { EventEmitter } from 'node:events';
import { waitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { expect, it, vi } from 'vitest';
import { Dialogue } from './dialogue.ts';

/** End of a channel between two processes: messages sent from it arrive at the other end in a later turn. */
class End extends EventEmitter {
  other: End | undefined;
  isGone = false;
  send(message: object, done: (error: Error | null) => void): boolean {
    setImmediate(() => {
      if (!this.isGone) this.other?.emit('message', structuredClone(message));
      done(this.isGone ? new Error('channel closed') : null);
    });
    return true;
  }
}

function ends(): [End, End] {
  const [one, other] = [new End(), new End()];
  one.other = other;
  other.other = one;
  return [one, other];
}

it('each question of a process gets its own answer, whichever the other gives first, and what it did not ask is nothing', async () => {
  const [here, there] = ends();
  let answerSlow = (_answer: string): void => {};
  new Dialogue(there, question => (question === 'slow' ? new Promise(resolve => (answerSlow = resolve)) : question));
  const mine = new Dialogue(here, question => `mine: ${question}`);
  const slow = mine.ask('slow', waitTimeoutMs);
  expect(await mine.ask('quick', waitTimeoutMs)).toBe('quick');
  for (const message of [null, 'text', {}, { number: '1', answer: 'wrong' }, { number: 99, answer: 'nobody asked' }])
    there.send(message as object, () => {});
  answerSlow('late');
  expect(await slow).toBe('late');
  expect(await new Dialogue(there, () => {}).ask('and you?', waitTimeoutMs)).toBe('mine: and you?');
});

it('a question whose answer fails, comes too late or cannot come is answered by nothing', async () => {
  const [here, there] = ends();
  new Dialogue(there, async question => {
    if (question === 'wrong') throw new Error('no answer');
    return question === 'never' ? new Promise(() => {}) : question;
  });
  const mine = new Dialogue(here, () => {});
  /** Waits for the answer to a question, for less time than the asker does. */
  const answer = async (asked: Dialogue, question: string, withinMs = waitTimeoutMs) => {
    const answered = vi.fn();
    void asked.ask(question, withinMs).then(answered);
    await vi.waitFor(() => expect(answered, `answers to « ${question} »`).toHaveBeenCalled());
    return answered.mock.calls[0]?.[0];
  };
  expect(await answer(mine, 'wrong')).toBeUndefined();
  expect(await answer(mine, 'never', 1)).toBeUndefined();
  here.isGone = true;
  expect(await answer(mine, 'gone')).toBeUndefined();
  // A process that nobody started has no channel.
  const alone = { on: () => {} };
  expect(await answer(new Dialogue(alone, () => {}), 'nobody')).toBeUndefined();
});

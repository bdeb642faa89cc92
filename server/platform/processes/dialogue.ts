import { setTimeout as pause } from 'node:timers/promises';

/** Process at the other end of an IPC channel: a worker, or the process that started this one. */
interface Peer {
  send?(message: object, done: (error: Error | null) => void): boolean;
  on(event: 'message', hear: (message: unknown) => void): unknown;
}

/** Message of a dialogue; `number` pairs an answer with its question. */
type Said = { number: number; question: string } | { number: number; answer: unknown };

const isSaid = (message: unknown): message is Said =>
  typeof message === 'object' && message !== null && typeof (message as Said).number === 'number';

/** Questions and answers between two processes joined by an IPC channel, either way. */
export class Dialogue {
  private readonly asked = new Map<number, (answer: unknown) => void>();
  private questions = 0;

  /**
   * Starts a dialogue.
   * @param answer answers a question of the other process; a failure is answered as undefined
   */
  constructor(
    private readonly peer: Peer,
    answer: (question: string) => unknown,
  ) {
    peer.on('message', async said => {
      if (!isSaid(said)) return;
      const { number } = said;
      if ('question' in said) {
        const found = await Promise.resolve(said.question)
          .then(answer)
          .catch(() => undefined);
        this.say({ number, answer: found });
      } else this.asked.get(number)?.(said.answer);
    });
  }

  /** Asks the other process; undefined when it does not answer within `withinMs`, or is gone. */
  async ask(question: string, withinMs: number): Promise<unknown> {
    this.questions += 1;
    const number = this.questions;
    const late = new AbortController();
    const answered = new Promise<unknown>(resolve => {
      this.asked.set(number, resolve);
      this.say({ number, question }, () => resolve(undefined));
    });
    const tooLate = pause(withinMs, undefined, { signal: late.signal }).catch(() => undefined);
    const answer = await Promise.race([answered, tooLate]);
    late.abort();
    this.asked.delete(number);
    return answer;
  }

  private say(said: Said, failed: () => void = () => {}): void {
    const done = (error: Error | null): void => {
      if (error) failed();
    };
    if (this.peer.send) this.peer.send(said, done);
    else failed();
  }
}

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Dialogue } from './dialogue.ts';

/** Question that a worker may ask all others. */
export type SiblingQuestion = 'metrics' | 'readiness';

/** Other workers of this machine, behind the same port (decision 0058). */
export interface Siblings {
  /** Number of this worker, from 1; a replacement worker keeps the number of the ended one. */
  readonly number: number;
  /** Number of workers, this one included. */
  readonly count: number;
  /**
   * Asks each of the other workers; undefined stands for a worker that does not answer in time, or is being started.
   */
  ask(question: SiblingQuestion): Promise<unknown[]>;
  /** Registers the answer to a question of the others. */
  on(question: SiblingQuestion, answer: () => unknown): void;
  /** Returns the number of workers that ended unexpectedly since the first ones were started. */
  crashes(): Promise<number>;
  /**
   * Returns the path of the Unix socket on which a worker receives requests that belong to it but reached another
   * worker.
   */
  socketOf(number: number): string;
}

/** Environment variables that give a worker its seat. */
export const seatVariables = { number: 'PALABRE_WORKER', sockets: 'PALABRE_SOCKETS' } as const;

/** Longest answer of a worker: each look of `/readyz`, and each measure of `/metrics`, takes 2 s at most. */
export const siblingWithinMs = 2_500;
/** The process that started the workers waits for each of them. */
const allWithinMs = siblingWithinMs + 500;
const listenWithinMs = 10_000;

/** Worker's view of the process that started it. */
export interface Seat extends Siblings {
  /** Waits until the port is free for the workers. */
  mayListen(): Promise<void>;
  /** Reports that this worker serves. */
  ready(): void;
}

/**
 * Connects to the parent process, and through it to the other workers.
 * @param count number of workers
 * @param stop called when the workers are to stop
 */
export function takeSeat(count: number, stop: () => void): Seat {
  const answers = new Map<string, () => unknown>([
    ['stop', stop],
    ['alive', () => true],
  ]);
  const parent = new Dialogue(process, question => answers.get(question)?.());
  const folder = process.env[seatVariables.sockets] ?? '';
  process.once('exit', () => {
    // The process that started the workers was killed, or removes the folder itself.
    if (!process.connected) rmSync(folder, { recursive: true, force: true });
  });
  /**
   * Questions in flight: concurrent callers of the same question share its answers, so a flood of questions stays one.
   */
  const asking = new Map<SiblingQuestion, Promise<unknown[]>>();
  const askOthers = async (question: SiblingQuestion): Promise<unknown[]> => {
    const said = await parent.ask(`others ${question}`, allWithinMs);
    return Array.isArray(said) ? said.map(answer => answer ?? undefined) : Array.from({ length: count - 1 });
  };
  return {
    number: Number(process.env[seatVariables.number]),
    count,
    ask: question => {
      const known = asking.get(question);
      if (known) return known;
      const asked = askOthers(question).finally(() => asking.delete(question));
      asking.set(question, asked);
      return asked;
    },
    on: (question, answer) => void answers.set(question, answer),
    crashes: async () => Number((await parent.ask('crashes', listenWithinMs)) ?? Number.NaN),
    socketOf: number => join(folder, `${number}.sock`),
    mayListen: async () => void (await parent.ask('listen', listenWithinMs)),
    ready: () => void parent.ask('ready', listenWithinMs),
  };
}

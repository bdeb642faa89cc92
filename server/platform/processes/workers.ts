import cluster, { type Worker } from 'node:cluster';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createSparing, type Sparing } from '../pacing/sparing.ts';
import { Dialogue } from './dialogue.ts';
import { seatVariables, siblingWithinMs } from './siblings.ts';
import { StartError } from './start-error.ts';

/** Uptime from which a worker's end no longer counts as a failed start. */
const steadyMs = 10_000;
/** Consecutive failures of one worker, after which all workers end. */
const failuresAtMost = 6;
/** First pause between retries; each following pause doubles. */
const firstPauseMs = 100;
/**
 * Limits of a stuck worker: unanswered questions in a row, and the wait for each: a busy worker answers between tasks.
 */
const stuckAfter = { silences: 3, eachMs: 10_000 };
/** Longest drain of a worker: a little longer than the drain of its requests and its database (`serve.ts`). */
const drainedWithinMs = 6_500;

/** How a process ended. */
interface End {
  code: number | null;
  signal: string | null;
}

/** Seat of one worker; when its process ends, another takes the seat. */
interface Seat {
  number: number;
  worker: Worker | undefined;
  dialogue: Dialogue | undefined;
  /** Resolves once the current process serves, with the time since when, on the clock of `performance.now()`. */
  serves: Promise<void>;
  servesSince: number | undefined;
  /** Whether the current process has asked or answered anything: before that, it is starting, and may be silent. */
  speaks: boolean;
  ended: Promise<End>;
  /** Throttled log of this seat alone, so that another worker's lines never suppress this one's. */
  log: Sparing;
}

/** Workers to run. */
export interface WorkersOptions {
  count: number;
  program: string;
  /** Environment variables that differ from this process's. */
  variables: Readonly<Record<string, string>>;
  logger: Logger;
  /** Frees the port, before the first worker listens on it. */
  freePort(): Promise<void>;
  /** Called when one worker ends again and again. */
  giveUp(sentence: string): void;
}

/**
 * Workers of this machine behind one port (decision 0058): this process takes connections and hands them over in turn,
 * and restarts a worker that ends. The workers end with it, however it ends.
 */
export class Workers {
  private readonly seats: Seat[];
  private readonly sockets = mkdtempSync(join(tmpdir(), 'palabre-workers-'));
  private isStopping = false;
  private crashes = 0;

  private constructor(private readonly options: WorkersOptions) {
    cluster.schedulingPolicy = cluster.SCHED_RR;
    cluster.setupPrimary({ exec: options.program, args: [] });
    this.seats = Array.from({ length: options.count }, (_, index) => ({
      ...{ number: index + 1, worker: undefined, dialogue: undefined, servesSince: undefined, speaks: false },
      ...{ serves: Promise.resolve(), ended: Promise.resolve({ code: null, signal: null }) },
      log: createSparing(options.logger),
    }));
  }

  /**
   * Starts the workers: the first one alone, so that an error is reported once.
   * @param began receives the workers before they serve, so that they are stopped if the start is cut short
   * @returns false when one of them could not start, and has reported why
   * @throws StartError when one of them ended without a word
   */
  static async start(options: WorkersOptions, began: (workers: Workers) => void): Promise<boolean> {
    const workers = new Workers(options);
    began(workers);
    const [first, ...others] = workers.seats;
    if (first && !(await workers.begin(first))) return false;
    const serving = await Promise.all(others.map(seat => workers.begin(seat)));
    if (serving.includes(false)) return false;
    for (const seat of workers.seats) {
      void workers.keep(seat);
      void workers.watch(seat);
    }
    return true;
  }

  /** Lets each worker drain, and kills those that do not. */
  async stop(): Promise<void> {
    this.isStopping = true;
    for (const { dialogue } of this.seats) void dialogue?.ask('stop', drainedWithinMs);
    const ended = Promise.all(this.seats.map(seat => seat.ended));
    const late = pause(drainedWithinMs, 'late', { ref: false });
    if ((await Promise.race([ended, late])) === 'late') {
      this.options.logger.warn('workers still draining were ended');
      for (const { worker } of this.seats) worker?.process.kill('SIGKILL');
    }
    await ended;
    rmSync(this.sockets, { recursive: true, force: true });
  }

  /** Starts the process of a seat; returns whether it serves, or false when it ended first and has reported why. */
  private async begin(seat: Seat): Promise<boolean> {
    this.fork(seat);
    const end = await Promise.race([seat.serves, seat.ended]);
    if (!end) return true;
    if (end.code === 1 || this.isStopping) return false;
    throw new StartError(
      `Le processus ${seat.number} s’est arrêté à son démarrage (${howOf(end)}) : voyez le journal.`,
    );
  }

  private fork(seat: Seat): void {
    const { variables, logger } = this.options;
    const worker = cluster.fork({
      ...variables,
      [seatVariables.number]: String(seat.number),
      [seatVariables.sockets]: this.sockets,
    });
    closeUndelivered(worker);
    // Failed send of a message: its question is answered as for a worker that is gone.
    worker.on('error', error => logger.warn({ err: error, worker: seat.number }, 'a worker could not be told'));
    let isReady = () => {};
    seat.worker = worker;
    seat.servesSince = undefined;
    seat.speaks = false;
    seat.serves = new Promise(resolve => {
      isReady = () => {
        seat.servesSince = performance.now();
        resolve();
      };
    });
    seat.ended = new Promise(resolve => {
      worker.once('exit', (code: number | null, signal: string | null) => {
        if (seat.worker === worker) {
          seat.worker = undefined;
          seat.dialogue = undefined;
        }
        resolve({ code, signal });
      });
    });
    seat.dialogue = new Dialogue(worker, async question => {
      seat.speaks = true;
      if (question === 'listen') await this.options.freePort();
      else if (question === 'ready') isReady();
      else if (question === 'crashes') return this.crashes;
      else if (question.startsWith('others ')) return this.askOthers(seat, question.slice('others '.length));
      return null;
    });
  }

  private askOthers(asker: Seat, question: string): Promise<unknown[]> {
    const others = this.seats.filter(seat => seat !== asker);
    return Promise.all(
      others.map(async seat => {
        const { answer, silent } = await this.askSeat(seat, question, siblingWithinMs);
        if (silent) seat.log('warn', 'a worker does not answer', { worker: seat.number, pid: silent.process.pid });
        return answer ?? null;
      }),
    );
  }

  /** Asks the process of a seat; `silent` is that process if it should have answered, and has not. */
  private async askSeat(seat: Seat, question: string, withinMs: number): Promise<{ answer: unknown; silent?: Worker }> {
    const { worker, dialogue, speaks } = seat;
    const answer = await dialogue?.ask(question, withinMs);
    if (seat.worker !== worker) return { answer };
    if (answer !== undefined) seat.speaks = true;
    else if (speaks && worker?.isConnected()) return { answer, silent: worker };
    return { answer };
  }

  /** Ends the process of a seat when it is stuck, since its clients would wait in vain: `keep` starts another. */
  private async watch(seat: Seat): Promise<void> {
    const { silences, eachMs } = stuckAfter;
    for (let times = 0; !this.isStopping; ) {
      const { silent } = await this.askSeat(seat, 'alive', eachMs);
      times = silent ? times + 1 : 0;
      if (times === 0) await pause(eachMs, undefined, { ref: false });
      if (!silent || times < silences) continue;
      this.options.logger.error({ worker: seat.number, pid: silent.process.pid }, 'a worker is stuck, and is ended');
      silent.process.kill('SIGKILL');
      times = 0;
    }
  }

  /** Restarts the process of a seat each time that it ends, after growing pauses when its starts fail. */
  private async keep(seat: Seat): Promise<void> {
    const { logger, giveUp } = this.options;
    for (let failures = 0; !this.isStopping; ) {
      const { pid } = seat.worker?.process ?? {};
      const end = await seat.ended;
      if (this.isStopping) return;
      const { servesSince } = seat;
      // A worker ended by an operator's SIGTERM is to be replaced by a fresh one, without counting a failure.
      const isWell = servesSince !== undefined && (end.code === 0 || performance.now() - servesSince > steadyMs);
      if (isWell) failures = 0;
      else failures += 1;
      if (end.code !== 0) this.crashes += 1;
      // Not `code`, of which the log tells nothing: it may be that of a person.
      const how = { exitCode: end.code, signal: end.signal };
      logger.error({ worker: seat.number, pid, ...how, failures }, 'a worker has ended, and is started again');
      if (failures >= failuresAtMost) {
        const times = `${failures} fois de suite à son démarrage`;
        giveUp(`Le processus ${seat.number} s’est arrêté ${times} (${howOf(end)}) : voyez le journal.`);
        return;
      }
      if (failures > 0) await pause(firstPauseMs * 2 ** (failures - 1));
      if (!this.isStopping) this.fork(seat);
    }
  }
}

const howOf = ({ code, signal }: End): string => signal ?? `code ${code}`;

/** Message of `node:cluster` that gives a worker a connection; the worker's answer names its `seq`. */
interface Giving {
  act?: unknown;
  seq?: number;
}

/**
 * Closes a connection whose transfer to a worker was cut by the worker's end. `node:cluster` forgets it, so its client
 * would wait for ever.
 */
function closeUndelivered(worker: Worker): void {
  const { process: child } = worker;
  const given = new Map<number, { close(): void }>();
  const send = child.send.bind(child) as (...sent: unknown[]) => boolean;
  child.send = (...sent: unknown[]) => {
    const [message, handle] = sent as [Giving, { close(): void }?];
    if (message.act === 'newconn' && message.seq !== undefined && handle) given.set(message.seq, handle);
    return send(...sent);
  };
  child.on('internalMessage', ({ ack }: { ack?: number }) => {
    if (ack !== undefined) given.delete(ack);
  });
  worker.once('exit', () => {
    for (const connection of given.values()) connection.close();
  });
}

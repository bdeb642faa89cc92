import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Runner, WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import { createSparing } from '../pacing/sparing.ts';
import { drainWithin } from '../processes/drain.ts';
import { freeDeadWorkers, freeUnheardJobs, freeWorkers, holdWorker } from './jobs.store.ts';

const lookEveryMs = 5_000;
/**
 * Grace period for running jobs, shorter than the process takes to stop: unfinished jobs are then released to other
 * processes.
 */
export const endWithinMs = 3_000;
/** Limit on the time for releasing jobs; beyond it, the lost lock releases them. */
const giveBackWithinMs = 1_000;
const againAfterMs = 1_000;
/** A runner that polls every few seconds counts as dead after this silence. */
const silentAtMostMs = 20_000;
/**
 * Time for which a job lost by a failed fetch is searched: longer than a job must be held to count as unknown to its
 * worker.
 */
const lookForUnheardMs = 20_000;

/** Run of graphile-worker, until its process stops or the connection of its liveness lock is lost. */
interface Run {
  readonly runner: Runner;
  /** Resolves when the run does no more jobs: {@link end} it, and begin another. */
  readonly over: Promise<unknown>;
  /** Says whether the run polls for jobs, or runs some. */
  alive(): boolean;
  /** Waits for running jobs, and releases unfinished ones to other processes. */
  end(): Promise<void>;
}

/**
 * Creates the starter of runs. A live run holds a lock, which ends with its connection; jobs of dead runs are released
 * at each start and every few seconds. A run that lost its lock counts as dead everywhere, so it ends here too.
 */
function createRuns(pool: pg.Pool, logger: Logger) {
  /** Ended runs without a running job here; the jobs that they could not release are free. */
  const left: string[] = [];

  /**
   * Holds the liveness lock of a run, until it is released or lost.
   * @param freeUnheard releases the jobs that the run holds unknowingly
   */
  const hold = async (name: string, freeUnheard: (client: pg.ClientBase) => Promise<void>) => {
    const client = await pool.connect();
    let timer: NodeJS.Timeout | undefined;
    let held = true;
    const release = (): void => {
      clearInterval(timer);
      // Closes the connection instead of returning it to the pool: the lock ends with it.
      if (held) client.release(true);
      held = false;
    };
    const lost = new Promise<void>(resolve => client.once('end', resolve)).then(release);
    const look = async (): Promise<void> => {
      await freeUnheard(client);
      const dead = await freeDeadWorkers(client);
      if (dead.length > 0) logger.warn({ workers: dead.length }, 'jobs of a process that is gone are begun again');
    };
    try {
      await holdWorker(client, name);
      await freeWorkers(client, left);
      left.length = 0;
      await look();
    } catch (error) {
      release();
      throw error;
    }
    timer = setInterval(() => look().catch(release), lookEveryMs).unref();
    return { lost, release };
  };

  /** Releases the jobs that a run leaves unfinished. */
  const giveBack = async (name: string): Promise<void> => {
    const client = await pool.connect();
    await freeWorkers(client, [name]).finally(() => client.release());
  };

  return async (start: (events: WorkerEvents) => Promise<Runner>): Promise<Run> => {
    const events: WorkerEvents = new EventEmitter();
    let name = '';
    const running = new Set<string>();
    /** Jobs that ended since the last look: their end may not be recorded yet. */
    let justEnded: string[] = [];
    let seenMs = performance.now();
    let fetchFailedMs = Number.NEGATIVE_INFINITY;
    const seen = (): void => {
      seenMs = performance.now();
    };
    events.on('pool:create', ({ workerPool }) => {
      name = workerPool.id;
    });
    const ended = new Promise(resolve => events.once('pool:release', resolve));
    events.on('worker:getJob:empty', seen);
    events.on('job:start', ({ job }) => {
      running.add(job.id);
      seen();
    });
    events.on('job:complete', ({ job }) => {
      running.delete(job.id);
      justEnded.push(job.id);
      seen();
    });
    // The fetch may have taken a job before its connection broke.
    events.on('worker:getJob:error', () => {
      fetchFailedMs = performance.now();
    });
    const freeUnheard = async (client: pg.ClientBase): Promise<void> => {
      const known = [...running, ...justEnded];
      justEnded = [];
      if (performance.now() - fetchFailedMs < lookForUnheardMs) await freeUnheardJobs(client, name, known);
    };
    const runner = await start(events);
    runner.promise.catch(() => {});
    let release = (): void => {};
    const end = async (): Promise<void> => {
      // Not awaited: the scheduler of the runner may sleep for up to a minute after the database was away.
      runner.stop().catch(() => {});
      if (!(await drainWithin(endWithinMs, ended))) await drainWithin(giveBackWithinMs, runner.kill());
      // The runner also ends without the jobs that take longer, and leaves them locked.
      if (running.size > 0) await drainWithin(giveBackWithinMs, giveBack(name));
      else left.push(name);
      release();
    };
    try {
      const held = await hold(name, freeUnheard);
      release = held.release;
      const alive = () => running.size > 0 || performance.now() - seenMs < silentAtMostMs;
      return { runner, over: Promise.race([ended, held.lost]), alive, end };
    } catch (error) {
      await end();
      throw error;
    }
  };
}

/** Sequence of runs; see {@link keepRunning}. */
export interface Runs {
  /** Runner of the first run, which created the tables of the queue; undefined when it ended before. */
  readonly first: Promise<Runner | undefined>;
  /** Tells whether the current run polls for jobs. */
  alive(): boolean;
  /** Ends the current run, and begins no other. */
  end(): Promise<void>;
}

/** Starts graphile-worker, and restarts it each time that the database has been away, until `end` is called. */
export function keepRunning(pool: pg.Pool, logger: Logger, start: (events: WorkerEvents) => Promise<Runner>): Runs {
  const begin = createRuns(pool, logger);
  const log = createSparing(logger);
  const closing = new AbortController();
  const closed = new Promise(resolve => closing.signal.addEventListener('abort', resolve, { once: true }));
  let begun = (_runner: Runner | undefined): void => {};
  const first = new Promise<Runner | undefined>(resolve => {
    begun = resolve;
  });
  const sinceMs = performance.now();
  let current: Pick<Run, 'alive'> | undefined = { alive: () => performance.now() - sinceMs < silentAtMostMs };

  const work = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        const run = await begin(start);
        current = run;
        begun(run.runner);
        await Promise.race([run.over, closed]);
        current = undefined;
        if (!closing.signal.aborted) log('warn', 'jobs have lost the database, and are begun again');
        await run.end();
      } catch (error) {
        current = undefined;
        log('warn', 'jobs could not begin, tried again', { err: error });
        await pause(againAfterMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
      }
    }
    begun(undefined);
  };
  const working = work();

  return {
    first,
    alive: () => current?.alive() ?? false,
    async end() {
      closing.abort();
      await drainWithin(endWithinMs + giveBackWithinMs, working);
      begun(undefined);
    },
  };
}

import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Runner, WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import { createSparing } from '../pacing/sparing.ts';
import { drainWithin } from '../processes/drain.ts';
import { freeDeadWorkers, freeWorkers, holdWorker } from './jobs.store.ts';

const lookEveryMs = 30_000;
/** Within the time that the process takes to stop: what is not done by then is given back to the others… */
export const endWithinMs = 3_000;
/** …and what even that takes too long for is, once its lock is gone. */
const giveBackWithinMs = 1_000;
const againAfterMs = 1_000;
/** What looks for a job every few seconds and has not for this long does not any more. */
const silentAtMostMs = 20_000;

/** One run of graphile-worker: until its process stops, or the connection that says that it lives is lost. */
interface Run {
  readonly runner: Runner;
  /** Resolves when it does no more jobs by itself: {@link end} it, and begin another. */
  readonly over: Promise<unknown>;
  /** Whether it looks for jobs, or is at some. */
  alive(): boolean;
  /** Waits for what is under way, and gives back what is not done in time. */
  end(): Promise<void>;
}

/**
 * Begins runs, one after the other. That one lives is a lock of a connection, which goes with it: what dead ones held is
 * given back, at start and every half minute. One whose lock is lost counts as dead everywhere, so it ends here too.
 */
function createRuns(pool: pg.Pool, logger: Logger) {
  /** Those that ended here with nothing under way: what they could not give back is free. */
  const left: string[] = [];

  /** Says that a run lives, until it is released or lost. */
  const hold = async (name: string) => {
    const client = await pool.connect();
    let timer: NodeJS.Timeout | undefined;
    let held = true;
    const release = (): void => {
      clearInterval(timer);
      // Closed, and not kept for another: the lock goes with it.
      if (held) client.release(true);
      held = false;
    };
    const lost = new Promise<void>(resolve => client.once('end', resolve)).then(release);
    const look = async (): Promise<void> => {
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

  return async (start: (events: WorkerEvents) => Promise<Runner>): Promise<Run> => {
    const events: WorkerEvents = new EventEmitter();
    let name = '';
    let atWork = 0;
    let seenMs = performance.now();
    const seen = (begun: number) => (): void => {
      atWork += begun;
      seenMs = performance.now();
    };
    events.on('pool:create', ({ workerPool }) => {
      name = workerPool.id;
    });
    const ended = new Promise(resolve => events.once('pool:release', resolve));
    events.on('worker:getJob:empty', seen(0));
    events.on('job:start', seen(1));
    events.on('job:complete', seen(-1));
    const runner = await start(events);
    runner.promise.catch(() => {});
    let release = (): void => {};
    const end = async (): Promise<void> => {
      // It would wait for its clock too, which rests for up to a minute when the database was away.
      runner.stop().catch(() => {});
      const done = await drainWithin(endWithinMs, ended);
      if (done) left.push(name);
      else await drainWithin(giveBackWithinMs, runner.kill());
      release();
    };
    try {
      const held = await hold(name);
      release = held.release;
      const alive = () => atWork > 0 || performance.now() - seenMs < silentAtMostMs;
      return { runner, over: Promise.race([ended, held.lost]), alive, end };
    } catch (error) {
      await end();
      throw error;
    }
  };
}

/** Runs that follow each other; see {@link keepRunning}. */
export interface Runs {
  /** The first one, which has made all that jobs need in the database; undefined when it ended before. */
  readonly first: Promise<Runner | undefined>;
  /** Whether jobs are looked for. */
  alive(): boolean;
  /** Ends the one there is, and begins no other. */
  end(): Promise<void>;
}

/** Begins graphile-worker, and again each time that the database has been away, until it is ended. */
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

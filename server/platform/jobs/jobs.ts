import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Runner, WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import type { Logger } from 'pino';
import { fail } from '../http/errors.ts';
import type { Database, Db } from '../postgres/db.ts';
import { insertJobs } from './jobs.store.ts';
import { watchWorkers } from './living.ts';

/** Work that no request waits for: at certain times, when it is asked for, or both. */
export interface Job<Payload = never> {
  /** In the database too: one that changes makes another job. */
  name: string;
  /** When, as cron writes it, in UTC: `* * * * *` is every minute. Without: only when it is asked for. */
  cron?: string;
  /** Several may be done at once, and the others go first; without, one waits for the other, in every process. */
  together?: true;
  /**
   * Called again later, with longer and longer pauses, when it fails. It must bear being done twice.
   * @param payload what it was asked with; `{}` at its time
   */
  run(payload: Payload): Promise<void>;
}

/** What a job is asked with, and the key under which it gives way to a later one. */
export interface Asked {
  payload: object;
  key?: string;
}

export interface Jobs {
  /** Does these from now on. Called once. */
  begin(jobs: readonly Job[]): void;
  /**
   * Has a job done as soon as one is free, by this process or another. The payload is kept in the database until it is
   * done, or given up: it may hold ids, and secrets only encrypted.
   * @param options.key a job that waits under this key gives way to this one
   * @param options.db the transaction it belongs to: it is asked for if that commits
   * @param options.attempts times it is tried at most: 12 take a day
   */
  add(name: string, payload: object, options?: { key?: string; db?: Db; attempts?: number }): Promise<void>;
  /** The same for many at once, in one query. */
  addAll(name: string, asked: readonly Asked[], options?: { db?: Db; attempts?: number }): Promise<void>;
  /** Has a job done as soon as can be, whatever the time. */
  now(name: string): Promise<void>;
  /** Waits for what is under way; what is not begun is left to another process, or to the next start. */
  close(): Promise<void>;
}

const again = { afterMs: 5_000 };
/** A server of mails that is away for long keeps no other job waiting. */
const atOnce = 3;
/** One that listens for jobs, those that work, one that notes what was done, one that says that they live. */
const connections = atOnce + 3;
/** Within the time that the process takes to stop: what is not done by then is begun again elsewhere. */
const endWithinMs = 3_000;
/** Jobs are heard of at once; this is for those that wait for their next try. */
const pollEveryMs = 5_000;
const triedAtMost = 12;

/** What has one name waits for one another, whichever process does it. */
const inLine = (job: Job | undefined) => (job?.together ? {} : { queueName: job?.name });
const priorityOf = (job: Job) => (job.together ? 1 : 0);

/**
 * Does jobs by graphile-worker (decision 0016), in the same database. It begins beside everything else, so that a start
 * does not wait for it, and begins again for as long as the database is away.
 */
export function createJobs(options: {
  databaseUrl: string;
  database: Database;
  logger: Logger;
  /** Whether jobs are done at their times, too; true unless told. */
  byTheClock?: boolean | undefined;
}): Jobs {
  const { databaseUrl, database, logger, byTheClock = true } = options;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
  pool.on('error', () => {});
  pool.on('connect', client => void client.on('error', () => {}));
  const closing = new AbortController();
  const known = new Map<string, Job>();
  const living = watchWorkers(pool, logger);
  let running: Promise<Runner | undefined> | undefined;

  const begin = async (): Promise<Runner> => {
    const { Logger, parseCronItems, run } = await import('graphile-worker');
    const jobs = [...known.values()];
    const events: WorkerEvents = new EventEmitter();
    const ids: string[] = [];
    events.on('worker:create', ({ worker }) => ids.push(worker.workerId));
    const runner = await run({
      events,
      gracefulShutdownAbortTimeout: endWithinMs,
      pgPool: pool,
      concurrency: atOnce,
      pollInterval: pollEveryMs,
      noHandleSignals: true,
      taskList: Object.fromEntries(jobs.map(job => [job.name, payload => job.run((payload ?? {}) as never)])),
      parsedCronItems: parseCronItems(
        jobs.flatMap(job =>
          job.cron && byTheClock ? [{ task: job.name, match: job.cron, options: inLine(job) }] : [],
        ),
      ),
      logger: new Logger(() => (level, message) => {
        if (level === 'error' || level === 'warning') logger.warn({ job: message }, 'jobs');
      }),
    });
    await living.begin(ids);
    return runner;
  };
  const untilBegun = async (): Promise<Runner | undefined> => {
    while (!closing.signal.aborted) {
      try {
        return await begin();
      } catch (error) {
        logger.warn({ err: error }, 'jobs could not begin, tried again');
        await pause(again.afterMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
      }
    }
    return undefined;
  };
  const end = async (): Promise<void> => {
    closing.abort();
    await (await running)?.stop();
    await living.close();
    await pool.end();
  };
  let ended: Promise<void> | undefined;
  const addAll: Jobs['addAll'] = async (name, asked, { db = database.kysely, attempts = triedAtMost } = {}) => {
    const job = known.get(name);
    if (!job) throw new Error(`no job is called ${name}`);
    // Beginning makes the tables it is kept in.
    if (!(await running)) fail('unavailable');
    const queue = inLine(job).queueName ?? null;
    await insertJobs(db, asked, { name, queue, attempts, priority: priorityOf(job) });
  };

  return {
    begin(jobs) {
      for (const job of jobs) known.set(job.name, job);
      running = untilBegun();
    },
    add: (name, payload, { key, ...options } = {}) => addAll(name, [{ payload, ...(key && { key }) }], options),
    addAll,
    async now(name) {
      await (await running)?.addJob(name, {}, { jobKey: `now:${name}`, ...inLine(known.get(name)) });
    },
    close() {
      ended ??= end();
      return ended;
    },
  };
}

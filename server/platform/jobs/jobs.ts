import type { Runner, WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import type { Logger } from 'pino';
import { fail } from '../http/errors.ts';
import type { Database, Db } from '../postgres/db.ts';
import { drainWithin } from '../processes/drain.ts';
import { insertJobs } from './jobs.store.ts';
import { type For, flagsOf, Lines, priorities } from './lines.ts';
import { endWithinMs, keepRunning, type Runs } from './living.ts';

/** Background work: scheduled, enqueued, or both. */
export interface Job<Payload = never> {
  /** Name of the job, stored in the database: renaming it makes another job. */
  name: string;
  /** Schedule in cron syntax, UTC: `* * * * *` is every minute. Without a schedule, the job runs only when enqueued. */
  cron?: string;
  /** Also runs the job when the runner starts, if schedules are on: at a start, and once the database is back. */
  atStart?: true;
  /**
   * Concurrency of the job in each process. Without it, jobs of this name run one at a time across all processes, a few
   * seconds apart: enough for a job that is seldom enqueued twice. A job that a person or an anonymous client may
   * enqueue many times must set it.
   */
  together?: number;
  /**
   * Runs the job; when it fails, it is retried with growing pauses, so it must be safe to run twice.
   * @param payload payload given when the job was enqueued; `{}` when run on schedule
   */
  run(payload: Payload): Promise<void>;
}

/** Options of an enqueued job. */
export interface Keeping {
  /** Transaction of the job: the job is enqueued only if it commits. */
  db?: Db;
  /** Limit on the number of tries; 12 take a day. */
  attempts?: number;
  /** Time from now until the job may begin; none by default. */
  delayMs?: number;
  /**
   * Person for whom the job runs; `anyone` by default. Among jobs of one name, those for known people go first, and one
   * worker is reserved for them.
   */
  whom?: For;
}

/** Payload of an enqueued job, and the key under which a later job replaces it. */
export interface Asked {
  payload: object;
  key?: string;
}

/** Queue of background jobs, and the runner that empties it. */
export interface Jobs {
  /** Starts running these jobs. Called once. */
  begin(jobs: readonly Job[]): void;
  /**
   * Enqueues a job for this process or another. The payload stays in the database until the job is done or given up: it
   * may hold ids, and secrets only encrypted.
   * @param options.key this job replaces a waiting job of the same key
   */
  add(name: string, payload: object, options?: Keeping & { key?: string }): Promise<void>;
  /** Enqueues many jobs in one query. */
  addAll(name: string, asked: readonly Asked[], options?: Keeping): Promise<void>;
  /** Enqueues a job outside its schedule; throws for an unknown name. */
  now(name: string): Promise<void>;
  /** Time of the last success of each job in this process, in seconds since the epoch. */
  readonly succeeded: ReadonlyMap<string, number>;
  /** Says whether the runner polls for jobs: false while it cannot start, or while the database is away. */
  alive(): boolean;
  /**
   * Waits for running jobs, a few seconds at most. Jobs not begun are left to another process, or to the next start.
   */
  close(): Promise<void>;
}

/**
 * Connections of the runner: one listens for jobs, one fetches the next, one holds the liveness lock, the others record
 * results.
 */
const connections = 6;
/** New jobs are announced at once; polling only finds the jobs whose retry is due. */
const pollEveryMs = 5_000;
const triedAtMost = 12;

/** Puts jobs of one name into one queue across all processes, unless they may run together. */
const inLine = (job: Job) => (job.together ? {} : { queueName: job.name });
const addNow = (runner: Runner, job: Job) => runner.addJob(job.name, {}, { jobKey: `now:${job.name}`, ...inLine(job) });

/**
 * Runs jobs with graphile-worker (decision 0016), in the same database. The runner starts in the background, so that a
 * start of the server does not wait for it, and restarts each time that the database has been away.
 */
export function createJobs(options: {
  databaseUrl: string;
  database: Database;
  logger: Logger;
  /** Whether schedules are on; true by default. */
  byTheClock?: boolean | undefined;
}): Jobs {
  const { databaseUrl, database, logger, byTheClock = true } = options;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections, connectionTimeoutMillis: 5_000 });
  pool.on('error', () => {});
  pool.on('connect', client => void client.on('error', () => {}));
  const known = new Map<string, Job>();
  const succeeded = new Map<string, number>();
  let runs: Runs | undefined;
  /** Resolves once the tables of the queue exist. */
  let running: Promise<Runner | undefined> | undefined;

  const jobCalled = (name: string): Job => {
    const job = known.get(name);
    if (!job) throw new Error(`no job is called ${name}`);
    return job;
  };
  const begin = async (events: WorkerEvents): Promise<Runner> => {
    const { Logger, parseCronItems, run } = await import('graphile-worker');
    const jobs = [...known.values()];
    const lines = new Lines(jobs, events);
    events.on('job:success', ({ job }) => succeeded.set(job.task_identifier, Date.now() / 1000));
    const runner = await run({
      events,
      gracefulShutdownAbortTimeout: endWithinMs,
      pgPool: pool,
      concurrency: lines.workers,
      forbiddenFlags: () => lines.forbidden(),
      pollInterval: pollEveryMs,
      noHandleSignals: true,
      // With batched results, a result that cannot be written ends the run, which restarts; unbatched, it would be
      // lost.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      taskList: Object.fromEntries(jobs.map(job => [job.name, payload => job.run((payload ?? {}) as never)])),
      parsedCronItems: parseCronItems(
        jobs.flatMap(job =>
          job.cron && byTheClock ? [{ task: job.name, match: job.cron, options: inLine(job) }] : [],
        ),
      ),
      logger: new Logger(() => (level, message) => {
        // Workers fetch jobs one after the other, so they do not need a connection each.
        if (message.includes('maxPoolSize')) return;
        if (level === 'error' || level === 'warning') logger.warn({ job: message }, 'jobs');
      }),
    });
    // A job that cannot be enqueued now runs at its next scheduled time.
    for (const job of jobs) if (job.atStart && byTheClock) await addNow(runner, job).catch(() => {});
    return runner;
  };
  const end = async (): Promise<void> => {
    await runs?.end();
    await drainWithin(endWithinMs, pool.end());
  };
  let ended: Promise<void> | undefined;
  const addAll: Jobs['addAll'] = async (name, asked, keeping = {}) => {
    const { db = database.kysely, attempts = triedAtMost, delayMs = 0, whom = 'anyone' } = keeping;
    const job = jobCalled(name);
    // The start of the runner creates the tables of the queue.
    if (!(await running)) fail('unavailable');
    const queue = inLine(job).queueName ?? null;
    const [priority, flags] = [priorities[whom], flagsOf(name, whom)];
    await insertJobs(db, asked, { name, queue, attempts, priority, flags, delayMs });
  };

  return {
    begin(jobs) {
      for (const job of jobs) known.set(job.name, job);
      runs = keepRunning(pool, logger, begin);
      running = runs.first;
    },
    add: (name, payload, { key, ...options } = {}) => addAll(name, [{ payload, ...(key && { key }) }], options),
    addAll,
    async now(name) {
      const job = jobCalled(name);
      const runner = await running;
      if (runner) await addNow(runner, job);
    },
    succeeded,
    alive: () => runs?.alive() ?? false,
    close() {
      ended ??= end();
      return ended;
    },
  };
}

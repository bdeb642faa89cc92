import type { Runner, WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import type { Logger } from 'pino';
import { fail } from '../http/errors.ts';
import type { Database, Db } from '../postgres/db.ts';
import { drainWithin } from '../processes/drain.ts';
import { insertJobs } from './jobs.store.ts';
import { type For, flagsOf, Lines, priorities } from './lines.ts';
import { endWithinMs, keepRunning, type Runs } from './living.ts';

/** Work that no request waits for: at certain times, when it is asked for, or both. */
export interface Job<Payload = never> {
  /** In the database too: one that changes makes another job. */
  name: string;
  /** When, as cron writes it, in UTC: `* * * * *` is every minute. Without: only when it is asked for. */
  cron?: string;
  /** Also each time that jobs begin, where they are done at their times: at a start, and once the database is back. */
  atStart?: true;
  /**
   * How many are done at once by each process; without, one waits for the other, in every process, and a few seconds pass
   * between two: only for what is seldom asked for twice. Whatever one person or nobody may ask for many times says it.
   */
  together?: number;
  /**
   * Called again later, with longer and longer pauses, when it fails. It must bear being done twice.
   * @param payload what it was asked with; `{}` at its time
   */
  run(payload: Payload): Promise<void>;
}

/** How a job is kept. */
export interface Keeping {
  /** The transaction it belongs to: it is asked for if that commits. */
  db?: Db;
  /** Times it is tried at most: 12 take a day. */
  attempts?: number;
  /** Whom it is done for: of one name, those for people who are known go first, and one worker is left to them; `anyone` unless told. */
  whom?: For;
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
   */
  add(name: string, payload: object, options?: Keeping & { key?: string }): Promise<void>;
  /** The same for many at once, in one query. */
  addAll(name: string, asked: readonly Asked[], options?: Keeping): Promise<void>;
  /** Has a job done as soon as can be, whatever the time; throws for one that is not known. */
  now(name: string): Promise<void>;
  /** Whether jobs are looked for: false while they can't begin, or the database is away. */
  alive(): boolean;
  /** Waits for what is under way, for a few seconds at most; what is not begun is left to another process, or to the next start. */
  close(): Promise<void>;
}

/** One that listens for jobs, one that looks for the next, some that note what was done, one that says that they live. */
const connections = 6;
/** Jobs are heard of at once; this is for those that wait for their next try. */
const pollEveryMs = 5_000;
const triedAtMost = 12;

/** What has one name waits for one another, whichever process does it. */
const inLine = (job: Job) => (job.together ? {} : { queueName: job.name });
const addNow = (runner: Runner, job: Job) => runner.addJob(job.name, {}, { jobKey: `now:${job.name}`, ...inLine(job) });

/**
 * Does jobs by graphile-worker (decision 0016), in the same database. It begins beside everything else, so that a start
 * does not wait for it, and begins again each time that the database has been away.
 */
export function createJobs(options: {
  databaseUrl: string;
  database: Database;
  logger: Logger;
  /** Whether jobs are done at their times, too; true unless told. */
  byTheClock?: boolean | undefined;
}): Jobs {
  const { databaseUrl, database, logger, byTheClock = true } = options;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections, connectionTimeoutMillis: 5_000 });
  pool.on('error', () => {});
  pool.on('connect', client => void client.on('error', () => {}));
  const known = new Map<string, Job>();
  let runs: Runs | undefined;
  /** Resolves once the tables are there that jobs are kept in. */
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
    const runner = await run({
      events,
      gracefulShutdownAbortTimeout: endWithinMs,
      pgPool: pool,
      concurrency: lines.workers,
      forbiddenFlags: () => lines.forbidden(),
      pollInterval: pollEveryMs,
      noHandleSignals: true,
      // Written together, what can't be written ends the run, which begins again; one by one, it would be forgotten.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      taskList: Object.fromEntries(jobs.map(job => [job.name, payload => job.run((payload ?? {}) as never)])),
      parsedCronItems: parseCronItems(
        jobs.flatMap(job =>
          job.cron && byTheClock ? [{ task: job.name, match: job.cron, options: inLine(job) }] : [],
        ),
      ),
      logger: new Logger(() => (level, message) => {
        // Workers look for a job one after the other: they need no connection each.
        if (message.includes('maxPoolSize')) return;
        if (level === 'error' || level === 'warning') logger.warn({ job: message }, 'jobs');
      }),
    });
    // One that can't be asked for now is done when its time comes.
    for (const job of jobs) if (job.atStart && byTheClock) await addNow(runner, job).catch(() => {});
    return runner;
  };
  const end = async (): Promise<void> => {
    await runs?.end();
    await drainWithin(endWithinMs, pool.end());
  };
  let ended: Promise<void> | undefined;
  const addAll: Jobs['addAll'] = async (name, asked, keeping = {}) => {
    const { db = database.kysely, attempts = triedAtMost, whom = 'anyone' } = keeping;
    const job = jobCalled(name);
    // Beginning makes the tables it is kept in.
    if (!(await running)) fail('unavailable');
    const queue = inLine(job).queueName ?? null;
    await insertJobs(db, asked, { name, queue, attempts, priority: priorities[whom], flags: flagsOf(name, whom) });
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
    alive: () => runs?.alive() ?? false,
    close() {
      ended ??= end();
      return ended;
    },
  };
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Runner } from 'graphile-worker';
import pg from 'pg';
import type { Logger } from 'pino';

/** Work that is done by itself, by one process at a time however many there are. */
export interface Job {
  /** In the database too: one that changes makes another job. */
  name: string;
  /** When, as cron writes it, in UTC: `* * * * *` is every minute. */
  cron: string;
  /** Called again later, with longer and longer pauses, when it fails. */
  run(): Promise<void>;
}

export interface Jobs {
  /** Has a job done as soon as can be, whatever the time. */
  now(name: string): Promise<void>;
  /** Waits for what is under way; what is not begun is left to another process, or to the next start. */
  close(): Promise<void>;
}

const again = { afterMs: 5_000 };
/** One that listens for jobs, one that works, one that notes what was done. */
const connections = 3;
/** Jobs are heard of at once; this is for those that wait for their next try. */
const pollEveryMs = 10_000;

/** What has one name waits for one another, whichever process does it. */
const inLine = (name: string) => ({ queueName: name });

/**
 * Does jobs by graphile-worker (decision 0016), in the same database. It begins beside everything else, so that a start
 * does not wait for it, and begins again for as long as the database is away.
 */
export function startJobs(options: { databaseUrl: string; jobs: readonly Job[]; logger: Logger }): Jobs {
  const { databaseUrl, jobs, logger } = options;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
  pool.on('error', () => {});
  pool.on('connect', client => void client.on('error', () => {}));
  const closing = new AbortController();

  const begin = async (): Promise<Runner> => {
    const { Logger, parseCronItems, run } = await import('graphile-worker');
    return run({
      pgPool: pool,
      concurrency: 1,
      pollInterval: pollEveryMs,
      noHandleSignals: true,
      taskList: Object.fromEntries(jobs.map(job => [job.name, () => job.run()])),
      parsedCronItems: parseCronItems(
        jobs.map(({ name, cron }) => ({ task: name, match: cron, options: inLine(name) })),
      ),
      logger: new Logger(() => (level, message) => {
        if (level === 'error' || level === 'warning') logger.warn({ job: message }, 'jobs');
      }),
    });
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
  const running = untilBegun();
  const end = async (): Promise<void> => {
    closing.abort();
    await (await running)?.stop();
    await pool.end();
  };
  let ended: Promise<void> | undefined;

  return {
    async now(name) {
      await (await running)?.addJob(name, {}, { jobKey: `now:${name}`, ...inLine(name) });
    },
    close() {
      ended ??= end();
      return ended;
    },
  };
}

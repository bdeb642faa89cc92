import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../postgres/db.ts';

/** Options of jobs, as graphile-worker stores them. */
interface Kept {
  name: string;
  /** Jobs of one queue run one after the other. */
  queue: string | null;
  /** Limit on the number of tries. */
  attempts: number;
  /** Lower numbers run first. */
  priority: number;
  /** Flags by which running jobs are counted; see `lines.ts`. */
  flags: readonly string[];
  /** Time from now until the jobs may begin. */
  delayMs: number;
}

/**
 * Enqueues jobs in the given transaction; the commit notifies an idle worker. A job replaces a waiting job with the
 * same key.
 */
export async function insertJobs(
  db: Db,
  asked: readonly { payload: object; key?: string }[],
  { name, queue, attempts, priority, flags, delayMs }: Kept,
): Promise<void> {
  await sql`
    SELECT graphile_worker.add_job(${name}, payload := payload::json, queue_name := ${queue}::text,
      job_key := key, max_attempts := ${attempts}::int, priority := ${priority}::int,
      flags := ${flags}::text[], run_at := now() + ${delayMs}::float8 * interval '1 millisecond')
    FROM unnest(${asked.map(({ payload }) => JSON.stringify(payload))}::text[], ${asked.map(({ key }) => key ?? null)}::text[])
      AS asked(payload, key)`.execute(db);
}

/** First key of the advisory locks of workers. */
const workers = 0x70616c61;

/** Holds the lock that proves that a worker lives, for as long as the connection lasts. */
export async function holdWorker(connection: pg.ClientBase, workerId: string): Promise<void> {
  await connection.query('SELECT pg_advisory_lock($1, hashtext($2))', [workers, workerId]);
}

/**
 * Releases the jobs of dead processes: graphile-worker would keep them locked for four hours, and with each job its
 * whole queue. A job taken in the last ten seconds is skipped: its worker may not hold its lock yet.
 */
export async function freeDeadWorkers(connection: pg.ClientBase): Promise<string[]> {
  const { rows } = await connection.query<{ id: string }>(
    `SELECT DISTINCT held.locked_by AS id FROM (
       SELECT locked_by, locked_at FROM graphile_worker._private_jobs
       UNION ALL SELECT locked_by, locked_at FROM graphile_worker._private_job_queues
     ) AS held
     WHERE held.locked_at < now() - interval '10 seconds' AND NOT EXISTS (
       SELECT FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND classid = $1::int::bigint::oid
         AND objid = (hashtext(held.locked_by)::bigint & 4294967295)::oid
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
     )`,
    [workers],
  );
  const dead = rows.map(row => row.id);
  await freeWorkers(connection, dead);
  return dead;
}

/**
 * Releases the jobs that a living worker holds unknowingly: the answer that named them was lost with its connection. A
 * job taken in the last five seconds is skipped: its answer may be on its way. Releases its queue with it.
 * @param knownIds jobs that the worker runs, or has just ended
 */
export async function freeUnheardJobs(
  connection: pg.ClientBase,
  workerId: string,
  knownIds: readonly string[],
): Promise<void> {
  await connection.query(
    `WITH unheard AS (
       UPDATE graphile_worker._private_jobs SET locked_by = NULL, locked_at = NULL, attempts = greatest(attempts - 1, 0)
       WHERE locked_by = $1 AND locked_at < now() - interval '5 seconds' AND id <> ALL($2::bigint[])
       RETURNING job_queue_id
     )
     UPDATE graphile_worker._private_job_queues SET locked_by = NULL, locked_at = NULL
     WHERE locked_by = $1 AND id IN (SELECT job_queue_id FROM unheard)`,
    [workerId, knownIds],
  );
}

/** Releases the jobs that these workers hold. */
export async function freeWorkers(connection: pg.ClientBase, workerIds: readonly string[]): Promise<void> {
  if (workerIds.length > 0)
    await connection.query('SELECT graphile_worker.force_unlock_workers($1::text[])', [workerIds]);
}

/** Numbers of the jobs of one name. */
export interface JobCounts {
  name: string;
  waiting: number;
  /** Waiting jobs that have failed before. */
  failing: number;
  givenUp: number;
  /** Age of the oldest waiting job. */
  oldestSeconds: number;
}

/** Counts the jobs of each name. */
export async function jobCounts(pool: pg.Pool): Promise<JobCounts[]> {
  const { rows } = await pool.query<JobCounts>(`
    SELECT identifier AS name, count(*) FILTER (WHERE attempts < max_attempts)::int AS waiting,
      count(*) FILTER (WHERE attempts BETWEEN 1 AND max_attempts - 1 AND locked_at IS NULL)::int AS failing,
      count(*) FILTER (WHERE attempts >= max_attempts AND locked_at IS NULL)::int AS "givenUp",
      coalesce(extract(epoch FROM now() - min(jobs.created_at) FILTER (WHERE attempts < max_attempts)), 0)::float AS "oldestSeconds"
    FROM graphile_worker._private_tasks AS tasks
    LEFT JOIN graphile_worker._private_jobs AS jobs ON jobs.task_id = tasks.id
    GROUP BY identifier`);
  return rows;
}

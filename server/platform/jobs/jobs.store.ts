import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../postgres/db.ts';

/** Jobs of one kind, as the database keeps them until they are done. */
interface Kept {
  name: string;
  /** What has the same one is done one after the other. */
  queue: string | null;
  /** Times each is tried at most. */
  attempts: number;
  /** Lower ones are done first. */
  priority: number;
  /** What it is counted by while it is done. */
  flags: readonly string[];
}

/**
 * Keeps jobs, with the transaction in which they are asked for; whoever is free hears of them at the commit. One that waits
 * under the key of another gives way to it.
 */
export async function insertJobs(
  db: Db,
  asked: readonly { payload: object; key?: string }[],
  { name, queue, attempts, priority, flags }: Kept,
): Promise<void> {
  await sql`
    SELECT graphile_worker.add_job(${name}, payload := payload::json, queue_name := ${queue}::text,
      job_key := key, max_attempts := ${attempts}::int, priority := ${priority}::int,
      flags := ${flags}::text[])
    FROM unnest(${asked.map(({ payload }) => JSON.stringify(payload))}::text[], ${asked.map(({ key }) => key ?? null)}::text[])
      AS asked(payload, key)`.execute(db);
}

/** Names the advisory locks of workers among others. */
const workers = 0x70616c61;

/** Says that a worker lives, for as long as this connection does. */
export async function holdWorker(connection: pg.ClientBase, workerId: string): Promise<void> {
  await connection.query('SELECT pg_advisory_lock($1, hashtext($2))', [workers, workerId]);
}

/**
 * Gives back to the others what workers hold whose process is gone: it would be theirs for four hours more, and with a job
 * all those of its name. A job that has just been taken is left alone: its worker may be about to say that it lives.
 */
export async function freeDeadWorkers(connection: pg.ClientBase): Promise<string[]> {
  const { rows } = await connection.query<{ id: string }>(
    `SELECT DISTINCT held.locked_by AS id FROM (
       SELECT locked_by, locked_at FROM graphile_worker._private_jobs
       UNION ALL SELECT locked_by, locked_at FROM graphile_worker._private_job_queues
     ) AS held
     WHERE held.locked_at < now() - interval '30 seconds' AND NOT EXISTS (
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

/** Gives back to the others what these hold. */
export async function freeWorkers(connection: pg.ClientBase, workerIds: readonly string[]): Promise<void> {
  if (workerIds.length > 0)
    await connection.query('SELECT graphile_worker.force_unlock_workers($1::text[])', [workerIds]);
}

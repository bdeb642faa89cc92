import type pg from 'pg';

/** Facts about the database server: version, limits and clock. */
export interface DatabaseFacts {
  version: string;
  /** Version as a number: 180004 is 18.4. */
  number: number;
  encoding: string;
  /** Whether the jobs have their schema, or may create it. */
  jobs: boolean;
  bytes: number;
  connections: number;
  connectionsAtMost: number;
  /** Clock of the database server. */
  at: Date;
}

export async function databaseFacts(pool: pg.Pool): Promise<DatabaseFacts> {
  const { rows } = await pool.query<DatabaseFacts>(`
    SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
      pg_encoding_to_char(encoding) AS encoding, pg_database_size(oid) AS bytes, now() AS at,
      to_regclass('graphile_worker.migrations') IS NOT NULL OR has_database_privilege(oid, 'CREATE') AS jobs,
      (SELECT count(*)::int FROM pg_stat_activity WHERE datname IS NOT NULL) AS connections,
      current_setting('max_connections')::int AS "connectionsAtMost"
    FROM pg_database WHERE datname = current_database()`);
  return rows[0] as DatabaseFacts;
}

/** Late jobs, and jobs given up. */
export interface JobFacts {
  late: number;
  /** Age of the oldest late job, in seconds. */
  oldestSeconds: number;
  /** Names of jobs given up, with their numbers. */
  givenUp: { name: string; count: number }[];
}

/** Counts late jobs and jobs given up; undefined before the first start. */
export async function jobFacts(pool: pg.Pool): Promise<JobFacts | undefined> {
  const { rows } = await pool.query<{ there: boolean }>(
    `SELECT to_regclass('graphile_worker._private_jobs') IS NOT NULL AS there`,
  );
  if (!rows[0]?.there) return undefined;
  const due = await pool.query<{ late: number; seconds: number }>(`
    SELECT count(*)::int AS late, coalesce(extract(epoch FROM now() - min(run_at)), 0)::float AS seconds
    FROM graphile_worker._private_jobs WHERE run_at < now() AND locked_at IS NULL AND attempts < max_attempts`);
  const failed = await pool.query<{ name: string; count: number }>(`
    SELECT identifier AS name, count(*)::int AS count FROM graphile_worker._private_jobs AS jobs
    JOIN graphile_worker._private_tasks AS tasks ON tasks.id = jobs.task_id
    WHERE attempts >= max_attempts GROUP BY identifier ORDER BY count(*) DESC LIMIT 5`);
  const { late = 0, seconds = 0 } = due.rows[0] ?? {};
  return { late, oldestSeconds: seconds, givenUp: failed.rows };
}

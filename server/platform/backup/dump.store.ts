import type { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { alreadyDone } from '../postgres/migrate.ts';
import type { ArchiveWriter, Head } from './archive.ts';

/** Bytes of one part of a table in the archive, compressed; a part is held in memory. */
const partBytes = 1024 * 1024;

/** Settings for a text format that every version of PostgreSQL reads alike. */
const plainText = `SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = ISO; SET LOCAL IntervalStyle = postgres;
  SET LOCAL extra_float_digits = 3; SET LOCAL bytea_output = hex; SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL statement_timeout = 0; SET LOCAL search_path = public`;

/** Pending jobs, as lines of JSON, oldest first. Jobs that the next start enqueues by itself are left out. */
const jobsText = `
  SELECT json_build_object('name', tasks.identifier, 'payload', jobs.payload, 'queue', queues.queue_name,
    'runAt', jobs.run_at, 'attempts', greatest(1, jobs.max_attempts - jobs.attempts), 'key', jobs.key,
    'priority', jobs.priority, 'flags', (SELECT array_agg(flag) FROM jsonb_object_keys(jobs.flags) AS flag))::text
  FROM graphile_worker._private_jobs AS jobs
  JOIN graphile_worker._private_tasks AS tasks ON tasks.id = jobs.task_id
  LEFT JOIN graphile_worker._private_job_queues AS queues ON queues.id = jobs.job_queue_id
  WHERE jobs.attempts < jobs.max_attempts AND coalesce(jobs.key NOT LIKE 'now:%', true)
  ORDER BY jobs.id`;

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Lists the tables of Palabre with their columns, except generated columns and the table of migrations. */
export async function tablesOf(client: pg.ClientBase): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    SELECT tables.relname AS name, array_agg(columns.attname::text ORDER BY columns.attnum) AS columns
    FROM pg_class AS tables JOIN pg_attribute AS columns ON columns.attrelid = tables.oid
    WHERE tables.relnamespace = 'public'::regnamespace AND tables.relkind = 'r' AND columns.attnum > 0
      AND NOT columns.attisdropped AND columns.attgenerated = '' AND tables.relname NOT LIKE 'kysely_migration%'
    GROUP BY tables.relname ORDER BY tables.relname`);
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
}

/** Returns the size of a database on its disk, in bytes. */
export async function databaseBytes(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
    return Number(rows[0]?.bytes);
  } finally {
    await client.end();
  }
}

/**
 * Begins a transaction that sees the database as of one moment.
 * @returns the head of a backup of it
 */
export async function beginSnapshot(client: pg.Client, about: Pick<Head, 'version' | 'files'>): Promise<Head> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query(plainText);
  const { rows } = await client.query<{ at: Date }>('SELECT now() AS at');
  const at = (rows[0]?.at ?? new Date()).toISOString();
  return { format: 1, ...about, at, migrations: await alreadyDone(client), tables: await tablesOf(client) };
}

/** Adds all tables and pending jobs of the snapshot to an archive, and ends it; returns the number of lines of each. */
export async function dumpDatabase(
  client: pg.Client,
  { tables }: Head,
  archive: ArchiveWriter,
): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const [table, columns] of Object.entries(tables)) {
    const stream = client.query(copyTo(`COPY public.${quoted(table)} (${columns.map(quoted)}) TO STDOUT`));
    await addParts(archive, stream, n => `database/${table}/${n}.copy.gz`);
    rows[table] = stream.rowCount;
  }
  const { rows: found } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('graphile_worker._private_jobs') IS NOT NULL AS there`,
  );
  if (found[0]?.there) {
    const stream = client.query(copyTo(`COPY (${jobsText}) TO STDOUT`));
    await addParts(archive, stream, n => `database/jobs/${n}.copy.gz`);
    rows.jobs = stream.rowCount;
  }
  await client.query('COMMIT');
  return rows;
}

/** Compresses a stream into entries of a bounded size. */
async function addParts(archive: ArchiveWriter, stream: Readable, nameOf: (n: number) => string): Promise<void> {
  const gzip = createGzip({ level: 1 });
  stream.on('error', error => gzip.destroy(error));
  let [part, size, count] = [[] as Buffer[], 0, 0];
  const flush = async () => {
    count += 1;
    await archive.add(nameOf(count), Buffer.concat(part));
    [part, size] = [[], 0];
  };
  for await (const chunk of stream.pipe(gzip)) {
    part.push(chunk);
    size += chunk.length;
    if (size >= partBytes) await flush();
  }
  if (size > 0) await flush();
}

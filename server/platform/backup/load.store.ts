import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Head } from './archive.ts';
import { quoted, tablesOf } from './dump.store.ts';

/** Job of a backup; see `jobsText` in dump.store.ts. */
interface Waiting {
  name: string;
  payload: unknown;
  queue: string | null;
  runAt: string;
  attempts: number;
  key: string | null;
  priority: number;
  flags: string[] | null;
}

/**
 * Loads a backup into a migrated, empty database in one transaction. Foreign keys are dropped first, since tables refer
 * to each other in circles, and created again at the end, which checks them.
 */
export class DatabaseLoader {
  private constructor(
    private readonly client: pg.Client,
    private readonly head: Head,
    private readonly again: readonly string[],
  ) {}

  /** Begins the transaction. */
  static async begin(url: string, head: Head): Promise<DatabaseLoader> {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    await client.query(`BEGIN; SET LOCAL search_path = public; SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = ISO;
      SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`);
    const { rows } = await client.query<{ drop: string; again: string }>(`
      SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
        format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS again
      FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`);
    for (const { drop } of rows) await client.query(drop);
    const tables = Object.keys(await tablesOf(client)).map(quoted);
    for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    // Migrations may have inserted rows.
    await client.query(`TRUNCATE ${tables}`);
    const triggers = tables.map(table => `ALTER TABLE ${table} ENABLE TRIGGER USER`);
    return new DatabaseLoader(client, head, [...rows.map(row => row.again), ...triggers]);
  }

  /**
   * Loads the lines of one table, or the jobs.
   * @param parts entries of the table, in order
   */
  async load(table: string, parts: AsyncIterable<Buffer>): Promise<void> {
    const gunzip = createGunzip();
    if (table === 'jobs') {
      const lines = new PassThrough();
      await Promise.all([pipeline(parts, gunzip, lines), this.loadJobs(lines)]);
      return;
    }
    const columns = this.head.tables[table] ?? [];
    const into = this.client.query(copyFrom(`COPY ${quoted(table)} (${columns.map(quoted)}) FROM STDIN`));
    await pipeline(parts, gunzip, into);
  }

  private async loadJobs(lines: PassThrough): Promise<void> {
    for await (const line of createInterface({ input: lines })) {
      // COPY writes a backslash as two.
      const job = JSON.parse(line.replaceAll('\\\\', '\\')) as Waiting;
      await this.client.query(
        `SELECT graphile_worker.add_job($1, payload := $2::json, queue_name := $3, run_at := $4::timestamptz,
          max_attempts := $5, job_key := $6, priority := $7, flags := $8::text[])`,
        [
          ...[job.name, JSON.stringify(job.payload), job.queue, job.runAt],
          ...[job.attempts, job.key, job.priority, job.flags],
        ],
      );
    }
  }

  /** Counts the lines of each table, and of the jobs. */
  async count(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const table of Object.keys(this.head.tables)) counts[table] = await this.lines(`public.${quoted(table)}`);
    return { ...counts, jobs: await this.lines('graphile_worker._private_jobs') };
  }

  /** Creates the foreign keys again, and commits. */
  async commit(): Promise<void> {
    for (const statement of this.again) await this.client.query(statement);
    await this.client.query('COMMIT');
    // Without it, the planner would have no statistics for a minute.
    await this.client.query('ANALYZE');
    await this.client.end();
  }

  /** Rolls back, which leaves the database empty. */
  async rollback(): Promise<void> {
    await this.client.query('ROLLBACK').catch(() => {});
    await this.client.end().catch(() => {});
  }

  private async lines(from: string): Promise<number> {
    const { rows } = await this.client.query<{ count: string }>(`SELECT count(*) FROM ${from}`);
    return Number(rows[0]?.count);
  }
}

/** Tells whether a database has no data of people. */
export async function isEmptyDatabase(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ there: boolean }>(`SELECT to_regclass('public.users') IS NOT NULL AS there`);
    if (!rows[0]?.there) return true;
    return (await client.query('SELECT FROM users LIMIT 1')).rowCount === 0;
  } finally {
    await client.end();
  }
}

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { afterFile } from '../cleanup.ts';

const urlOf = (database: string): string => inject('postgres').replace('{database}', database);

async function asAdmin(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf('postgres') });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Creates a database for one test file or one test, migrated unless `empty`, or with the content of the database at the
 * address `like`, whose server has stopped. It is dropped after the file's last test, with its open connections.
 * @returns its address
 */
export async function testDatabase({ empty = false, like }: { empty?: boolean; like?: string } = {}): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const model = like ? new URL(like).pathname.slice(1) : 'palabre';
  // Copies files: the other strategy writes every page to the log and takes six times as long.
  await asAdmin(`CREATE DATABASE ${name}${empty ? '' : ` TEMPLATE ${model}`} STRATEGY FILE_COPY`);
  afterFile(() => asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  return urlOf(name);
}

/**
 * Opens connections to such a database for one test. `pool.end()` resolves before they are closed, so the database may
 * be dropped first: their error then fails no test.
 */
export function testPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max });
  pool.on('error', () => {});
  onTestFinished(() => pool.end());
  return pool;
}

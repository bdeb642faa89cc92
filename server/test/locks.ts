import pg from 'pg';
import { afterFile } from './cleanup.ts';
import type { Palabre } from './harness.ts';

/** Opens somebody else's transaction, in another process say, that holds what a statement locks until it ends. */
export async function holdLock({ services }: Palabre, statement: string, values: unknown[] = []): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: services.env.databaseUrl });
  await client.connect();
  afterFile(() => client.end());
  await client.query('BEGIN');
  await client.query(statement, values);
  return client;
}

export const holdPlace = (palabre: Palabre, placeId: string): Promise<pg.Client> =>
  holdLock(palabre, 'SELECT FROM places WHERE id = $1 FOR UPDATE', [placeId]);

/**
 * Counts the statements that wait for a lock, of a kind if one is given (`relation`, `advisory`, …). Those of other test
 * files, on the same PostgreSQL, are left out.
 */
export async function countLockWaits({ services }: Palabre, kind?: string): Promise<number> {
  const { rowCount } = await services.database.pool.query(
    `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()
       AND wait_event = coalesce($1, wait_event)`,
    [kind],
  );
  return rowCount ?? 0;
}

import pg from 'pg';
import { afterFile } from './cleanup.ts';
import type { Palabre } from './harness.ts';

/** Opens a separate transaction, as another process would, that holds the locks of a statement until it ends. */
export async function holdLock({ services }: Palabre, statement: string, values: unknown[] = []): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: services.env.databaseUrl });
  await client.connect();
  afterFile(() => client.end());
  await client.query('BEGIN');
  await client.query(statement, values);
  return client;
}

/** Locks a place in a separate transaction. */
export const holdPlace = (palabre: Palabre, placeId: string): Promise<pg.Client> =>
  holdLock(palabre, 'SELECT FROM places WHERE id = $1 FOR UPDATE', [placeId]);

/**
 * Counts the statements that wait for a lock, of one kind if given (`relation`, `advisory`, …), in this test's database
 * alone.
 */
export async function countLockWaits({ services }: Palabre, kind?: string): Promise<number> {
  const { rowCount } = await services.database.pool.query(
    `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()
       AND wait_event = coalesce($1, wait_event)`,
    [kind],
  );
  return rowCount ?? 0;
}

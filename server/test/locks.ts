import pg from 'pg';
import { onTestFinished, vi } from 'vitest';
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

/** Does something else once, right before a statement with these words is run; returns whether that has come. */
export function onceBefore(words: string, act: () => Promise<unknown>): () => boolean {
  const run = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  let hasCome = false;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [one] = given as [string | { text?: string }];
    const text = typeof one === 'string' ? one : (one.text ?? '');
    if (hasCome || !text.includes(words)) return run.apply(this, given);
    hasCome = true;
    return act().then(() => run.apply(this, given));
  } as never);
  onTestFinished(() => spy.mockRestore());
  return () => hasCome;
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

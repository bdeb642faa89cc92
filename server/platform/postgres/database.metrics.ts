import type { Metrics } from '../metrics.ts';
import type { Database } from './db.ts';
import { type Conflict, conflicts } from './watched.ts';

/** Adds the measures of the database: its statements, the waits for its connections, the conflicts of transactions. */
export function measureDatabase(metrics: Pick<Metrics, 'times' | 'totals' | 'watch'>, database: Database): void {
  const statements = metrics.times(
    'palabre_database_statement_seconds',
    'Statements, by their first word, from the request to their last row',
    ['kind'],
  );
  const waits = metrics.times('palabre_database_wait_seconds', 'Waits for a connection to the database', []);
  const met = Object.fromEntries(conflicts.map(kind => [kind, 0])) as Record<Conflict, number>;
  metrics.totals('palabre_database_conflicts_total', 'Transactions refused for a conflict', ['kind'], () =>
    conflicts.map(kind => [{ kind }, met[kind]] as const),
  );
  const total = (count: 'totalCount' | 'waitingCount') =>
    [database.pool, database.first, database.searches].reduce((sum, pool) => sum + pool[count], 0);
  metrics.watch('palabre_database_connections', 'Open connections to the database', () => total('totalCount'));
  metrics.watch('palabre_database_waiting', 'Requests waiting for a connection', () => total('waitingCount'));
  database.watch({
    statement: (kind, seconds) => statements({ kind }, seconds),
    waited: seconds => waits({}, seconds),
    conflict: kind => {
      met[kind] += 1;
    },
  });
}

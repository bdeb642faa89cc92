import { readFile } from 'node:fs/promises';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { v7 } from 'uuid';
import { lowerPriority } from '../processes/priority.ts';
import { Connection } from './prepared.ts';
import type { Tables } from './tables.ts';
import { WatchedPool, type Watcher } from './watched.ts';

// Sequences and counts stay far below 2^53, so numbers are safe.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// No column has this type: only `AT TIME ZONE 'UTC'` gives it, for times that are only displayed.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMP, isoOf);

/**
 * Settings of each connection. Days are counted in UTC, whatever the time zone of the database: where clocks change,
 * seven days would sometimes last an hour more.
 */
export const connectionSettings = "SET jit = off; SET TimeZone = 'UTC'";
/** Time limit of a search's statements. */
const searchWithinMs = 3_000;
/**
 * Settings of the connections of searches: read only, with a time limit. They force the index and one generic plan:
 * neither the size of other tables nor a word may change a search's plan.
 */
export const searchSettings = `${connectionSettings}; SET default_transaction_read_only = on; SET statement_timeout = ${searchWithinMs}; SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan`;

/** Connection pool or transaction: for stores and loaders that accept either. */
export type Db = Kysely<Tables>;
/** Transaction. */
export type Tx = Transaction<Tables>;

/** Pools of database connections. */
export interface Database {
  pool: pg.Pool;
  /** Separate pool for posts, sessions and rights, which never queue behind other queries. */
  first: pg.Pool;
  /**
   * Separate pool for searches, with {@link searchSettings}; its processes have a lower priority where the database
   * runs on the same machine.
   */
  searches: pg.Pool;
  kysely: Db;
  /** Reports the statements and waits of all pools to a watcher, from now on. */
  watch(watcher: Watcher): void;
  close(): Promise<void>;
}

/** Connections reserved for posts, sessions and rights. */
const keptForFirst = 4;
/** Concurrent searches, each on a connection of its own: the others stay free for requests. */
export const searchesAtOnce = 4;
/** Niceness of a search's process: posts get ten times as much of a core that both want. */
const searchNice = 10;

/**
 * Opens the connection pools.
 * @param url a PostgreSQL connection string
 * @param options.max connections at most
 */
export function createDatabase(url: string, { max = 16 }: { max?: number } = {}): Database {
  const first = Math.min(keptForFirst, Math.ceil(max / 2));
  const searches = max > first + searchesAtOnce ? searchesAtOnce : 1;
  const pools = {
    pool: openPool(url, Math.max(1, max - first - searches)),
    first: openPool(url, first),
    searches: openPool(url, searches, searchSettings),
  };
  pools.searches.on('connect', lowerBackend);
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pools.pool }) });
  const close = async () => {
    await Promise.all([kysely.destroy(), pools.first.end(), pools.searches.end()]);
    // Kysely leaves its pool open when it was never used.
    if (!pools.pool.ending) await pools.pool.end();
  };
  const watch = (watcher: Watcher) => {
    for (const pool of Object.values(pools)) pool.watcher = watcher;
  };
  return { ...pools, kysely, watch, close };
}

function openPool(url: string, max: number, settings = connectionSettings): WatchedPool {
  const pool = new WatchedPool({
    Client: Connection,
    connectionString: url,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // JIT compilation takes longer than any query here, and the planner would choose it for places that it
    // overestimates. Set before the connection is used.
    onConnect: client => client.query(settings),
  });
  // An idle connection that breaks is replaced at the next query; without a listener its error would end the process.
  pool.on('error', () => {});
  // Catches the error of a connection that breaks between two statements of a transaction; the next statement fails by
  // itself.
  pool.on('connect', client => void client.on('error', () => {}));
  // Checked at each use, since the connection may be older than the watcher.
  pool.on('acquire', client => {
    (client as unknown as Connection).watcher = pool.watcher;
  });
  return pool;
}

/** Lowers the priority of a connection's process, if PostgreSQL runs on this machine and its system has such processes. */
function lowerBackend(client: pg.PoolClient): void {
  const { host, processID: pid } = client as unknown as { host: string; processID: number };
  const isHere = host.startsWith('/') || ['localhost', '127.0.0.1', '::1'].includes(host);
  if (process.platform !== 'linux' || !isHere) return;
  readFile(`/proc/${pid}/comm`, 'utf8').then(
    // The pid may belong to another process here: PostgreSQL in a container has pids of its own.
    name => name.startsWith('postgres') && lowerPriority(pid, searchNice),
    () => {},
  );
}

/** Converts `2026-11-21 16:08:07.1` to `2026-11-21T16:08:07.100Z`. */
function isoOf(utc: string): string {
  return `${utc.slice(0, 10)}T${utc.slice(11, 19)}.${utc.slice(20, 23).padEnd(3, '0')}Z`;
}

/** Creates an id: UUIDv7, so that later ids sort later. */
export const newId = (): string => v7();

/** Returns the smallest id made at a time, in milliseconds since 1970. */
export function firstIdAt(atMs: number): string {
  const hex = Math.max(0, atMs).toString(16).padStart(12, '0').slice(-12);
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

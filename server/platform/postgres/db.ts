import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { v7 } from 'uuid';
import { Connection } from './prepared.ts';
import type { Tables } from './tables.ts';

// Sequences and counts stay far below 2^53: a number is what every caller wants.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// No column is of this type: it is what `AT TIME ZONE 'UTC'` gives, for times that are only to be shown.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMP, isoOf);

/**
 * What each connection begins with. The days that PostgreSQL counts are those of UTC, whatever the zone of the machine it
 * runs on: where clocks change, seven days would now and then last an hour more.
 */
export const connectionSettings = "SET jit = off; SET TimeZone = 'UTC'";

/** Reads, or a transaction: what stores and loaders ask for when either will do. */
export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

export interface Database {
  pool: pg.Pool;
  /** Connections of their own for posts, sessions and rights: whatever else takes its time, these go on. */
  first: pg.Pool;
  kysely: Db;
  close(): Promise<void>;
}

/** Connections that serve nothing but posts, sessions and rights. */
const keptForFirst = 4;

/**
 * Opens the pools of connections.
 * @param url a PostgreSQL connection string
 * @param options.max connections at most
 */
export function createDatabase(url: string, { max = 16 }: { max?: number } = {}): Database {
  const first = Math.min(keptForFirst, Math.ceil(max / 2));
  const pools = { pool: openPool(url, Math.max(1, max - first)), first: openPool(url, first) };
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pools.pool }) });
  const close = async () => {
    await Promise.all([kysely.destroy(), pools.first.end()]);
    // Which leaves its pool alone when nothing has asked for anything through it.
    if (!pools.pool.ending) await pools.pool.end();
  };
  return { ...pools, kysely, close };
}

function openPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    Client: Connection,
    connectionString: url,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // Compiling takes longer than any query here runs, and the planner would for places that it thinks long. Said before
    // the connection is anybody's.
    onConnect: client => client.query(connectionSettings),
  });
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {});
  // Nor has one that breaks between two statements of a transaction; the next statement fails by itself.
  pool.on('connect', client => void client.on('error', () => {}));
  return pool;
}

/** `2026-11-21 16:08:07.1` as `2026-11-21T16:08:07.100Z`. */
function isoOf(utc: string): string {
  return `${utc.slice(0, 10)}T${utc.slice(11, 19)}.${utc.slice(20, 23).padEnd(3, '0')}Z`;
}

/** A new id: UUIDv7, so that ids made later sort later. */
export const newId = (): string => v7();

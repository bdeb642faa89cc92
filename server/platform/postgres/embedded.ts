import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../processes/start-error.ts';
import { inside } from './account.ts';
import { bringInside } from './bring-inside.ts';
import { type DatabaseFolder, openDatabaseFolder, postgresEnvironment, superuser } from './database-folder.ts';
import { readPostmaster, stopLeftover } from './leftover.ts';
import { clearSockets, holdsSockets } from './unix-socket.ts';

/** Embedded PostgreSQL, on loopback and a socket in its folder only. */
export interface EmbeddedPostgres {
  /** URL of Palabre's database, through the socket where possible. Holds the password: never print it. */
  url: string;
  /** Returns the URL of another database of this PostgreSQL. */
  urlOf(database: string): string;
  port: number;
  /** Reason why a database that an earlier version created outside the data folder stays there. */
  keptOutside: string | undefined;
  pid(): number | undefined;
  /** Stops PostgreSQL; resolves once its process has ended. */
  stop(): Promise<void>;
}

/** Options of {@link startEmbeddedPostgres}. */
export interface EmbeddedPostgresOptions {
  /** Folder of the database, its password and its start log; created when missing. */
  dataDir: string;
  /** Processes of Palabre that use it; 1 by default. */
  processes?: number;
  /** False for tests only: a power cut may lose data. */
  durable?: boolean;
  /** Called when PostgreSQL ended unexpectedly, and again when it is back. */
  onEvent?: (event: 'lost' | 'back') => void;
}

const database = 'palabre';
const startWithinMs = 10_000;
const recoverWithinMs = 300_000;
const stopPolitelyMs = 3_000;

/** Connections of one process: pools of requests, posts and jobs, with room for a command beside them. */
export const connectionsOfOne = 23;
const connectionsAtLeast = 60;

/**
 * Cache of the database: an eighth of the memory, within bounds. Pages outside it are copied from the system's cache.
 */
const cache = { share: 1 / 8, leastMb: 256, mostMb: 2_048 };

/** Returns the megabytes of the database's cache on a machine, or in a container, with this much memory. */
export const cacheMegabytes = (memoryBytes: number): number =>
  Math.round(Math.min(cache.mostMb, Math.max(cache.leastMb, (memoryBytes / 2 ** 20) * cache.share)));

/** Returns the bytes of memory that this process and the database may use, within the limits of a container. */
const memoryBytes = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

interface Settings {
  port: number;
  durable: boolean;
  processes: number;
  /** Whether it listens on a socket in its folder too. */
  bySocket: boolean;
}

const settings = (data: DatabaseFolder, { port, durable, processes, bySocket }: Settings): string[] =>
  Object.entries({
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: bySocket ? '.' : '',
    // Tests run many servers on one database, each with its own connections.
    max_connections: durable ? Math.max(connectionsAtLeast, connectionsOfOne * (processes + 1)) : 400,
    shared_buffers: durable ? `${cacheMegabytes(memoryBytes())}MB` : '128MB',
    work_mem: '8MB',
    maintenance_work_mem: '128MB',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    wal_compression: 'pglz',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    // All queries are short: JIT or parallel workers cost more than they save.
    jit: 'off',
    max_parallel_workers_per_gather: 0,
    random_page_cost: 1.1,
    idle_in_transaction_session_timeout: '60s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // One log file per weekday, overwritten a week later.
    logging_collector: 'on',
    log_directory: 'log',
    log_filename: 'postgresql-%a.log',
    log_rotation_age: '1d',
    log_rotation_size: 0,
    log_truncate_on_rotation: 'on',
    log_parameter_max_length_on_error: 0,
    // The command line may name the folder only as /proc/self/cwd: this setting identifies the process
    // (`isPostgresOn`).
    'palabre.folder': data.folder,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** Finds a free port on loopback. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done, failed) => server.once('error', failed).listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise(done => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/**
 * Starts the PostgreSQL of a data folder, and creates it at the first start. Leftovers of a killed server are cleared
 * first; a PostgreSQL that dies later is restarted on the same port. The caller holds the lock of the folder
 * (`data-lock.ts`).
 * @throws StartError when PostgreSQL cannot run here
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const { durable = true, processes = 1 } = options;
  mkdirSync(dataDir, { recursive: true });
  const keptOutside = await bringInside(dataDir);
  const data = openDatabaseFolder(dataDir, durable);
  const log = join(dataDir, 'postgres-start.log');
  let stopping = false;
  let port = await freePort();
  let bySocket = await holdsSockets(data.folder);
  let child: ChildProcess | undefined;

  const launch = async (fixedPort: boolean): Promise<ChildProcess> => {
    const deadline = Date.now() + startWithinMs;
    for (;;) {
      await stopLeftover(data.folder);
      clearSockets(data.folder);
      const started = run(data, settings(data, { port, durable, processes, bySocket }), log);
      child = started;
      const problem = await untilReady(data, started);
      if (problem === undefined) return started;
      if (problem !== 'ended' || Date.now() > deadline || stopping) {
        throw new StartError(`PostgreSQL embarqué n'a pas démarré : ${lastReason(log)} (voir ${log})`);
      }
      // PostgreSQL's account may not listen on a socket where ours may. Otherwise another program took the port, or
      // processes of the killed PostgreSQL are still ending: both pass, so it retries.
      if (!fixedPort && /Unix-domain socket/.test(lastReason(log))) bySocket = false;
      if (!fixedPort) port = await freePort();
      await wait(200);
    }
  };

  const watch = (watched: ChildProcess): void => {
    watched.once('exit', async () => {
      if (stopping) return;
      options.onEvent?.('lost');
      while (!stopping) {
        try {
          watch(await launch(true));
          options.onEvent?.('back');
          return;
        } catch {
          await wait(1_000);
        }
      }
    });
  };

  const killWithUs = () => void child?.kill('SIGINT');
  process.once('exit', killWithUs);
  watch(await launch(false));

  const by = bySocket ? `?host=${encodeURIComponent(data.folder)}` : '';
  const urlOf = (name: string) => `postgres://${superuser}:${data.password}@127.0.0.1:${port}/${name}${by}`;
  const stop = async (): Promise<void> => {
    stopping = true;
    process.off('exit', killWithUs);
    if (child) await end(child);
  };
  try {
    await ensureDatabase(urlOf(database), urlOf('postgres'));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: urlOf(database), urlOf, port, keptOutside, pid: () => child?.pid, stop };
}

/** Starts the process, detached: Ctrl+C reaches only the server, which stops PostgreSQL after its own requests. */
function run(data: DatabaseFolder, args: string[], log: string): ChildProcess {
  const output = openSync(log, 'w', 0o600);
  try {
    const { options, path } = inside(data.folder, data.account);
    return spawn(data.binaries.postgres, ['-D', path, ...args], {
      ...options,
      env: postgresEnvironment(),
      detached: true,
      stdio: ['ignore', output, output],
    });
  } finally {
    closeSync(output);
  }
}

/** Waits until PostgreSQL is ready: undefined when it is, `ended` when it exited, `slow` when it takes too long. */
async function untilReady(data: DatabaseFolder, child: ChildProcess): Promise<'ended' | 'slow' | undefined> {
  const began = Date.now();
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  child.once('error', () => {
    ended = true;
  });
  for (;;) {
    if (ended) return 'ended';
    const postmaster = readPostmaster(data.folder);
    const ours = postmaster?.pid === child.pid;
    if (ours && postmaster?.status === 'ready') return undefined;
    // With a pid file, PostgreSQL may be replaying its log after a crash, which may take minutes and must not be cut
    // short.
    if (Date.now() - began > (ours ? recoverWithinMs : startWithinMs)) {
      await end(child);
      return 'slow';
    }
    await wait(5);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = new Promise(done => child.once('exit', done));
  child.kill('SIGINT');
  const impatient = setTimeout(() => child.kill('SIGQUIT'), stopPolitelyMs);
  await exited;
  clearTimeout(impatient);
}

const lastReason = (log: string): string => {
  try {
    const lines = readFileSync(log, 'utf8').trim().split('\n');
    return lines.findLast(line => /FATAL|ERROR|error/.test(line)) ?? lines.at(-1) ?? '';
  } catch {
    return 'journal illisible';
  }
};

async function ensureDatabase(url: string, adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
  } catch (error) {
    if ((error as { code?: string }).code !== '3D000') throw error;
    const admin = new pg.Client({ connectionString: adminUrl });
    await admin.connect();
    await admin.query(`CREATE DATABASE ${database}`);
    await admin.end();
    return;
  }
  await client.end();
}

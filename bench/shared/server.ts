import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, type Database } from '../../server/platform/postgres/db.ts';
import { startEmbeddedPostgres } from '../../server/platform/postgres/embedded.ts';
import { migrate } from '../../server/platform/postgres/migrate.ts';
import { lockDataDir } from '../../server/platform/processes/data-lock.ts';
import { ensureServer } from '../../tools/build.mjs';
import { launchPalabre } from '../../tools/launch.ts';
import { root } from '../../tools/setup.mjs';
import { startingServers } from './cores.ts';
import { askedForMemory, type Resources, settled } from './memory.ts';

/** Database of a server, and the folder of its files, before the server starts. */
export interface Prepared {
  postgresPid: number;
  databaseUrl: string;
  database: Database;
  secret: string;
  dataDir: string;
}

/** A running server, as `npm start` runs it, in a process of its own, with a durable embedded PostgreSQL. */
export interface RunningServer extends Prepared {
  port: number;
  /** Process of the server; changes with each `deploy`. */
  readonly pid: number;
  /** Reads the process's memory in bytes, after a garbage collection and once it has settled. */
  memory(): Promise<NodeJS.MemoryUsage>;
  resources(): Promise<Resources>;
  /** Stops the server and starts it again on its port, as an upgrade does; returns milliseconds of both. */
  deploy(): Promise<{ stopMs: number; startMs: number }>;
  stop(): Promise<void>;
}

/** Options of {@link startServer}. */
interface ServerOptions {
  /** Whether limits by time are on. */
  limits?: boolean;
  /** Several workers have all cores, and need a Redis. */
  workers?: { count: number; redisUrl: string };
  /** Fills the database, which has its tables, before the server starts. */
  prepare?: (prepared: Prepared) => Promise<void>;
}

/** Secret under which benches open sessions. */
export const secret = 'only for measures, never for anything else';

/**
 * Starts a server on an empty data folder, which `stop` removes. Server and PostgreSQL share a core of their own. `PROFILE`
 * names a folder for a CPU profile. Rate limits are off unless `limits` is set.
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  await ensureServer();
  return options.workers ? start(options) : startingServers(() => start(options));
}

async function start({ limits = false, workers, prepare }: ServerOptions): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'palabre-bench-'));
  const ownDir = join(dataDir, 'server');
  const unlock = lockDataDir(dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir, processes: workers?.count ?? 1 });
  await migrate(postgres.url);
  const database = createDatabase(postgres.url, { max: 2 });
  const prepared: Prepared = {
    postgresPid: postgres.pid() as number,
    databaseUrl: postgres.url,
    database,
    secret,
    dataDir: ownDir,
  };
  const remove = async () => {
    await database.close();
    await postgres.stop();
    unlock();
    await rm(dataDir, { recursive: true, force: true });
  };
  const variables = {
    DATA_DIR: ownDir,
    DATABASE_URL: postgres.url,
    RATE_LIMITS: limits ? 'on' : 'off',
    ...(workers && workers.count > 1 && { WORKERS: String(workers.count), REDIS_URL: workers.redisUrl }),
  };
  try {
    await prepare?.(prepared);
    let launched = await launchServer(variables);
    const { port } = new URL(launched.url);
    return {
      ...prepared,
      port: Number(port),
      get pid() {
        return launched.process.pid;
      },
      memory: () => settled(() => launched.process.memory()),
      resources: () => launched.process.resources(),
      deploy: async () => {
        const began = performance.now();
        await launched.process.stop();
        const stopped = performance.now();
        launched = await startingServers(() => launchServer({ ...variables, PORT: port }));
        return { stopMs: stopped - began, startMs: performance.now() - stopped };
      },
      stop: async () => {
        await launched.process.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Server process that reports its memory and resources. */
export interface ServerProcess {
  pid: number;
  /** Reads the process's memory in bytes, after a garbage collection. */
  memory(): Promise<NodeJS.MemoryUsage>;
  resources(): Promise<Resources>;
  /** Drains the server, as SIGTERM does; returns its exit code, or the signal that ended it. */
  stop(): Promise<number | NodeJS.Signals | undefined>;
}

/** Starts the built server with these variables, and the secret of measures; returns it with the URL that it prints. */
export async function launchServer(
  variables: Record<string, string>,
): Promise<{ process: ServerProcess; url: string }> {
  const profiled = process.env.PROFILE ? ['--cpu-prof', '--cpu-prof-dir', process.env.PROFILE] : [];
  const launched = launchPalabre({
    command: [process.execPath, ...askedForMemory, ...profiled, join(root, 'server/dist/main.js')],
    variables: { NODE_ENV: 'production', JWT_SECRET: secret, LOG_LEVEL: 'error', ...variables },
    messages: true,
    showErrors: true,
  });
  const { url } = await launched.ready();
  return {
    url,
    process: {
      pid: launched.pid,
      memory: () => answerOf(launched.child, 'memory'),
      resources: () => answerOf(launched.child, 'resources'),
      stop: async () => {
        await launched.stop();
        return launched.end();
      },
    },
  };
}

function answerOf<Answer>(child: ChildProcess, request: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const failed = (code: number | null) => reject(new Error(`a process ended with ${code}`));
    child.once('exit', failed);
    child.once('message', answer => {
      child.off('exit', failed);
      resolve(answer as Answer);
    });
    child.send(request as object);
  });
}

/** Helper process on the load's core that works on request, so that measuring costs the server nothing. */
export class Helper<Request, Answer> {
  private readonly child: ChildProcess;

  /** @param script name of a file in `bench/children/` */
  constructor(script: string, ...args: string[]) {
    this.child = fork(join(import.meta.dirname, '..', 'children', script), args, {
      execArgv: ['--expose-gc', '--import', 'tsx'],
    });
  }

  get pid(): number {
    return this.child.pid as number;
  }

  /** Sends a request and resolves with its answer; one request at a time. */
  ask(request: Request): Promise<Answer> {
    return answerOf(this.child, request);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }
}

/** Serves a helper's requests in its process; a failure ends the process. */
export function help<Request, Answer>(answer: (request: Request) => Promise<Answer>): void {
  process.on('message', async request => process.send?.(await answer(request as Request)));
  process.on('disconnect', () => process.exit());
}

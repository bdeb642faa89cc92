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

/** A running server, as `npm start` runs it, in a process of its own, with a durable embedded PostgreSQL. */
export interface RunningServer {
  port: number;
  pid: number;
  postgresPid: number;
  databaseUrl: string;
  database: Database;
  secret: string;
  dataDir: string;
  /** Reads the process's memory in bytes, after a garbage collection and once it has settled. */
  memory(): Promise<NodeJS.MemoryUsage>;
  resources(): Promise<Resources>;
  stop(): Promise<void>;
}

/** Secret under which benches open sessions. */
export const secret = 'only for measures, never for anything else';

/**
 * Starts a server on an empty data folder, which `stop` removes. Server and PostgreSQL share a core of their own. `PROFILE`
 * names a folder for a CPU profile. Rate limits are off unless `limits` is set. Several workers have all cores, and need a Redis.
 */
export async function startServer({
  limits = false,
  workers,
}: {
  limits?: boolean;
  workers?: { count: number; redisUrl: string };
} = {}): Promise<RunningServer> {
  await ensureServer();
  const given = { RATE_LIMITS: limits ? 'on' : 'off' };
  if (!workers) return startingServers(() => start(given));
  const { count, redisUrl } = workers;
  return start(count > 1 ? { ...given, WORKERS: String(count), REDIS_URL: redisUrl } : given, count);
}

async function start(given: Record<string, string>, processes = 1): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'palabre-bench-'));
  const ownDir = join(dataDir, 'server');
  const unlock = lockDataDir(dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir, processes });
  await migrate(postgres.url);
  const database = createDatabase(postgres.url, { max: 2 });
  const { process: own, url } = await launchServer({ DATA_DIR: ownDir, DATABASE_URL: postgres.url, ...given });
  return {
    ...own,
    port: Number(new URL(url).port),
    postgresPid: postgres.pid() as number,
    databaseUrl: postgres.url,
    database,
    secret,
    dataDir: ownDir,
    memory: () => settled(own.memory),
    stop: async () => {
      await own.stop();
      await database.close();
      await postgres.stop();
      unlock();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Server process that tells what it holds. */
export interface ServerProcess {
  pid: number;
  /** Reads the process's memory in bytes, after a garbage collection. */
  memory(): Promise<NodeJS.MemoryUsage>;
  resources(): Promise<Resources>;
  /** Drains it, as SIGTERM does; returns its exit code, or the signal that ended it. */
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

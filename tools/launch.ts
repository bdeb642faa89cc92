import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

/** Variables not inherited by a launched server: the settings of Palabre, and those of the test runner. */
const settings =
  /^(PORT|HOST|PUBLIC_URL|DATA_DIR|DATABASE_URL|REDIS_URL|WORKERS|S3_URL|SMTP_URL|JWT_SECRET|JWT_SECRET_PREVIOUS|RATE_LIMITS|NODE_ENV|VITEST.*|LOG_LEVEL|npm_.*|_)$/;
const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !settings.test(name)));

/** Longest start or stop: a slow machine that must first build server and page. */
const startOrStopWithinMs = 120_000;

/** Options of {@link launchPalabre}. */
export interface LaunchOptions {
  /** Settings of Palabre; by default a free port and log level `warn`. */
  variables: Record<string, string | undefined>;
  /** Command to run instead of `node tools/start.mjs`. */
  command?: readonly string[];
  /** Prefix of the command, to run it as another account. */
  as?: readonly string[];
  /** Folder of the project to run. */
  project?: string;
  /** Runs in its own process group, which can be sent a hangup. */
  detached?: boolean;
  /** Opens an IPC channel to the process. */
  messages?: boolean;
  /** Shows its error output live, besides recording it. */
  showErrors?: boolean;
}

/** Palabre in a process of its own, started as its users start it. */
export class Launched {
  output = '';
  errors = '';
  /** Exit code, or the signal that ended it, once it has ended and its output is complete. */
  ended: number | NodeJS.Signals | undefined;

  constructor(
    readonly child: ChildProcess,
    readonly dataDir: string,
  ) {
    child.stdout?.setEncoding('utf8').on('data', text => {
      this.output += text;
    });
    child.stderr?.setEncoding('utf8').on('data', text => {
      this.errors += text;
    });
    child.once('close', (code, signal) => {
      this.ended = code ?? signal ?? undefined;
    });
  }

  get pid(): number {
    return this.child.pid as number;
  }

  /** URL of the server, once printed. */
  get url(): string | undefined {
    return /Palabre est prête : (https?:\S+)\n/.exec(this.output)?.[1];
  }

  /** Waits until the server is ready. */
  async ready(): Promise<this & { readonly url: string }> {
    const waited = AbortSignal.timeout(startOrStopWithinMs);
    const said = () => `; so far:\n${this.output}${this.errors}`;
    while (!this.url) {
      if (this.ended !== undefined) throw new Error(`ended with ${this.ended}${said()}`);
      const changed = [once(this.child, 'close', { signal: waited })];
      if (this.child.stdout) changed.push(once(this.child.stdout, 'data', { signal: waited }));
      await Promise.race(changed).catch(cause => {
        throw new Error(`no address within ${startOrStopWithinMs} ms${said()}`, { cause });
      });
    }
    return this as this & { readonly url: string };
  }

  /** Pid of the embedded PostgreSQL in its data folder, from the pid file, which is empty before it holds anything. */
  get postgres(): number | undefined {
    try {
      const [, pid] = /^(\d+)\n/.exec(readFileSync(join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8')) ?? [];
      return pid === undefined ? undefined : Number(pid);
    } catch {
      return undefined;
    }
  }

  /** Pid of the server, which differs from `pid` when another program started it. */
  get server(): number | undefined {
    try {
      return JSON.parse(readFileSync(join(this.dataDir, 'lock'), 'utf8')).pid;
    } catch {
      return undefined;
    }
  }

  status(path: string): Promise<number> {
    return fetch(`${this.url}${path}`).then(response => response.status);
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Waits for the end of the process; returns its exit code, or the signal that ended it. */
  async end(): Promise<number | NodeJS.Signals | undefined> {
    if (this.ended === undefined) {
      await once(this.child, 'close', { signal: AbortSignal.timeout(startOrStopWithinMs) }).catch(cause => {
        throw new Error(`process ${this.pid} has not ended; so far:\n${this.output}${this.errors}`, { cause });
      });
    }
    return this.ended;
  }

  /** Stops the process, unless it has ended already. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.ended === undefined) this.kill(signal);
    await this.end();
  }
}

/** Starts Palabre in a process of its own: the only way for tests, journeys and benches. */
export function launchPalabre({
  variables,
  as = [],
  project = root,
  command = [process.execPath, join(project, 'tools/start.mjs')],
  detached = false,
  messages = false,
  showErrors = false,
}: LaunchOptions): Launched {
  const [program = '', ...args] = [...as, ...command];
  const child = spawn(program, args, {
    cwd: project,
    detached,
    env: { ...inherited, PORT: '0', LOG_LEVEL: 'warn', ...variables },
    stdio: ['ignore', 'pipe', 'pipe', ...(messages ? ['ipc' as const] : [])],
  });
  if (showErrors) child.stderr?.on('data', text => process.stderr.write(text));
  return new Launched(child, variables.DATA_DIR ?? '');
}

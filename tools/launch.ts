import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

/** What the environment of who launches must not pass on: Palabre's own settings, and who runs the tests. */
const settings =
  /^(PORT|HOST|PUBLIC_URL|DATA_DIR|DATABASE_URL|REDIS_URL|S3_URL|SMTP_URL|JWT_SECRET|RATE_LIMITS|NODE_ENV|VITEST.*|LOG_LEVEL|npm_.*|_)$/;
const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !settings.test(name)));

/** As long as the slowest machine takes that has to build server and page first. */
const patienceMs = 120_000;

export interface LaunchOptions {
  /** Palabre's settings; a free port and few words in the log unless they say otherwise. */
  variables: Record<string, string | undefined>;
  /** What is run instead of `node tools/start.mjs`. */
  command?: readonly string[];
  /** Words put before the command: another account. */
  as?: readonly string[];
  /** The folder of the project that is run. */
  project?: string;
  /** In a group of processes of its own, which can be hung up on. */
  detached?: boolean;
  /** Messages go between it and this process. */
  messages?: boolean;
  /** Its errors are shown as they come, besides being kept. */
  showErrors?: boolean;
}

/** A Palabre in a process of its own, started as its users start it. */
export class Launched {
  output = '';
  errors = '';
  /** The exit code, or the signal that ended it, once it has ended and said all. */
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

  /** Its address, once it has said it. */
  get url(): string | undefined {
    return /Palabre est prête : (http:\S+)/.exec(this.output)?.[1];
  }

  /** Waits until it serves. */
  async ready(): Promise<this & { readonly url: string }> {
    const waited = AbortSignal.timeout(patienceMs);
    const said = () => `; so far:\n${this.output}${this.errors}`;
    while (!this.url) {
      if (this.ended !== undefined) throw new Error(`ended with ${this.ended}${said()}`);
      const changed = [once(this.child, 'close', { signal: waited })];
      if (this.child.stdout) changed.push(once(this.child.stdout, 'data', { signal: waited }));
      await Promise.race(changed).catch(cause => {
        throw new Error(`no address within ${patienceMs} ms${said()}`, { cause });
      });
    }
    return this as this & { readonly url: string };
  }

  /** The pid of the embedded PostgreSQL of its data folder, as its pid file says. */
  get postgres(): number | undefined {
    try {
      return Number(readFileSync(join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    } catch {
      return undefined;
    }
  }

  /** The pid of the server itself, which is not `pid` when something else started it. */
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

  /** Waits for its end; answers its exit code, or the signal that ended it. */
  async end(): Promise<number | NodeJS.Signals | undefined> {
    if (this.ended === undefined) {
      await once(this.child, 'close', { signal: AbortSignal.timeout(patienceMs) }).catch(cause => {
        throw new Error(`process ${this.pid} has not ended; so far:\n${this.output}${this.errors}`, { cause });
      });
    }
    return this.ended;
  }

  /** Ends it, unless it has ended by itself. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.ended === undefined) this.kill(signal);
    await this.end();
  }
}

/** Starts Palabre in a process of its own: the one way of tests, journeys and benches. */
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

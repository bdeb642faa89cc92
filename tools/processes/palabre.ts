import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startOf } from '../../server/platform/processes/running.ts';
import { root } from '../setup.mjs';

/** What the environment of the tests must not pass on. */
const settings =
  /^(PORT|HOST|PUBLIC_URL|DATA_DIR|DATABASE_URL|REDIS_URL|S3_URL|SMTP_URL|JWT_SECRET|NODE_ENV|VITEST.*|LOG_LEVEL|npm_.*|_)$/;
const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !settings.test(name)));

export const isRunning = (pid: number): boolean => startOf(pid) !== undefined;

/** Waits for what must come; fails with the words given when it does not within thirty seconds. */
export async function until<T>(what: string, get: () => T | undefined | false): Promise<T> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const value = get();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > deadline) throw new Error(`not within 30 s: ${what}`);
    await new Promise(done => setTimeout(done, 10));
  }
}

/** A Palabre started as its users start it, in a process of its own. */
export class Running {
  output = '';
  errors = '';
  /** The exit code, or the signal that ended it, once it has ended. */
  ended: number | NodeJS.Signals | undefined;

  constructor(
    private readonly child: ChildProcess,
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

  get url(): string | undefined {
    return /Palabre est prête : (http:\S+)/.exec(this.output)?.[1];
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** The pid of the embedded PostgreSQL of this data folder, as its pid file says. */
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

  async ready(): Promise<this> {
    await until(`address printed; so far:\n${this.output}${this.errors}`, () => {
      if (this.ended !== undefined) throw new Error(`ended with ${this.ended}:\n${this.output}${this.errors}`);
      return this.url;
    });
    return this;
  }

  async end(): Promise<number | NodeJS.Signals> {
    return until(`end of process ${this.pid}`, () => this.ended);
  }

  status(path: string): Promise<number> {
    return fetch(`${this.url}${path}`).then(response => response.status);
  }
}

/** A data folder, removed after the test; what still runs in it then is killed. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'palabre-processes-'));
  onTestFinished(async () => {
    const left = processesIn(folder);
    for (const pid of left) process.kill(pid, 'SIGKILL');
    await until('end of the processes left', () => left.every(pid => !isRunning(pid)));
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** All PostgreSQL processes of a data folder: they work in its folder. */
export function processesIn(dataDir: string): number[] {
  let folder: string;
  try {
    folder = realpathSync(join(dataDir, 'postgres'));
  } catch {
    return [];
  }
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === folder;
      } catch {
        return false;
      }
    });
}

/**
 * Starts Palabre in a data folder, on a free port unless told otherwise; ended after the test.
 * @param as words put before the command: another account
 * @param command what is run instead of `node tools/start.mjs`
 * @param detached in a group of processes of its own, which can be hung up on
 */
export function start(
  dataDir: string,
  variables: Record<string, string> = {},
  {
    as = [],
    project = root,
    command = [process.execPath, join(project, 'tools/start.mjs')],
    detached = false,
  }: {
    as?: string[];
    project?: string;
    command?: string[];
    detached?: boolean;
  } = {},
): Running {
  const [program = '', ...args] = [...as, ...command];
  const child = spawn(program, args, {
    cwd: project,
    detached,
    env: { ...inherited, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const running = new Running(child, dataDir);
  onTestFinished(async () => {
    if (running.ended === undefined) running.kill('SIGTERM');
    await running.end();
  });
  return running;
}

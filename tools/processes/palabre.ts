import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import { waitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { expect, inject, onTestFinished } from 'vitest';
import { startOf } from '../../server/platform/processes/running.ts';
import { type Launched, type LaunchOptions, launchPalabre } from '../launch.ts';
import { root } from '../setup.mjs';

/** Whether the tests run as root. */
export const asRoot = process.getuid?.() === 0;

/** Uid and gid of the plain account `nobody`. */
export const plain = 65_534;
/** Whether root can run the project as that account, which it cannot below `/root`. */
export const canRunAsPlain =
  asRoot && spawnSync('/bin/sh', ['-c', 'cd "$0"', root], { uid: plain, gid: plain }).status === 0;
/** Prefix that runs a command as that account. */
export const asPlain = ['setpriv', `--reuid=${plain}`, `--regid=${plain}`, '--clear-groups'];

/** Polls until `get` returns a value; fails with `what` after the timeout. */
export async function until<T>(what: string, get: () => T | undefined | false): Promise<T> {
  const deadline = Date.now() + waitTimeoutMs;
  for (;;) {
    const value = get();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > deadline) throw new Error(`not within ${waitTimeoutMs} ms: ${what}`);
    await new Promise(done => setTimeout(done, 10));
  }
}

/** Process as currently running: once it has ended, the system may give its pid to another. */
export class Running {
  private readonly start: string | undefined;

  constructor(readonly pid: number) {
    this.start = startOf(pid);
  }

  get runs(): boolean {
    return this.start !== undefined && startOf(this.pid) === this.start;
  }

  /** Sends a signal, unless the process has ended. */
  kill(signal: NodeJS.Signals): void {
    try {
      if (this.runs) process.kill(this.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }

  /** Waits for the end of the process, which may come a moment after its last act, such as removing its pid file. */
  async ended(): Promise<void> {
    await until(`end of ${this.pid}`, () => !this.runs);
  }
}

/** Waits until a server is ready: while the database takes two seconds to answer, it is reported as down. */
export const untilReady = (server: Launched): Promise<void> => expect.poll(() => server.status('/readyz')).toBe(200);

/** Creates a data folder, removed after the test; processes still in it are killed. */
export function dataFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'palabre-processes-'));
  onTestFinished(async () => {
    await until('end of the processes left', () => {
      const left = processesIn(folder);
      for (const one of left) one.kill('SIGKILL');
      return left.length === 0;
    });
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Creates a data folder already used once: creating a database is the slowest part of a start. */
export function usedDataFolder(): string {
  const folder = dataFolder();
  const { status, stderr } = spawnSync('cp', ['-a', `${inject('usedDataFolder')}/.`, folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return folder;
}

/** Lists the PostgreSQL processes of a data folder, or of data folders in it, by their working directory. */
export function processesIn(folder: string): Running[] {
  const within = [folder, join(folder, 'postgres')]
    .filter(path => existsSync(path))
    .map(path => realpathSync(path) + sep);
  const works = (pid: number): boolean => {
    try {
      const place = readlinkSync(`/proc/${pid}/cwd`) + sep;
      return within.some(path => place.startsWith(path));
    } catch {
      return false;
    }
  };
  return readdirSync('/proc')
    .map(Number)
    .filter(pid => pid > 0 && works(pid))
    .map(pid => new Running(pid))
    .filter(({ runs }) => runs);
}

/** Runs an npm command beside a server or without one: `admin`, `backup`; rejects when it fails. */
export const run = (variables: Record<string, string>, ...words: string[]) =>
  promisify(execFile)(process.execPath, [join(root, 'tools/start.mjs'), ...words], {
    cwd: root,
    env: { ...process.env, ...variables },
  });

/** Starts Palabre in a data folder; stopped after the test. */
export function start(
  dataDir: string,
  variables: Record<string, string> = {},
  options: Omit<LaunchOptions, 'variables'> = {},
): Launched {
  const running = launchPalabre({ ...options, variables: { DATA_DIR: dataDir, ...variables } });
  onTestFinished(() => running.stop());
  return running;
}

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { inject, onTestFinished } from 'vitest';
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

/** Says whether a process runs. */
export const isRunning = (pid: number): boolean => startOf(pid) !== undefined;

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

/** Creates a data folder, removed after the test; processes still in it are killed. */
export function dataFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'palabre-processes-'));
  onTestFinished(async () => {
    const left = processesIn(folder);
    for (const pid of left) process.kill(pid, 'SIGKILL');
    await until('end of the processes left', () => left.every(pid => !isRunning(pid)));
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

/** Lists the PostgreSQL processes of a data folder, by their working directory. */
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

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patienceMs } from '@palabre/common/test/patience.ts';
import { inject, onTestFinished } from 'vitest';
import { startOf } from '../../server/platform/processes/running.ts';
import { type Launched, type LaunchOptions, launchPalabre } from '../launch.ts';
import { root } from '../setup.mjs';

export const asRoot = process.getuid?.() === 0;

/** The id of a plain account that every system has, and its group's. */
export const plain = 65_534;
/** Whether root can run the project as that account: it can't in `/root`. */
export const canRunAsPlain =
  asRoot && spawnSync('/bin/sh', ['-c', 'cd "$0"', root], { uid: plain, gid: plain }).status === 0;
/** The words before a command that make it that account's. */
export const asPlain = ['setpriv', `--reuid=${plain}`, `--regid=${plain}`, '--clear-groups'];

export const isRunning = (pid: number): boolean => startOf(pid) !== undefined;

/** Waits for what must come; fails with the words given when it does not in time. */
export async function until<T>(what: string, get: () => T | undefined | false): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const value = get();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > deadline) throw new Error(`not within ${patienceMs} ms: ${what}`);
    await new Promise(done => setTimeout(done, 10));
  }
}

/** A data folder, removed after the test; what still runs in it then is killed. */
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

/** A data folder that Palabre has used before: making its database takes longer than all else in a start. */
export function usedDataFolder(): string {
  const folder = dataFolder();
  const { status, stderr } = spawnSync('cp', ['-a', `${inject('usedDataFolder')}/.`, folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
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

/** Starts Palabre in a data folder; ended after the test. */
export function start(
  dataDir: string,
  variables: Record<string, string> = {},
  options: Omit<LaunchOptions, 'variables'> = {},
): Launched {
  const running = launchPalabre({ ...options, variables: { DATA_DIR: dataDir, ...variables } });
  onTestFinished(() => running.stop());
  return running;
}

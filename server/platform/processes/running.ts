import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Environment in which `ps` writes dates the same way, whatever the locale and time zone of the caller. */
const plainly = () => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' });

/**
 * Returns an opaque text for the start time of a process, so that a reused pid is recognized. Undefined when no such
 * process runs, or only a zombie. Empty when the system does not tell.
 */
export function startOf(pid: number): string | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0 || !exists(pid)) return undefined;
  if (process.platform !== 'linux')
    return (
      spawnSync('ps', ['-o', 'lstart=', '-p', `${pid}`], { env: plainly() })
        .stdout?.toString()
        .trim() ?? ''
    );
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return exists(pid) ? '' : undefined;
  // The name, in brackets, may contain spaces; the state (field 3) and the start in ticks (field 22) follow it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
  return `${fields[19]}@${read('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}`;
}

/** Returns the parent of a process, or the process that adopted it. Undefined when the system does not tell. */
export function parentOf(pid: number): number | undefined {
  const stat = read(`/proc/${pid}/stat`);
  return stat === undefined ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** Says whether a process runs PostgreSQL on this folder. `cluster` is a real path, without symbolic links. */
export function isPostgresOn(pid: number, cluster: string): boolean {
  if (startOf(pid) === undefined) return false;
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === cluster;
    } catch {
      // Even root in a container may not read the working directory of a process of another account.
      const words = (read(`/proc/${pid}/cmdline`) ?? '').split('\0');
      return words.some(word => word === cluster || word === `palabre.folder=${cluster}`);
    }
  }
  return (spawnSync('ps', ['-o', 'command=', '-p', `${pid}`]).stdout?.toString() ?? '').includes(cluster);
}

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

/** The date that `ps` writes is in this language and zone: a server and a command beside it may have others of their own. */
const plainly = () => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' });

/**
 * When a process began, as an opaque text that differs from one process to the next even when the system gives the
 * same pid again. Undefined when no such process runs; a zombie does not run. Empty when the system does not say.
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
  // The name, in brackets, may hold spaces; after it come the state (field 3) and the start in ticks (field 22).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
  return `${fields[19]}@${read('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}`;
}

/** The process that started this one, or that the system has put in its place. Undefined when the system does not say. */
export function parentOf(pid: number): number | undefined {
  const stat = read(`/proc/${pid}/stat`);
  return stat === undefined ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** Whether this process runs PostgreSQL on this cluster. `cluster` is a real path, without symbolic links. */
export function isPostgresOn(pid: number, cluster: string): boolean {
  if (startOf(pid) === undefined) return false;
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === cluster;
    } catch {
      // Root of a container may not be let see where another account's process stands.
      const words = (read(`/proc/${pid}/cmdline`) ?? '').split('\0');
      return words.some(word => word === cluster || word === `palabre.folder=${cluster}`);
    }
  }
  return (spawnSync('ps', ['-o', 'command=', '-p', `${pid}`]).stdout?.toString() ?? '').includes(cluster);
}

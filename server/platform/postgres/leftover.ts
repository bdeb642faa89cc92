import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isPostgresOn } from '../processes/running.ts';
import { StartError } from '../processes/start-error.ts';

/** Reads `postmaster.pid`: pid (line 1), port (line 4), status of the start (line 8). */
export function readPostmaster(folder: string): { pid: number; port: number; status: string } | undefined {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? '' };
  } catch {
    return undefined;
  }
}

const giveUpAfterMs = 10_000;
const gracefulForMs = 5_000;
/** Age up to which an empty pid file may still get its pid: PostgreSQL creates the file first. */
const emptyForMs = 5_000;

/** Tells whether the pid file is too old to be still waiting for its pid. */
function isOld(folder: string): boolean {
  const { mtimeMs = Date.now() } = statSync(join(folder, 'postmaster.pid'), { throwIfNoEntry: false }) ?? {};
  return Math.abs(Date.now() - mtimeMs) >= emptyForMs;
}

/** Sends a signal to a process, which may have ended meanwhile. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * Stops the PostgreSQL that a killed server left running on its folder, so that each start begins alike. Removes a
 * `postmaster.pid` whose pid belongs to another process by now (or to a zombie), as it would prevent the start; never
 * that of a live PostgreSQL. Only the holder of the data folder's lock may call this.
 * @param folder real path of the folder of the database
 * @throws StartError when PostgreSQL still runs after ten seconds
 */
export async function stopLeftover(folder: string): Promise<void> {
  const began = Date.now();
  let asked: NodeJS.Signals | undefined;
  for (;;) {
    const found = readPostmaster(folder);
    if (!found) return;
    if (!found.pid && !isOld(folder)) {
      await wait(20);
      continue;
    }
    if (!isPostgresOn(found.pid, folder)) {
      rmSync(join(folder, 'postmaster.pid'), { force: true });
      return;
    }
    const waited = Date.now() - began;
    if (waited > giveUpAfterMs) {
      throw new StartError(
        `Un PostgreSQL (processus ${found.pid}) tient encore ${folder} et ne s'arrête pas : arrêtez-le.`,
      );
    }
    // Fast shutdown first, then immediate shutdown: it loses nothing either, but the next start must replay its log.
    const how = waited > gracefulForMs ? 'SIGQUIT' : 'SIGINT';
    if (asked !== how) signal(found.pid, how);
    asked = how;
    await wait(20);
  }
}

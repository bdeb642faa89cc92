import { readFileSync, rmSync } from 'node:fs';
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

/**
 * Stops the PostgreSQL that a killed server left running on its folder, so that each start begins alike. A
 * `postmaster.pid` whose pid was reused by another process (or is a zombie) would prevent a start, and is removed; that
 * of a live PostgreSQL never is. Only the holder of the lock of the data folder may call this.
 * @param folder real path of the folder of the database
 * @throws StartError when PostgreSQL still runs after ten seconds
 */
export async function stopLeftover(folder: string): Promise<void> {
  const began = Date.now();
  let asked: NodeJS.Signals | undefined;
  for (;;) {
    const found = readPostmaster(folder);
    if (!found) return;
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
    const signal = waited > gracefulForMs ? 'SIGQUIT' : 'SIGINT';
    if (asked !== signal) process.kill(found.pid, signal);
    asked = signal;
    await wait(20);
  }
}

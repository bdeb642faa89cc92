import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isPostgresOn } from '../processes/running.ts';
import { StartError } from '../processes/start-error.ts';

/** What `postmaster.pid` says: pid (line 1), port (line 4), how far the start has gone (line 8). */
export function readPostmaster(folder: string): { pid: number; port: number; status: string } | undefined {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? '' };
  } catch {
    return undefined;
  }
}

const patienceMs = 10_000;
const politeMs = 5_000;

/**
 * Stops the PostgreSQL that a killed server has left running on its folder, so that each start begins alike. A
 * `postmaster.pid` whose pid has passed to another process (or to a zombie) would keep PostgreSQL from starting and is
 * removed; that of a live PostgreSQL never is. Only whoever holds the data folder's lock may call this.
 * @param folder the real path of the database's folder
 * @throws StartError when it still runs after ten seconds
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
    if (waited > patienceMs) {
      throw new StartError(
        `Un PostgreSQL (processus ${found.pid}) tient encore ${folder} et ne s'arrête pas : arrêtez-le.`,
      );
    }
    // Fast shutdown first; then the immediate one, which loses nothing either but makes the next start replay its log.
    const signal = waited > politeMs ? 'SIGQUIT' : 'SIGINT';
    if (asked !== signal) process.kill(found.pid, signal);
    asked = signal;
    await wait(20);
  }
}

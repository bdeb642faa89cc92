import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { startOf } from './running.ts';
import { StartError } from './start-error.ts';

interface Holder {
  pid: number;
  startedAt: string;
  host: string;
}

const beatEveryMs = 5_000;
const silentAfterMs = 20_000;

/** Reads the lock; undefined when there is none. */
function holderOf(path: string): { text: string; holder: Holder | undefined; touchedAt: number } | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    const touchedAt = statSync(path).mtimeMs;
    try {
      return { text, holder: JSON.parse(text) as Holder, touchedAt };
    } catch {
      return { text, holder: undefined, touchedAt };
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new StartError(
      `Le verrou ${path} ${code === 'EISDIR' ? 'est un dossier' : `est illisible (${code})`} : si aucun serveur Palabre n’utilise ce dossier, supprimez-le.`,
    );
  }
}

/** Tells whether the process of a lock still runs; for another machine or container, by its heartbeat alone. */
function holds(holder: Holder, touchedAt: number): boolean {
  if (holder.host !== hostname()) return Date.now() - touchedAt < silentAfterMs;
  const startedAt = startOf(holder.pid);
  return startedAt !== undefined && (startedAt === holder.startedAt || startedAt === '' || holder.startedAt === '');
}

/** Returns the process that currently uses this data folder, or undefined. */
export function lockHolder(dataDir: string): { pid: number; host: string } | undefined {
  const found = holderOf(join(dataDir, 'lock'));
  return found?.holder && holds(found.holder, found.touchedAt) ? found.holder : undefined;
}

/**
 * Makes this process the only server of a data folder. The lock is a file that names its process by pid and start time,
 * so that the lock of a killed process is taken over, even when its pid was reused.
 * @returns a function that releases the lock
 * @throws StartError when another server uses the folder
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'lock');
  const mine = join(dataDir, `lock.${process.pid}`);
  const text = JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) ?? '', host: hostname() });
  writeFileSync(mine, text, { mode: 0o600 });
  try {
    while (!tryLink(mine, path)) {
      const found = holderOf(path);
      if (!found) continue;
      if (found.holder && holds(found.holder, found.touchedAt)) {
        const where =
          found.holder.host === hostname() ? `processus ${found.holder.pid}` : `machine ${found.holder.host}`;
        throw new StartError(
          `Un autre serveur Palabre (${where}) utilise déjà le dossier ${dataDir} : arrêtez-le, ou donnez un autre DATA_DIR.`,
        );
      }
      takeAway(path, found.text);
    }
  } finally {
    rmSync(mine, { force: true });
  }
  const beat = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date());
    } catch {
      // The folder is gone or full: the pid still identifies the holder.
    }
  }, beatEveryMs);
  beat.unref();
  return () => {
    clearInterval(beat);
    if (holderOf(path)?.text === text) rmSync(path, { force: true });
  };
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lock that was read as `text`; restores it if another process has just replaced it. */
function takeAway(path: string, text: string): void {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (readFileSync(aside, 'utf8') !== text) tryLink(aside, path);
  rmSync(aside, { force: true });
}

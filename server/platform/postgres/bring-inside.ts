import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { cp, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isPostgresOn, parentOf } from '../processes/running.ts';
import { StartError } from '../processes/start-error.ts';
import { giveTo } from './account.ts';
import { systemFolder } from './binaries.ts';
import { readPostmaster, stopLeftover } from './leftover.ts';

const linkOf = (path: string): string | undefined => {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
};

/**
 * Path of the note left in the database's former folder, so that a copy of the old link can be resolved to the new
 * place.
 */
const noteOf = (outside: string): string => join(dirname(outside), 'moved-to');

/** Returns the new path of this link's former database, if it was moved into a data folder. */
export function movedTo(path: string): string | undefined {
  const outside = linkOf(path);
  const note = outside && noteOf(outside);
  return note && existsSync(note) ? readFileSync(note, 'utf8').trim() : undefined;
}

/** Tells whether an earlier version of Palabre made this folder: a person's own link stays. */
const isOurs = (outside: string): boolean =>
  basename(outside) === 'postgres' &&
  dirname(dirname(outside)) === systemFolder &&
  /^base-[0-9a-f]{12}$/.test(basename(dirname(outside)));

/**
 * Moves the database into its data folder: an earlier version, started by root, made it in a system folder when the
 * account of PostgreSQL could not enter the data folder, and linked to it. An interrupted move resumes at the next
 * start: the folder `moving` is always whole, and becomes the database once the link leads nowhere.
 * @returns the reason why the database stays outside, if it does
 * @throws StartError when another server uses the database
 */
export async function bringInside(dataDir: string): Promise<string | undefined> {
  const path = join(dataDir, 'postgres');
  const [moving, copying] = [`${path}.moving`, `${path}.copying`];
  const outside = linkOf(path);
  const mayMove = outside === undefined ? !existsSync(path) : isOurs(outside) && process.getuid?.() === 0;
  if (!mayMove) return undefined;
  if (outside && existsSync(outside)) {
    await free(path, realpathSync(outside));
    for (const left of [moving, copying]) await rm(left, { recursive: true, force: true });
    try {
      await take(outside, moving, copying);
    } catch (error) {
      for (const left of [moving, copying]) await rm(left, { recursive: true, force: true });
      return (error as NodeJS.ErrnoException).code ?? String(error);
    }
  }
  if (!existsSync(moving)) return undefined;
  if (outside) {
    await clear(outside, path);
    await rm(path);
  }
  await rename(moving, path);
  return undefined;
}

/**
 * Stops the PostgreSQL that a killed server left running on the folder.
 * @throws StartError when a live server runs it: the link was copied, and the other server's database must not end
 */
async function free(path: string, folder: string): Promise<void> {
  const pid = readPostmaster(folder)?.pid;
  const server = pid && isPostgresOn(pid, folder) ? parentOf(pid) : undefined;
  if (server && server > 1 && basename(linkOf(`/proc/${server}/exe`) ?? '') === basename(process.execPath)) {
    throw new StartError(
      `La base de données vers laquelle mène ${path} est celle d'un autre DATA_DIR, dont le serveur tourne (processus ${server}) : arrêtez-le, puis copiez ${folder} à la place de ce lien.`,
    );
  }
  await stopLeftover(folder);
}

/** Moves the folder by a rename or, across disks, by a copy flushed to the disk before it counts as complete. */
async function take(outside: string, moving: string, copying: string): Promise<void> {
  try {
    return await rename(outside, moving);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
  }
  await cp(outside, copying, { recursive: true, verbatimSymlinks: true });
  const { uid, gid } = statSync(outside);
  giveTo(copying, { uid, gid });
  await keep(copying);
  await rename(copying, moving);
  await keepEntry(dirname(moving));
  await rename(outside, `${outside}.old`);
}

async function keepEntry(path: string): Promise<void> {
  const file = await open(path, 'r');
  await file.sync().finally(() => file.close());
}

/** Flushes a folder and its content to the disk. */
async function keep(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await keep(path);
    else await keepEntry(path);
  }
  await keepEntry(folder);
}

/** Deletes everything in the database's former folder except the note. */
async function clear(outside: string, path: string): Promise<void> {
  const home = dirname(outside);
  if (!existsSync(home)) return;
  await writeFile(noteOf(outside), `${path}\n`, { mode: 0o600 });
  const left = readdirSync(home).filter(name => join(home, name) !== noteOf(outside));
  for (const name of left) await rm(join(home, name), { recursive: true });
}

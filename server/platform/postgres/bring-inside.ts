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

/** Left where a database was: who comes back to a copy of the link that led there is told where it is now. */
const noteOf = (outside: string): string => join(dirname(outside), 'moved-to');

/** Where the database went that this link led to, when it was brought inside a data folder. */
export function movedTo(path: string): string | undefined {
  const outside = linkOf(path);
  const note = outside && noteOf(outside);
  return note && existsSync(note) ? readFileSync(note, 'utf8').trim() : undefined;
}

/** Whether an earlier version put it there: a link that a person made stays. */
const isOurs = (outside: string): boolean =>
  basename(outside) === 'postgres' &&
  dirname(dirname(outside)) === systemFolder &&
  /^base-[0-9a-f]{12}$/.test(basename(dirname(outside)));

/**
 * Brings the database inside its data folder: an earlier version, started by root, made it in a folder of the system when
 * PostgreSQL's account could not pass, and a link to it. A start cut short at any point goes on from there: what is called
 * `moving` is whole, and is the database once the link leads nowhere.
 * @returns why it stays where it is, when it can't be brought
 * @throws StartError when another server works on it
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
 * Stops what a killed server has left running there.
 * @throws StartError when a server runs it: a copy of the link was made, and must not end the database of another
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

/** Moves the folder in one step or, from another disk, once its copy is whole and would outlast a power cut. */
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

/** Forces a folder and all in it to the disk. */
async function keep(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await keep(path);
    else await keepEntry(path);
  }
  await keepEntry(folder);
}

/** Leaves nothing but the note where the database was. */
async function clear(outside: string, path: string): Promise<void> {
  const home = dirname(outside);
  if (!existsSync(home)) return;
  await writeFile(noteOf(outside), `${path}\n`, { mode: 0o600 });
  const left = readdirSync(home).filter(name => join(home, name) !== noteOf(outside));
  for (const name of left) await rm(join(home, name), { recursive: true });
}

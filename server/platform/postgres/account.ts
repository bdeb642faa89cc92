import { spawnSync } from 'node:child_process';
import { lchownSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../processes/start-error.ts';

/** System account that PostgreSQL runs as; undefined means ours. */
export interface Account {
  uid: number;
  gid: number;
}

const idOf = (flag: '-u' | '-g', name: string): number | undefined => {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : undefined;
};

function named(name: string): Account | undefined {
  const uid = idOf('-u', name);
  const gid = idOf('-g', name);
  return uid && gid ? { uid, gid } : undefined;
}

function created(name: string): Account | undefined {
  const { status } = spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', name]);
  return status === 0 ? named(name) : undefined;
}

/**
 * Chooses the account to run PostgreSQL as. PostgreSQL refuses root; as root, the owner of its folder runs it, or on a
 * first start the account `palabre-pg`, created when missing, or an account that every system has.
 * @param folder folder of the database, which may not exist yet
 * @throws StartError when no account exists, or when the folder belongs to someone else
 */
export function postgresAccount(folder: string): Account | undefined {
  const owner = statSync(folder, { throwIfNoEntry: false });
  if (process.getuid?.() !== 0) {
    if (owner && process.getuid && owner.uid !== process.getuid()) {
      throw new StartError(
        `La base de données ${folder} appartient à un autre compte (uid ${owner.uid}) : démarrez avec celui qui l'a créée, donnez tout DATA_DIR au vôtre (chown -R), ou un autre DATA_DIR.`,
      );
    }
    return undefined;
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = named('palabre-pg') ?? created('palabre-pg') ?? named('postgres') ?? named('nobody');
  if (!account) {
    throw new StartError(
      "PostgreSQL refuse de tourner en root et aucun autre compte n'existe : créez le compte palabre-pg, ou donnez DATABASE_URL.",
    );
  }
  return account;
}

/**
 * Returns the options by which an account works in a folder whose parents it may not enter: root starts the program
 * with the folder as its working directory, and the program uses that directory. Outside Linux it uses the folder's
 * path.
 */
export const inside = (folder: string, account: Account | undefined) => ({
  options: { ...account, cwd: folder },
  path: account && process.platform === 'linux' ? '/proc/self/cwd' : folder,
});

/** Says whether the account can work in this folder. */
function canWork(folder: string, account: Account): boolean {
  const { options, path } = inside(folder, account);
  return spawnSync('/bin/sh', ['-c', 'cd "$0" && test -w .', path], options).status === 0;
}

/**
 * Changes the owner of a folder and of its content; the folder itself last, so that an interrupted change starts over.
 */
export function giveTo(folder: string, account: Account): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) giveTo(path, account);
    else lchownSync(path, account.uid, account.gid);
  }
  lchownSync(folder, account.uid, account.gid);
}

/**
 * Gives a folder of root to the account that is to work in it.
 * @throws StartError when the disk does not store owners, or when the account still cannot work in the folder
 */
export function entrust(folder: string, account: Account): void {
  try {
    if (statSync(folder).uid === 0) giveTo(folder, account);
    if (canWork(folder, account)) return;
  } catch {
    // Falls through: the sentence below is clearer than the system's error.
  }
  throw new StartError(
    `DATA_DIR : PostgreSQL ne tourne pas en root, et son compte (uid ${account.uid}) ne peut pas écrire dans ${folder} : donnez un dossier qu'il peut atteindre, sur un disque qui garde les propriétaires des fichiers, ou DATABASE_URL.`,
  );
}

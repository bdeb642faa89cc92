import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack as packTar } from 'tar-stream';
import { ensureServer, ensureWeb } from './build.mjs';
import { type Entry, listRelease, platform, version } from './release-files.ts';
import { root, StepError, say } from './setup.mjs';

/** Name of the archive, and of its only folder. */
const name = `palabre-${version}`;

const git = (...words: string[]): string | undefined => {
  try {
    return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
};

/**
 * Returns the timestamp of all files of the archive: the commit's, so that the same commit gives the same bytes;
 * outside a clone the current time, since the page's files are told apart by size and time.
 */
function timeOfFiles(): Date {
  const seconds = process.env.SOURCE_DATE_EPOCH ?? git('log', '-1', '--format=%ct');
  if (seconds === undefined) return new Date();
  if (!/^\d+$/.test(seconds)) throw new StepError('SOURCE_DATE_EPOCH : valeur refusée, il faut un nombre de secondes.');
  return new Date(Number(seconds) * 1_000);
}

/** Writes the entries into a compressed archive at `path`, in their order; returns its SHA-256. */
async function writeArchive(path: string, entries: readonly Entry[]): Promise<string> {
  const pack = packTar();
  const hash = createHash('sha256');
  const file = createWriteStream(path);
  const zip = createGzip({ level: 6 });
  zip.on('data', (part: Buffer) => hash.update(part));
  const written = pipeline(pack, zip, file);
  const mtime = timeOfFiles();
  const owner = { uid: 0, gid: 0, uname: 'root', gname: 'root', mtime };
  const write = async () => {
    for (const { path: inside, mode, link, read } of entries) {
      const header = { ...owner, name: `${name}/${inside}`, mode };
      if (link !== undefined) pack.entry({ ...header, type: 'symlink', linkname: link });
      else {
        const entry = pack.entry({ ...header, size: read().length });
        entry.end(read());
        await finished(entry);
      }
    }
    pack.finalize();
  };
  await Promise.all([written, write()]);
  return hash.digest('hex');
}

/** Command `npm run release -- [FOLDER]`: makes the archive and its SHA-256 in `dist/`, or in this folder. */
await Promise.all([ensureWeb(), ensureServer()]);
if (git('status', '--porcelain'))
  say('Attention : tout n’est pas dans un commit, d’autres n’obtiendraient pas la même.');
const folder = resolve(process.env.INIT_CWD ?? root, process.argv[3] ?? join(root, 'dist'));
mkdirSync(folder, { recursive: true });
const path = join(folder, `${name}-${platform}.tar.gz`);
const partial = `${path}.${process.pid}.partial`;
try {
  const sha256 = await writeArchive(partial, listRelease());
  renameSync(partial, path);
  writeFileSync(`${path}.sha256`, `${sha256}  ${basename(path)}\n`);
  say(`Version ${version} pour ${platform} : ${path}\n  sha256          ${sha256}`);
} finally {
  rmSync(partial, { force: true });
}

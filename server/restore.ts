import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Env, readEnv } from './env.ts';
import type { End, Head } from './platform/backup/archive.ts';
import { demandBucket, openBackupBucket } from './platform/backup/bucket.ts';
import { fileAt } from './platform/backup/folder.ts';
import { isEmptyDatabase } from './platform/backup/load.store.ts';
import { type BackupFile, inBucket } from './platform/backup/place.ts';
import { readBackup } from './platform/backup/read.ts';
import { restoringMark } from './platform/backup/restoring.ts';
import { told } from './platform/backup/told.ts';
import { createStorage, type Storage } from './platform/files/storage.ts';
import { createLogger } from './platform/logger.ts';
import { startEmbeddedPostgres } from './platform/postgres/embedded.ts';
import { runCommand } from './platform/processes/command.ts';
import { lockDataDir } from './platform/processes/data-lock.ts';
import { StartError } from './platform/processes/start-error.ts';

const usage = `Donnez une sauvegarde : npm run restore -- palabre.tar
Avec --verify, elle est seulement vérifiée : npm run restore -- palabre.tar --verify`;

/** `npm run restore -- FILE`: restores a backup into an empty Palabre, which must not run; `--verify` only tries to. */
async function main(): Promise<void> {
  const given = process.argv.slice(3);
  const [name, ...others] = given.filter(word => word !== '--verify');
  if (!name || others.length > 0) throw new StartError(usage);
  process.umask(0o077);
  const file = await fileOf(name);
  if (given.includes('--verify')) await verify(file);
  else await restore(file);
}

/** Finds a backup: a file, or `s3:NAME` in the bucket of BACKUP_S3_URL. */
async function fileOf(name: string): Promise<BackupFile> {
  if (!name.startsWith(inBucket)) return fileAt(resolve(process.env.INIT_CWD ?? process.cwd(), name));
  const bucket = await openBackupBucket(demandBucket(readEnv(process.env)));
  return bucket.file(name.slice(inBucket.length));
}

const whatIs = ({ head, end }: { head: Head; end: End }): string =>
  `  du ${new Intl.DateTimeFormat('fr', { dateStyle: 'long', timeStyle: 'short' }).format(new Date(head.at))}, Palabre ${head.version}\n  ${told(end)}\n`;

/** Restores into a temporary database, which is then removed. */
async function verify(file: BackupFile): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'palabre-verify-'));
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
  try {
    const restored = await readBackup(file, { database: async () => postgres.url });
    process.stdout.write(`Sauvegarde vérifiée, rien ne manque : ${file.shown}\n${whatIs(restored)}`);
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function restore(file: BackupFile): Promise<void> {
  const env = readEnv(process.env);
  const unlock = lockDataDir(env.dataDir);
  const embedded = env.databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir: env.dataDir });
  const url = env.databaseUrl ?? embedded?.url ?? '';
  try {
    const storage = await createStorage(env, createLogger(env.logLevel));
    const mark = restoringMark(env.dataDir);
    let takesFiles = false;
    let isBegun = false;
    try {
      const restored = await readBackup(file, {
        async database(head) {
          await demandEmpty(env, url, head.files ? storage : undefined);
          takesFiles = head.files;
          writeFileSync(mark, '');
          isBegun = true;
          return url;
        },
        storage,
        takeSecret: (secret, name) => writeFileSync(join(env.dataDir, name), secret, { mode: 0o600 }),
      });
      process.stdout.write(`Sauvegarde reprise : ${file.shown}\n${whatIs(restored)}Démarrez Palabre : npm start\n`);
    } catch (error) {
      if (takesFiles) for await (const { key } of storage.list()) await storage.remove(key);
      throw error;
    } finally {
      // An earlier restore that was killed keeps its mark when this one is refused.
      if (isBegun) rmSync(mark, { force: true });
    }
  } finally {
    await embedded?.stop();
    unlock();
  }
}

/** Refuses a database or a storage that is not empty, unless an interrupted restore filled it. */
async function demandEmpty(env: Env, url: string, storage: Storage | undefined): Promise<void> {
  if (!(await isEmptyDatabase(url)))
    throw new StartError(
      env.databaseUrl
        ? 'DATABASE_URL : cette base contient déjà un Palabre. Une restauration demande une base vide.'
        : `${env.dataDir} contient déjà un Palabre. Une restauration demande un dossier vide : DATA_DIR=./nouveau npm run restore -- …`,
    );
  if (!storage || existsSync(restoringMark(env.dataDir))) return;
  for await (const { key } of storage.list())
    throw new StartError(
      env.s3
        ? `S3_URL : le seau contient déjà des fichiers (${key}). Une restauration demande un seau vide.`
        : `${join(env.dataDir, 'files')} contient déjà des fichiers. Une restauration demande un dossier vide.`,
    );
}

await runCommand(main);
